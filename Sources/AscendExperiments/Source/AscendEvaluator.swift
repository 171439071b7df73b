import FeatureFlags

/// Evaluates experiments by the response of an Ascend server, which allocates users itself.
struct AscendEvaluator: FlagEvaluator {
  /// The variant of the requested user, by experiment.
  let variants: [FeatureName: ServiceVariation]
  /// The user of the request; `nil` where the response was not fetched for one user.
  var context: EvaluationContext?

  /// Allocates the user of the request to their variants; other users have no result.
  func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    let isRequested = self.context.map { $0 == context } ?? true
    return { [variants] definition, _ in
      guard let variant = variants[definition.name] else { return nil }
      return isRequested
        ? .outcome(variant, reason: .split) : .outcome(nil, reason: .unknown)
    }
  }

  /// `optional`: a user without a key is a guest.
  var targetingKeyUse: TargetingKeyUse { .optional }

  func fetched(for context: EvaluationContext) -> any FlagEvaluator {
    AscendEvaluator(variants: variants, context: context)
  }
}
