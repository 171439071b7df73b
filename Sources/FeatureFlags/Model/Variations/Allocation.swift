/// The allocation of one user to an outcome of a feature, computed by an evaluator before overrides
/// are applied.
public enum Allocation: Hashable, Sendable {
  /// The assignment of the user, from 0 to 100, which selects a variation by the biases.
  case assignment(Double)
  /// The outcome of a flag service; `nil` if the service has no variation for the user.
  ///
  /// `rule` is the key of the rule that selected the outcome; `nil` if no rule did.
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
  /// No rule matched, so the default variation applies.
  case byDefault = "DEFAULT"
  /// The configuration disables the feature.
  case disabled = "DISABLED"
  /// An override of the tester forces the result.
  case override = "OVERRIDE"
  /// The source has no result for this user: for example, its response was sent for a different
  /// user.
  case unknown = "UNKNOWN"
}
