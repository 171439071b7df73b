import Dashboard
import Documents
import FeatureFlags
import Text

extension EvaluationContext {
  /// Creates a user from the fields of the user dialog or of the command line.
  ///
  /// - Throws: An error with the name and the text of the field, for malformed attributes or a
  ///   malformed profile.
  init(_ userFields: UserFields) throws(UserTextError) {
    self.init(
      targetingKey: userFields.key.isEmpty ? nil : userFields.key,
      attributes: try Self.object("attributes", userFields.attributes, expected: "a JSON object"),
      segments: userFields.segments.isEmpty ? nil : Self.segments(userFields.segments),
      profile: try Self.profile(userFields.profile)
    )
    try add(userFields.kinds)
  }

  private typealias Members = [String: AttributeValue]

  /// Adds the contexts of further kinds; the key and the attributes become the context of the kind
  /// `user`.
  private mutating func add(_ kinds: [UserFields.Kind]) throws(UserTextError) {
    var parts: [String: Members] = [:]
    for kind in kinds where !kind.text.trimmed.isEmpty { parts[kind.name] = try Self.part(kind) }
    guard !parts.isEmpty else { return }
    if let kind = attributes["kind"] {
      let reason = "found the kind \(kind), expected the attributes of the user alone"
      throw UserTextError(field: "attributes", text: "\(attributes)", reason: reason)
    }
    if targetingKey != nil || !attributes.isEmpty {
      var user = attributes
      if user["key"] == nil { user["key"] = targetingKey.map(AttributeValue.string) }
      parts["user"] = user
    }
    if parts.count == 1, let (kind, members) = parts.first {
      targetingKey = members["key"]?.text
      attributes = members.merging(["kind": .string(kind)]) { $1 }
    } else {
      attributes = parts.mapValues(AttributeValue.object).merging(["kind": "multi"]) { $1 }
    }
  }

  /// Parses the context of one kind: a key, or an object with a key.
  private static func part(_ kind: UserFields.Kind) throws(UserTextError) -> Members {
    let text = kind.text.trimmed
    guard text.hasPrefix("{") else { return ["key": .string(text)] }
    let members = try object(kind.name, text, expected: "a JSON object")
    guard members["key"]?.text?.isEmpty == false else {
      throw UserTextError(field: kind.name, text: text, reason: "expected a text in \"key\"")
    }
    return members
  }

  /// Parses a JSON object; an empty text means an empty object.
  private static func object(
    _ field: String,
    _ text: String,
    expected: String
  ) throws(UserTextError) -> [String: AttributeValue] {
    guard text.contains(where: { !$0.isWhitespace }) else { return [:] }
    do throws(DocumentError) {
      if case .object(let members) = try AttributeValue(json: text) { return members }
    } catch {
      throw UserTextError(field: field, text: text, reason: "\(error)")
    }
    throw UserTextError(field: field, text: text, reason: "expected \(expected)")
  }

  /// Splits a list of segments at its commas.
  private static func segments(_ text: String) -> Set<String> {
    Set(text.split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty })
  }

  /// Parses the sticky variations of a profile: a profile record of the service, or an object of
  /// variation ids by experiment id.
  private static func profile(_ text: String) throws(UserTextError) -> [String: String] {
    let expected = "{\"EXPERIMENT_ID\": \"VARIATION_ID\"}, or a profile's record"
    var members = try object("profile", text, expected: expected)
    if case .object(let map)? = members["experiment_bucket_map"] { members = map }
    var profile: [String: String] = [:]
    for (experiment, value) in members {
      switch value {
      case .string(let variation): profile[experiment] = variation
      case .object(let record):
        if case .string(let variation)? = record["variation_id"] { profile[experiment] = variation }
      case .null, .bool, .number, .list: break
      }
      if profile[experiment] == nil {
        throw UserTextError(field: "profile", text: text, reason: "expected \(expected)")
      }
    }
    return profile
  }
}

/// The error for a field of a user that cannot be parsed.
struct UserTextError: Error, Equatable, CustomStringConvertible {
  /// The name of the command line option with the malformed text.
  let field: String
  let text: String
  let reason: String

  var description: String { "\(field) \"\(text)\": \(reason)" }
}
