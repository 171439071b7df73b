public import FeatureFlags

/// The cause of the result `unknown` of a condition.
public enum UnknownCause: Hashable, Sendable {
  /// The condition type is missing or not supported.
  case conditionType(String?)
  /// The match type is not supported.
  case matchType(String)
  /// The condition has no attribute name.
  case noName
  /// The condition has no value with which the attribute could be compared.
  case noValue
  /// The match type does not support the condition's value.
  case value(AttributeValue)
  /// The user does not have the attribute of the condition.
  case missingAttribute
  /// The user's attribute is null.
  case nullAttribute
  /// The user's attribute and the condition's value have different types.
  case kind(found: String)
  /// The magnitude of the user's number is above 2^53, where a `Double` cannot represent all
  /// integers.
  case outOfRange
  /// The user's text, or the text of the condition, is not a semantic version.
  case notAVersion(String)
  /// The datafile does not have the referenced audience.
  case noSuchAudience
  /// The list is empty, or does not begin with an operator or a condition.
  case malformed
  /// The conditions are nested too deeply, or there are too many.
  case tooComplex
}

extension UnknownCause: CustomStringConvertible {
  /// A description of the cause, which traces append to the description of the condition.
  public var description: String {
    switch self {
    case .conditionType(let type?): "condition type \"\(type)\" is not supported"
    case .conditionType(nil): "has no condition type"
    case .matchType(let match): "match type \"\(match)\" is not supported"
    case .noName: "has no attribute name"
    case .noValue: "has no value to compare with"
    case .value(let value): "cannot compare with \(value)"
    case .missingAttribute: "the user has no such attribute"
    case .nullAttribute: "the user's attribute is null"
    case .kind(let found): "the user's attribute is \(found)"
    case .outOfRange: "the user's number is above 2^53"
    case .notAVersion(let text): "\"\(text)\" is not a version"
    case .noSuchAudience: "the audience does not exist"
    case .malformed: "the list is empty, or begins with a list"
    case .tooComplex: "the conditions are too many or nested too deeply"
    }
  }
}
