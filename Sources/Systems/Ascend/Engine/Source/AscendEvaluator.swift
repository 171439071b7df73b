import FeatureFlags

/// Evaluates experiments by reading the variants from the response of an Ascend server, which
/// assigns variants to users itself.
struct AscendEvaluator: FlagEvaluator {
  /// The variants of the user for whom the response was requested, by experiment.
  let variants: [Feature.Name: ServiceVariation]
  /// The user for whom the response was requested; `nil` if the response was not fetched for one
  /// user.
  var context: EvaluationContext?

  /// Returns a function that allocates the user of the request to the variants of the response;
  /// other users have no result.
  func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    let isRequested = self.context.map { $0 == context } ?? true
    return { [variants] definition, _ in
      guard let variant = variants[definition.name] else { return nil }
      return isRequested
        ? .outcome(variant, reason: .split) : .outcome(nil, reason: .unknown)
    }
  }

  /// Whether evaluation needs a targeting key: `optional`, because a user without a key is a guest.
  var targetingKeyUse: TargetingKeyUse { .optional }

  func fetched(for context: EvaluationContext) -> any FlagEvaluator {
    AscendEvaluator(variants: variants, context: context)
  }
}
