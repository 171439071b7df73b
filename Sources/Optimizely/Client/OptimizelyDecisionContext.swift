/// What a forced decision is about: a flag, or one of its rules.
public struct OptimizelyDecisionContext: Hashable, Sendable {
  /// The key of the flag.
  public let flagKey: String
  /// The key of the rule; `nil` for the whole flag.
  public let ruleKey: String?

  /// Names a flag, or one of its rules.
  public init(flagKey: String, ruleKey: String? = nil) {
    self.flagKey = flagKey
    self.ruleKey = ruleKey
  }

  var subject: UserContext.ForcedDecision {
    UserContext.ForcedDecision(flag: flagKey, rule: ruleKey)
  }
}

/// The variation that is forced on a user.
public struct OptimizelyForcedDecision: Hashable, Sendable {
  /// The key of the variation.
  public let variationKey: String

  /// Names a variation.
  public init(variationKey: String) { self.variationKey = variationKey }
}
