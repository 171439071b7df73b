/// The allocation of one user to an outcome of a feature, computed by an evaluator before overrides
/// are applied.
public enum Allocation: Hashable, Sendable {
  /// The assignment of the user: a number from 0 to 100 that selects a variation according to the biases.
  case assignment(Double)
  /// The outcome of a flag service; `nil` if the service has no variation for the user.
  ///
  /// `rule` is the key of the rule that selected the outcome; `nil` if no rule did. `metadata` are the
  /// facts about this evaluation that an SDK of the service reports.
  case outcome(
    ServiceVariation?,
    rule: String? = nil,
    reason: EvaluationReason,
    metadata: [FlagDefinition.Metadatum] = []
  )
  /// The flag service cannot evaluate the feature for the user; an app uses its own default.
  case failure(EvaluationFailure)
}

/// The reason why a flag service cannot evaluate a feature for a user, in the terms of OpenFeature.
public struct EvaluationFailure: Error, Hashable, Sendable {
  /// The kind of a failure; the raw value is its error code in OpenFeature.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A rule of the feature cannot be evaluated, for example because of an unknown operator.
    case parseError = "PARSE_ERROR"
    /// The user lacks the targeting key, which the feature needs.
    case targetingKeyMissing = "TARGETING_KEY_MISSING"
    /// The configuration of the feature is inconsistent, for example because a rule has no result.
    case flagConfiguration = "FLAG_CONFIG"
    /// The flag service rejects the evaluation context as malformed.
    case invalidContext = "INVALID_CONTEXT"
    /// Any other failure, such as a rule whose result is no variation.
    case general = "GENERAL"
  }

  /// The kind of the failure.
  public let code: Code
  /// The description of the failure, with the found and the expected value.
  public let message: String
  /// The facts about the evaluation that an SDK of the service reports.
  public let metadata: [FlagDefinition.Metadatum]

  /// Creates the failure of an evaluator that another library implements.
  public init(_ code: Code, _ message: String, metadata: [FlagDefinition.Metadatum] = []) {
    self.code = code
    self.message = message
    self.metadata = metadata
  }
}

/// The reason for the result of an evaluation, in the terms of OpenFeature.
public enum EvaluationReason: String, Hashable, Sendable, CaseIterable {
  /// The result is the same for every user.
  case fixed = "STATIC"
  /// A rule of the flag service matched the user.
  case targetingMatch = "TARGETING_MATCH"
  /// A rule of the flag service matched the user, and bucketing selected one of its variations.
  case targetingSplit = "TARGETING_MATCH_SPLIT"
  /// Bucketing by biases or traffic allocation selected the variation.
  case split = "SPLIT"
  /// No rule matched, so the default variation applies.
  case byDefault = "DEFAULT"
  /// The configuration disables the feature.
  case disabled = "DISABLED"
  /// The flag service cannot evaluate the feature for the user.
  case failed = "ERROR"
  /// An override of the tester forces the result.
  case override = "OVERRIDE"
  /// The source has no result for this user: for example, its response is for a different user.
  case unknown = "UNKNOWN"
}
