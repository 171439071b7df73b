extension OptimizelyUserContext {
  /// Forces a variation of a flag, or of one of its rules, on the user.
  ///
  /// - Parameters:
  ///   - context: The flag, or one of its rules.
  ///   - decision: The variation; an unknown variation has no effect.
  /// - Returns: Always `true`, as in the SDK.
  @discardableResult
  public func setForcedDecision(
    context: OptimizelyDecisionContext,
    decision: OptimizelyForcedDecision
  ) -> Bool {
    withUser { $0.forcedDecisions[context] = decision.variationKey }
    return true
  }

  /// Returns the forced decision for a flag or a rule; `nil` if there is none.
  public func getForcedDecision(context: OptimizelyDecisionContext) -> OptimizelyForcedDecision? {
    user.forcedDecisions[context].map(OptimizelyForcedDecision.init)
  }

  /// Removes the forced decision for a flag or a rule.
  ///
  /// - Parameter context: The flag, or one of its rules.
  /// - Returns: Whether there was a forced decision.
  @discardableResult
  public func removeForcedDecision(context: OptimizelyDecisionContext) -> Bool {
    withUser { $0.forcedDecisions.removeValue(forKey: context) != nil }
  }

  /// Removes the user's forced decisions for all flags and rules.
  ///
  /// - Returns: Always `true`, as in the SDK.
  @discardableResult
  public func removeAllForcedDecisions() -> Bool {
    withUser { $0.forcedDecisions = [:] }
    return true
  }
}
