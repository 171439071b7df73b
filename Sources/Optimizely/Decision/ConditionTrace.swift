/// The trace of one evaluated condition, with those of its operands.
public struct ConditionTrace: Hashable, Sendable {
  /// The kind of a condition.
  public enum Kind: Hashable, Sendable {
    /// All parts must match.
    case all
    /// At least one part must match.
    case any
    /// The part must not match.
    case not
    /// An audience, with its name; with its id if the datafile does not have it.
    case audience(String)
    /// A condition on an attribute or segment.
    case attribute(Datafile.AttributeCondition)
    /// A list that is not a valid condition.
    case malformed
  }

  /// The kind of the condition.
  public let kind: Kind
  /// The user's value: that of the attribute, or for a condition on a segment all segments of the
  /// user; segments that were not fetched are null.
  public internal(set) var found: DataValue?
  /// The result of the condition.
  public internal(set) var result: Truth
  /// The cause of an unknown result; `nil` if the result is known, or the cause is in a part.
  public internal(set) var cause: UnknownCause?
  /// Whether the condition has no effect, because an earlier condition determined the result.
  public internal(set) var isSkipped = false
  /// The operands of an operator, or the conditions of an audience.
  public internal(set) var parts: [ConditionTrace] = []
}

/// The cause of an unknown condition result.
public enum UnknownCause: Hashable, Sendable {
  /// The condition type is missing or not supported.
  case conditionType(String?)
  /// The match type is not supported.
  case matchType(String)
  /// The condition has no attribute name.
  case noName
  /// The condition has no value to compare with.
  case noValue
  /// The match type does not support the condition's value.
  case value(DataValue)
  /// The user has no such attribute.
  case missingAttribute
  /// The user's attribute is null.
  case nullAttribute
  /// The user's attribute has another type than the condition's value.
  case kind(found: String)
  /// The magnitude of the user's number is above 2^53, where a `Double` cannot represent all
  /// integers.
  case outOfRange
  /// The text is not a semantic version.
  case notAVersion(String)
  /// The datafile has no such audience.
  case noSuchAudience
  /// The list is empty, or does not begin with an operator or a condition.
  case malformed
  /// The conditions are nested too deeply, or too many.
  case tooComplex
}
