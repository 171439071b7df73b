import FeatureFlags
import Targeting

/// A value that a condition reads: first the attributes of a user, or the result of a prerequisite.
struct Subject: Sendable {
  let value: AttributeValue
  /// The targeting key, which is the attribute `id` of a user without this attribute.
  private let id: String?

  init(_ context: EvaluationContext) {
    (value, id) = (.object(context.attributes), context.targetingKey)
  }

  init(_ value: AttributeValue) { (self.value, id) = (value, nil) }

  /// Returns the value at a path through objects and lists, whose last part can be the `length` of a list;
  /// null if there is none.
  func value(at path: [String]) -> AttributeValue {
    if let value = value.member(at: path) { return value }
    if path.last == "length", let list = value.member(at: Array(path.dropLast()))?.list {
      return .number(Double(list.count))
    }
    return path.count == 1 ? standardValue(of: path[0]) : .null
  }

  /// Returns the text of a hash attribute, which is no path; `nil` if the attribute is missing, or counts as
  /// false.
  func hashText(of attribute: String) -> String? {
    let value = hashValue(of: attribute)
    return value.isTruthyInScript ? value.scriptText : nil
  }

  /// The value of a hash attribute, which is no path; null if it is missing.
  func hashValue(of attribute: String) -> AttributeValue {
    value.member(attribute) ?? standardValue(of: attribute)
  }

  /// The value of a missing attribute.
  private func standardValue(of attribute: String) -> AttributeValue {
    if let id, attribute == "id" { .string(id) } else { .null }
  }
}
