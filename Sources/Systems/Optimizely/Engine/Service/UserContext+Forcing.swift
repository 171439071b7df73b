package import FeatureFlags

extension UserContext {
  /// Creates the user of an evaluation context; a context without a targeting key has an empty id.
  ///
  /// The user has no predictions: in the traffic of a contextual bandit, the evaluation ends without a
  /// variation, as in an app whose request of a prediction fails.
  package init(_ context: EvaluationContext) {
    self.init(
      id: context.targetingKey ?? "",
      attributes: context.attributes,
      segments: context.segments,
      profile: context.profile
    )
    predictions = [:]
  }

  /// Forces the overridden variations of a flag and its rules.
  ///
  /// - Parameters:
  ///   - variation: The variation of the whole flag; `nil` if only rules are overridden.
  ///   - rules: The variations of the flag's rules, by rule key.
  ///   - flag: The key of the flag.
  package mutating func force(
    _ variation: TestVariation?,
    rules: [String: TestVariation],
    of flag: String
  ) {
    for (rule, variation) in rules {
      forcedDecisions[ForcedDecision(flag: flag, rule: rule)] = variation.rawValue
    }
    if let variation { forcedDecisions[ForcedDecision(flag: flag)] = variation.rawValue }
  }
}
