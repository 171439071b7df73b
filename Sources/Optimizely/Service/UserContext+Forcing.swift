import FeatureFlags

extension UserContext {
  /// Forces what a tester chose for a flag.
  ///
  /// - Parameters:
  ///   - variation: The variation of the whole flag; `nil` forces none.
  ///   - rules: The variations of its rules, by their keys.
  ///   - flag: The key of the flag.
  mutating func force(
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
