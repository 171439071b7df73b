/// Evaluates the features of one source for any user, without side effects.
///
/// The features of a document are evaluated by ``BiasEvaluator``; a flag service has an evaluator
/// of its own. Overrides are a layer above: ``FlagStore/evaluate(_:in:build:)`` applies them. Every
/// call is safe from any thread.
public protocol FlagEvaluator: Sendable {
  /// Returns a function that allocates one user to the outcomes of features.
  ///
  /// The function may cache results that features share, such as audiences. Call it from one thread
  /// at a time.
  ///
  /// - Parameters:
  ///   - context: The user.
  ///   - count: The number of features to allocate, as a hint: for several features, shared results
  ///     are worth a cache.
  /// - Returns: The function.
  func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator

  /// The problems of the source for one user, such as attributes that no condition reads.
  func problems(in context: EvaluationContext) -> [Problem]

  /// Whether features have rules for which a variation can be forced.
  var hasRules: Bool { get }

  /// The rules that can select a variation of the feature, in the order in which they are
  /// evaluated.
  func rules(of feature: Feature) -> [ServiceRule]

  /// The steps of the evaluation for one user; `nil` where the evaluator records none.
  func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation?

  /// Warnings for when the app may run another document of the source than this one.
  ///
  /// - Parameters:
  ///   - other: The evaluator of the other document.
  ///   - origin: The location of the other document: `cache` for the cached one, or `fallback`.
  /// - Returns: The warnings.
  func problems(beside other: any FlagEvaluator, of origin: Origin) -> [Problem]

  /// The use that the evaluator makes of the targeting key.
  var targetingKeyUse: TargetingKeyUse { get }

  /// The evaluator of a document that a server sent for one user.
  ///
  /// - Parameter context: The user of the request.
  /// - Returns: An evaluator that has no result for other users, where the server allocates users;
  ///   by default the evaluator itself.
  func fetched(for context: EvaluationContext) -> any FlagEvaluator
}

/// The use that an evaluator makes of the targeting key of a user.
public enum TargetingKeyUse: Hashable, Sendable {
  /// Every user has the same results.
  case unused
  /// A user without a key has results too.
  case optional
  /// A user without a key may have no result.
  case required
}

/// Allocates one user to an outcome of a feature.
///
/// The second argument has the variations that an override forces for rules of the feature, by rule
/// key. The result is `nil` where the evaluator does not know the feature, or where every user has
/// the same outcome.
public typealias FlagAllocator = (FlagDefinition, _ forcing: [String: TestVariation]) -> Allocation?

extension FlagEvaluator {
  /// No problems.
  public func problems(in context: EvaluationContext) -> [Problem] { [] }

  /// `false`: only some flag services publish their rules.
  public var hasRules: Bool { false }

  /// No rules.
  public func rules(of feature: Feature) -> [ServiceRule] { [] }

  /// No recorded steps.
  public func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation? {
    nil
  }

  /// No warnings.
  public func problems(beside other: any FlagEvaluator, of origin: Origin) -> [Problem] { [] }

  /// The evaluator itself: the document is the same for every user.
  public func fetched(for context: EvaluationContext) -> any FlagEvaluator { self }

  /// `required`: most services bucket users by the key.
  public var targetingKeyUse: TargetingKeyUse { .required }

  /// Evaluates one feature for one user, without overrides.
  ///
  /// - Parameters:
  ///   - definition: The definition of the feature.
  ///   - context: The user.
  ///   - build: The build of the app; features under development are off in release builds.
  /// - Returns: The result.
  public func evaluate(
    _ definition: FlagDefinition,
    in context: EvaluationContext,
    build: Build = .release
  ) -> Evaluation {
    var feature = Feature(definition)
    feature.allocate(by: allocator(for: context, count: 1))
    return feature.evaluation(in: build)
  }
}

extension Feature {
  /// Replaces the allocation; a feature that the evaluator does not know stays as it is.
  mutating func allocate(by allocator: FlagAllocator) {
    if let allocation = allocator(definition, [:]) { apply(allocation) }
    allocateForcedRules(by: allocator)
  }

  /// Replaces the outcome with the forced rules of the override.
  mutating func allocateForcedRules(by allocator: FlagAllocator) {
    let rules = override?.rules ?? [:]
    guard !rules.isEmpty else { return outcomeByForcedRules = nil }
    if case .outcome(let outcome, _, _)? = allocator(definition, rules) {
      outcomeByForcedRules = outcome
    }
  }

  private mutating func apply(_ allocation: Allocation) {
    switch allocation {
    case .assignment(let number): assignment = number
    case .outcome(let outcome, let rule, let reason):
      serviceResult = ServiceResult(outcome: outcome, rule: rule, reason: reason)
    }
  }
}

/// A rule of a flag service for which an override can force a variation.
public struct ServiceRule: Hashable, Sendable {
  /// The key of the rule in the service.
  public let key: String
  /// The kind of rule, for display, such as `experiment`.
  public let kind: String
  /// The variations that the rule can select.
  public let variations: [TestVariation]

  /// Creates a rule.
  public init(key: String, kind: String, variations: [TestVariation]) {
    self.key = key
    self.kind = kind
    self.variations = variations
  }
}
