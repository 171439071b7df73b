/// Evaluates tests by their biases (the percentage of users of each variation), with the algorithm of the
/// FeatureFlags framework.
///
/// The assignment of a user with a targeting key is computed and is the same on every machine:
/// MurmurHash3 (x86, 32 bits, seed 1) over the UTF-8 of the key and the feature's name, scaled to [0,
/// 100). For a user without a key, the store chooses a random assignment.
public struct BiasEvaluator: FlagEvaluator {
  /// Creates an evaluator, which has no state.
  public init() {}

  /// The use of the targeting key: it is `optional`, because a user without a key gets a random assignment.
  public var targetingKeyUse: TargetingKeyUse { .optional }

  /// The parts of a user that the evaluator reads besides the targeting key: none.
  public var userParts: Set<UserPart> { [] }

  /// Returns a caveat for an override of single users: a document of features has no users.
  public func caveats(of feature: Feature, in context: EvaluationContext) -> [String] {
    switch feature.overrideScope {
    case .everyone: []
    case .key(let key, _):
      ["only apps that follow overrides, use OFREP, or request features.json?user=\(key) get it"]
    case .attribute: ["only apps that follow overrides or use OFREP get it"]
    }
  }

  /// Returns a function that computes the assignments of a user with a targeting key; for a user
  /// without a key, the function returns `nil` for every feature.
  public func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    guard let key = context.targetingKey else { return { _, _ in nil } }
    return { definition, _ in
      guard definition.usesAssignment else { return nil }
      return .assignment(UserAssignment.number(user: key, feature: definition.name))
    }
  }
}
