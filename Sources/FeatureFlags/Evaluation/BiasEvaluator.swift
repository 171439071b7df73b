/// Evaluates tests by their biases, as the FeatureFlags framework does.
///
/// A user with a targeting key has a computed assignment, the same on every machine: MurmurHash3
/// (x86, 32 bits, seed 1) over the UTF-8 of the key and the feature's name, scaled to [0, 100). A
/// user without a key has the random assignment that the store drew.
public struct BiasEvaluator: FlagEvaluator {
  /// Creates the evaluator, which has no state.
  public init() {}

  /// `optional`: the assignment of a user without a key is drawn.
  public var targetingKeyUse: TargetingKeyUse { .optional }

  /// Computes assignments for a user with a targeting key.
  public func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    guard let key = context.targetingKey else { return { _, _ in nil } }
    return { definition, _ in
      guard definition.usesAssignment else { return nil }
      return .assignment(UserAssignment.number(user: key, feature: definition.name))
    }
  }
}
