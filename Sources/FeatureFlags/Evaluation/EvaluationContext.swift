/// The user that features are evaluated for.
///
/// ```swift
/// let context = EvaluationContext(targetingKey: "ana", attributes: ["plan": "gold", "age": 42])
/// ```
public struct EvaluationContext: Hashable, Sendable {
  /// The key that identifies the user; `nil` for a user without one.
  ///
  /// A source with biases computes the assignment of a user from the key, and draws it otherwise.
  public var targetingKey: String?
  /// The attributes of the user, by name.
  public var attributes: [String: AttributeValue]
  /// The audience segments of the user; `nil` where they were not fetched.
  public var segments: Set<String>?
  /// The sticky variations of the user's profile: variation ids by experiment id.
  public var profile: [String: String]

  /// Creates a context; without arguments that of a user without a key.
  public init(
    targetingKey: String? = nil,
    attributes: [String: AttributeValue] = [:],
    segments: Set<String>? = nil,
    profile: [String: String] = [:]
  ) {
    self.targetingKey = targetingKey
    self.attributes = attributes
    self.segments = segments
    self.profile = profile
  }
}
