/// The target of a forced decision, with the names of the SDK.
public typealias OptimizelyDecisionContext = UserContext.ForcedDecision

extension OptimizelyDecisionContext {
  /// The key of the flag to which the forced decision applies.
  public var flagKey: String { flag }
  /// The key of the rule; `nil` for the whole flag.
  public var ruleKey: String? { rule }

  /// Creates the target of a forced decision: a rule, or the whole flag if `ruleKey` is `nil`.
  public init(flagKey: String, ruleKey: String? = nil) {
    self.init(flag: flagKey, rule: ruleKey)
  }
}

/// A forced decision: the variation that is forced on a user.
public struct OptimizelyForcedDecision: Hashable, Sendable {
  /// The key of the variation, which must belong to a rule of the flag.
  public let variationKey: String

  /// Creates a forced decision for the variation with the given key.
  public init(variationKey: String) { self.variationKey = variationKey }
}
