/// The allocation of one user to an outcome of a feature, before overrides and the build apply.
public enum Allocation: Hashable, Sendable {
  /// The assignment of the user, from 0 to 100, which selects a variation by the biases.
  case assignment(Double)
  /// The outcome of a flag service; `nil` where the service has no variation for the user.
  ///
  /// The rule is the key of the rule that selected the outcome, where one did.
  case outcome(ServiceVariation?, rule: String? = nil, reason: EvaluationReason)
}

/// The reason for the result of an evaluation, in the terms of OpenFeature.
public enum EvaluationReason: String, Hashable, Sendable, CaseIterable {
  /// The result is the same for every user.
  case fixed = "STATIC"
  /// A rule of the flag service matched the user.
  case targetingMatch = "TARGETING_MATCH"
  /// Bucketing by biases or traffic allocation selected the variation.
  case split = "SPLIT"
  /// No rule matched, and the default applies.
  case byDefault = "DEFAULT"
  /// The configuration disables the feature.
  case disabled = "DISABLED"
  /// The override of a tester applies.
  case override = "OVERRIDE"
  /// The source has no result for this user, such as a response that was sent for another user.
  case unknown = "UNKNOWN"
}
