/// The allocation of one user to an outcome of a feature, before overrides and the build apply.
public enum Allocation: Hashable, Sendable {
  /// The number from 0 to 100 that places the user among the biases.
  case assignment(Double)
  /// The outcome of a flag service; `nil` where the service has no variation for the user.
  ///
  /// The rule is the key of the rule that selected the outcome, where one did.
  case outcome(ServiceVariation?, rule: String? = nil, reason: EvaluationReason)
}

/// Why an evaluation has its result, in the terms of OpenFeature.
public enum EvaluationReason: String, Hashable, Sendable, CaseIterable {
  /// The result is the same for every user.
  case fixed = "STATIC"
  /// A rule of the flag service matched the user.
  case targetingMatch = "TARGETING_MATCH"
  /// The user's place among biases or traffic shares selected the variation.
  case split = "SPLIT"
  /// No rule matched, and the default applies.
  case byDefault = "DEFAULT"
  /// The configuration disables the feature.
  case disabled = "DISABLED"
  /// The override of a tester applies.
  case override = "OVERRIDE"
  /// The source has no result for this user, such as a server that was asked for another user.
  case unknown = "UNKNOWN"
}
