/// The result of evaluating one feature for one ``EvaluationContext``.
public struct Evaluation: Hashable, Sendable {
  /// Whether the feature is enabled, the variation, the lock and the variables.
  public let state: FeatureState
  /// Why the feature has this state.
  public let reason: EvaluationReason
  /// The key of the rule that selected the variation; `nil` where no rule did.
  public let rule: String?
  /// How the configuration was obtained; `nil` where the program passed it to the store itself.
  public internal(set) var origin: Origin?

  /// Whether the feature is enabled.
  public var isEnabled: Bool { state.isEnabled }
  /// The variation that the user gets; `nil` for none.
  public var variation: TestVariation? { state.variation }
  /// The values of the variables, in the order in which they are declared.
  public var variables: [Variable] { state.variables }

  /// Creates a result, for an evaluator outside this library.
  public init(
    state: FeatureState,
    reason: EvaluationReason,
    rule: String? = nil,
    origin: Origin? = nil
  ) {
    self.state = state
    self.reason = reason
    self.rule = rule
    self.origin = origin
  }
}

extension Feature {
  /// Evaluates the feature for its user: the override first, then the configuration and the
  /// allocation.
  public func evaluation(in build: Build) -> Evaluation {
    let isForced = override.map { !$0.isEmpty } ?? false
    return Evaluation(
      state: state(in: build),
      reason: isForced ? .override : reason(in: build),
      rule: rule
    )
  }

  /// The reason without an override.
  private func reason(in build: Build) -> EvaluationReason {
    guard enabled, build == .development || !isDevelopment else { return .disabled }
    guard isEvaluatedByService else { return type.isTest ? .split : .fixed }
    return outcomeReason ?? (type == .value ? .fixed : .byDefault)
  }
}
