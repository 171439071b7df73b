/// The user for whom features are evaluated.
///
/// ```swift
/// let context = EvaluationContext(targetingKey: "ana", attributes: ["plan": "gold", "age": 42])
/// let feature = Feature(name: "checkout", testVariations: ["one page", "two pages"])
/// let result = BiasEvaluator().evaluate(feature.definition, in: context)
/// print(result.variation ?? .unassigned, result.reason)
/// ```
public struct EvaluationContext: Hashable, Sendable {
  /// The key that identifies the user; `nil` for a user without a key.
  ///
  /// The key determines the assignment of the user, which selects the variation of a test; without a key
  /// the assignment is random.
  public var targetingKey: String?
  /// The attributes of the user, by name.
  public var attributes: [String: AttributeValue]
  /// The audience segments of the user; `nil` if the segments were not fetched, empty for a user in
  /// no segment.
  public var segments: Set<String>?
  /// The sticky variations of the user's profile: variation ids by experiment id.
  public var profile: [String: String]

  /// Creates a context; without arguments, the user has neither a key nor attributes.
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
