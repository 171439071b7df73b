import FeatureFlags
import Targeting

/// A user with the attributes that rules read.
struct GoUser: Sendable {
  /// The targeting key; empty for a user without one.
  let key: String
  /// The attributes of the user and of the relay proxy.
  private let attributes: [String: AttributeValue]

  init(_ context: EvaluationContext, _ enrichment: [String: AttributeValue]) {
    key = context.targetingKey ?? ""
    attributes = context.attributes.merging(enrichment) { $1 }
  }

  /// The time at which the user asks to be evaluated; `nil` for the current one.
  var time: Timestamp? { text(at: "gofeatureflag.currentDateTime").flatMap { Timestamp($0) } }

  /// Returns an attribute, with `key`, `targetingKey` and `anonymous` as attributes of every user.
  func attribute(_ name: String) -> AttributeValue? {
    switch name {
    case "key", "targetingKey": .string(key)
    case "anonymous": .bool(attributes[name]?.bool == true)
    default: attributes[name]
    }
  }

  /// The user as the context of JSON logic, with all attributes.
  var context: EvaluationContext {
    var all = attributes
    for name in ["key", "targetingKey", "anonymous"] { all[name] = attribute(name) }
    return EvaluationContext(targetingKey: key, attributes: all)
  }

  /// Returns the text at a path of members of objects; `nil` if there is none.
  func text(at path: String) -> String? {
    if path == "targetingKey" { return key }
    var value: AttributeValue? = .object(attributes)
    for name in path.split(separator: ".", omittingEmptySubsequences: false) {
      guard case .object(let members)? = value else { return nil }
      value = members[String(name)]
    }
    return value?.text
  }
}
