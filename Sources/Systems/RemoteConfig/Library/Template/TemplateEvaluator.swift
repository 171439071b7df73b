import FeatureFlags

/// Evaluates the parameters of a Remote Config template.
///
/// Only Firebase evaluates the conditions of a template, so every user has the default value; a
/// tester can force the value of a condition.
struct TemplateEvaluator: FlagEvaluator {
  func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    { definition, _ in
      guard let outcome = definition.outcomes.first,
        outcome.variation.rawValue == RemoteConfigTemplate.defaultVariation
      else { return nil }
      return .outcome(outcome, reason: .byDefault)
    }
  }

  var targetingKeyUse: TargetingKeyUse { .unused }
  var userParts: Set<UserPart> { [] }
}
