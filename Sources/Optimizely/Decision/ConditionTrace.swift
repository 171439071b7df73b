/// One condition of an audience, with what came of it.
public struct ConditionTrace: Hashable, Sendable {
  /// What kind of condition it is.
  public enum Kind: Hashable, Sendable {
    /// All parts must hold.
    case all
    /// One part must hold.
    case any
    /// The part must not hold.
    case not
    /// An audience, by its name where there is one.
    case audience(String)
    /// A condition on an attribute or segment.
    case attribute(Datafile.AttributeCondition)
    /// Not a condition that can be understood.
    case malformed
  }

  /// What kind of condition it is.
  public let kind: Kind
  /// The value that the user has, for a condition on an attribute; for one on a segment all of
  /// them, or null as long as nobody has asked.
  public internal(set) var found: DataValue?
  /// What came of it.
  public internal(set) var result: Truth
  /// Why the result is unknown, where the reason is in this condition and not in a part of it.
  public internal(set) var cause: UnknownCause?
  /// Whether the condition was passed over, because what stands before it had decided.
  public internal(set) var isPassedOver = false
  /// The conditions that it is made of.
  public internal(set) var parts: [ConditionTrace] = []
}

/// Why the result of a condition is unknown.
public enum UnknownCause: Hashable, Sendable {
  /// The condition type is missing or not supported.
  case conditionType(String?)
  /// The match type is not supported.
  case matchType(String)
  /// The condition names no attribute.
  case noName
  /// The condition has no value to compare with.
  case noValue
  /// The condition's value does not go with the match type.
  case value(DataValue)
  /// The user has no such attribute.
  case missingAttribute
  /// The user's attribute is null.
  case nullAttribute
  /// The user's attribute is of a kind that cannot be compared with the condition's value.
  case kind(found: String)
  /// The user's number is beyond 2^53, where whole numbers are no longer exact.
  case outOfRange
  /// A text is no semantic version.
  case notAVersion(String)
  /// The datafile has no such audience.
  case noSuchAudience
  /// The list is empty, or does not begin with an operator or a condition.
  case malformed
  /// The conditions stand in one another too deep, or are too many.
  case tooComplex
}
