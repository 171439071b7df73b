/// The result of evaluating one feature for one ``EvaluationContext``.
public struct Evaluation: Hashable, Sendable {
  /// The evaluated state: whether the feature is enabled or unlocked, its variation, and its
  /// variables.
  public let state: FeatureState
  /// The reason for the state, in the terms of OpenFeature.
  public let reason: EvaluationReason
  /// The key of the rule that selected the variation; `nil` if no rule selected it.
  public let rule: String?
  /// The facts about this evaluation that an SDK of the flag service reports, such as the bucket of the
  /// user; empty for most flag services, and if an override forces the result.
  public let metadata: [FlagDefinition.Metadatum]
  /// The way in which the configuration was obtained; `nil` if the program passed the configuration
  /// to the store.
  public internal(set) var origin: Origin?

  /// Whether the feature is enabled for the user.
  public var isEnabled: Bool { state.isEnabled }
  /// The variation that the user gets; `nil` if none applies.
  public var variation: TestVariation? { state.variation }
  /// The active values of the variables, in the order of declaration.
  public var variables: [Variable] { state.variables }

  /// Creates the result of an evaluator that another library implements.
  public init(
    state: FeatureState,
    reason: EvaluationReason,
    rule: String? = nil,
    metadata: [FlagDefinition.Metadatum] = [],
    origin: Origin? = nil
  ) {
    self.state = state
    self.reason = reason
    self.rule = rule
    self.metadata = metadata
    self.origin = origin
  }
}

extension Feature {
  /// Evaluates the feature for its user; the override has precedence over the configuration and the
  /// allocation.
  public func evaluation(in build: BuildKind) -> Evaluation {
    let isForced = isForcedForUser
    return Evaluation(
      state: state(in: build),
      reason: isForced ? .override : reason(in: build),
      rule: rule,
      metadata: isForced ? [] : evaluationMetadata
    )
  }

  /// Whether the override determines the result for the user.
  ///
  /// An override of rules does so only for users whom a forced rule selects. No override does so if the
  /// feature has no result because there is no user (see ``lacksTargetingKey``).
  package var isForcedForUser: Bool {
    guard let override, !override.isEmpty, !lacksTargetingKey else { return false }
    guard override.isOfRules else { return true }
    return activeOutcome != outcome || rule.map { override.rules[$0] != nil } ?? false
  }

  /// The reason for the state when overrides are ignored.
  private func reason(in build: BuildKind) -> EvaluationReason {
    guard enabled, build == .development || !isDevelopment else { return .disabled }
    guard isEvaluatedByService else { return type.isTest ? .split : .fixed }
    return outcomeReason ?? (type == .value ? .fixed : .byDefault)
  }
}
