/// The trace of one evaluated condition, with the traces of its operands.
public struct ConditionTrace: Hashable, Sendable {
  /// The kind of a condition: an operator, a reference to an audience, or a condition on an
  /// attribute.
  public enum Kind: Hashable, Sendable {
    /// An operator whose operands must all match.
    case all
    /// An operator of which at least one operand must match.
    case any
    /// An operator whose operand must not match.
    case not
    /// An audience with its name, or with its id if the datafile does not have the audience.
    case audience(String)
    /// A condition on an attribute or segment.
    case attribute(Datafile.AttributeCondition)
    /// A list that is not a valid condition.
    case malformed
  }

  /// The kind of the condition, with its name or its attribute.
  public let kind: Kind
  /// The user's value: the value of the attribute, or the list of segments for a segment condition;
  /// segments that were not fetched are null.
  public internal(set) var found: DataValue?
  /// The attribute as the text of the value that the app passed; `nil` if it passed none.
  var foundText: String?
  /// The result of the condition for the user, even if the condition is skipped.
  public internal(set) var result: Truth
  /// The cause of an unknown result; `nil` if the result is known, or if an operand has the cause.
  public internal(set) var cause: UnknownCause?
  /// Whether the condition has no effect, because an earlier condition determined the result.
  public internal(set) var isSkipped = false
  /// The operands of an operator, or the conditions of an audience.
  public internal(set) var parts: [ConditionTrace] = []
}

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
  case value(DataValue)
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
