extension OptimizelyUserContext {
  /// Forces a variation for the user, of a flag or of one of its rules.
  ///
  /// - Parameters:
  ///   - context: The flag, or the rule of a flag.
  ///   - decision: The variation; a variation that the flag does not have has no effect.
  /// - Returns: `true`.
  @discardableResult
  public func setForcedDecision(
    context: OptimizelyDecisionContext,
    decision: OptimizelyForcedDecision
  ) -> Bool {
    withUser { $0.forcedDecisions[context.subject] = decision.variationKey }
    return true
  }

  /// Returns the forced decision of a flag or rule; `nil` if there is none.
  public func getForcedDecision(context: OptimizelyDecisionContext) -> OptimizelyForcedDecision? {
    user.forcedDecisions[context.subject].map(OptimizelyForcedDecision.init)
  }

  /// Removes the forced decision of a flag or rule.
  ///
  /// - Parameter context: The flag, or the rule of a flag.
  /// - Returns: Whether there was a forced decision.
  @discardableResult
  public func removeForcedDecision(context: OptimizelyDecisionContext) -> Bool {
    withUser { $0.forcedDecisions.removeValue(forKey: context.subject) != nil }
  }

  /// Removes all forced decisions.
  ///
  /// - Returns: `true`.
  @discardableResult
  public func removeAllForcedDecisions() -> Bool {
    withUser { $0.forcedDecisions = [:] }
    return true
  }
}
