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
  /// The text of the attribute value that the app passed; `nil` if the app passed no value.
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
