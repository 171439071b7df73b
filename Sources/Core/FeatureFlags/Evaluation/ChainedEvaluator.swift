/// Evaluates each feature with the first of two evaluators that has a result for it.
///
/// It is used for a configuration that is merged with a fallback, and has features of both
/// documents.
struct ChainedEvaluator: FlagEvaluator {
  let first: any FlagEvaluator
  let second: any FlagEvaluator

  func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    let first = first.allocator(for: context, count: count)
    let second = second.allocator(for: context, count: count)
    return { definition, rules in first(definition, rules) ?? second(definition, rules) }
  }

  var dependents: [Feature.Name] { first.dependents + second.dependents }

  func forcing(_ features: [Feature]) -> any FlagEvaluator {
    ChainedEvaluator(first: first.forcing(features), second: second.forcing(features))
  }

  func problems(in context: EvaluationContext) -> [Problem] { first.problems(in: context) }

  var hasRules: Bool { first.hasRules || second.hasRules }

  func rules(of feature: Feature) -> [ServiceRule] {
    let rules = first.rules(of: feature)
    return rules.isEmpty ? second.rules(of: feature) : rules
  }

  func targetingText(of feature: Feature) -> String? {
    first.targetingText(of: feature) ?? second.targetingText(of: feature)
  }

  func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation? {
    first.explanation(of: feature, in: context) ?? second.explanation(of: feature, in: context)
  }

  func caveats(of feature: Feature, in context: EvaluationContext) -> [String] {
    first.caveats(of: feature, in: context) + second.caveats(of: feature, in: context)
  }

  func problems(beside other: any FlagEvaluator, of origin: Origin) -> [Problem] {
    first.problems(beside: other, of: origin)
  }

  func evaluator(
    drawing percentage: @escaping @Sendable () -> Double,
    onClock: (@Sendable () -> Void)?
  ) -> (any FlagEvaluator)? {
    let first = first.evaluator(drawing: percentage, onClock: onClock)
    let second = second.evaluator(drawing: percentage, onClock: onClock)
    guard first != nil || second != nil else { return nil }
    return ChainedEvaluator(first: first ?? self.first, second: second ?? self.second)
  }

  var targetingKeyUse: TargetingKeyUse {
    first.targetingKeyUse == .unused ? second.targetingKeyUse : first.targetingKeyUse
  }

  var contextKinds: [String]? { first.contextKinds ?? second.contextKinds }

  var hasContextKinds: Bool { first.hasContextKinds || second.hasContextKinds }

  var userParts: Set<UserPart> { first.userParts.union(second.userParts) }
}
