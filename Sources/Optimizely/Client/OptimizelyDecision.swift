import FeatureFlags

/// What a user gets of a flag, by the names of the service's documents.
public struct OptimizelyDecision: Sendable {
  /// The key of the variation; `nil` if no rule has one for the user.
  public var variationKey: String? { decision.variation }
  /// Whether the flag is on.
  public var enabled: Bool { decision.isEnabled }
  /// The values of the variables.
  public var variables: OptimizelyJSON { OptimizelyJSON(decision.variables) }
  /// The key of the rule; `nil` if no rule has decided.
  public var ruleKey: String? { decision.rule }
  /// The key of the flag.
  public var flagKey: String { decision.flag }
  /// Why, errors first; all steps only with the option `includeReasons`.
  public var reasons: [String] { decision.reasons }
  /// The user, as they were when the decision was made.
  public let userContext: OptimizelyUserContext
  /// Everything that is known about the decision.
  public let decision: FlagDecision
}

extension OptimizelyDecision: Equatable, CustomStringConvertible {
  /// Compares everything but the trace.
  public static func == (left: OptimizelyDecision, right: OptimizelyDecision) -> Bool {
    left.variationKey == right.variationKey && left.enabled == right.enabled
      && left.variables == right.variables && left.ruleKey == right.ruleKey
      && left.flagKey == right.flagKey && left.userContext == right.userContext
      && left.reasons == right.reasons
  }

  /// The decision as JSON, with the user.
  public var description: String { "{ decision: \(decision.json.text()), user: \(userContext) }" }
}
