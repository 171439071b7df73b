import FeatureFlags

/// The shares of the variations among the users whom one rule of a test assigns.
struct ExpectedSplit: Hashable, Sendable {
  /// The shares by the name of the variation, which add up to 1; `nil` if they are unknown.
  let shares: [String: Double]?

  init(shares: [String: Double]?) { self.shares = shares }

  /// Finds the split that has assigned a user.
  ///
  /// The biases of a test are its split. The rules of a flag system name theirs in the explanation of the
  /// assignment; without weights, the rule assigns the same variation to all of its users.
  init(of feature: Feature, in context: EvaluationContext, by evaluator: any FlagEvaluator) {
    let definition = feature.definition
    if let split = VariationShares(definition) {
      shares = Self.normalised(split.segments.map { ($0.variation?.rawValue ?? "", $0.share) })
      return
    }
    let steps = evaluator.explanation(of: feature, in: context)?.steps
    guard let step = steps?.last(where: { $0.variation != nil }), let own = step.variation else {
      shares = nil
      return
    }
    guard let ruler = step.findings.last(where: { $0.ruler != nil })?.ruler else {
      shares = [own: 1]
      return
    }
    let names = Set(definition.testVariations.map(\.rawValue))
    let ranges = ruler.ranges.filter { $0.name.map(names.contains) ?? false }
    shares = Self.normalised(ranges.map { ($0.name ?? "", Double($0.end - $0.start)) })
  }

  /// Returns shares that add up to 1; `nil` without weights.
  private static func normalised(_ weights: [(String, Double)]) -> [String: Double]? {
    let sum = weights.reduce(0) { $0 + $1.1 }
    guard sum > 0 else { return nil }
    return Dictionary(weights.map { ($0.0, $0.1 / sum) }, uniquingKeysWith: +)
  }
}
