import FeatureFlags

/// The decision of a flag for a user: state, variation, variables and reasons.
///
/// ```swift
/// let client = OptimizelyClient(sdkKey: "your-key")
/// try await client.start()
/// let user = client.createUserContext(userId: "ana")
/// let decision = user.decide(key: "new_cart", options: [.includeReasons])
/// if decision.enabled { print(decision.variationKey ?? "", decision.variables) }
/// for reason in decision.reasons { print(reason) }
/// ```
///
/// A decision is a snapshot: later changes of the user or the datafile do not affect it.
public struct OptimizelyDecision: Sendable {
  /// The key of the variation; `nil` if no rule matches the user.
  public var variationKey: String? { decision.variation }
  /// Whether the flag is on for the user.
  public var enabled: Bool { decision.isEnabled }
  /// The values of the flag's variables in the variation.
  public var variables: OptimizelyJSON { OptimizelyJSON(decision.variables) }
  /// The key of the rule that determined the variation; `nil` if no rule did.
  public var ruleKey: String? { decision.rule }
  /// The key of the evaluated flag.
  public var flagKey: String { decision.flag }
  /// The reasons: errors first, and with ``OptimizelyDecideOption/includeReasons`` also all steps
  /// of the evaluation.
  public var reasons: [String] { decision.reasons }
  /// A snapshot of the user at the time of the decision.
  public let userContext: OptimizelyUserContext
  /// The decision of the evaluator, with further properties such as the trace.
  public let decision: FlagDecision
}

extension OptimizelyDecision: Equatable, CustomStringConvertible {
  /// Compares all properties of the SDK's decision; the trace is ignored.
  public static func == (left: OptimizelyDecision, right: OptimizelyDecision) -> Bool {
    left.variationKey == right.variationKey && left.enabled == right.enabled
      && left.variables == right.variables && left.ruleKey == right.ruleKey
      && left.flagKey == right.flagKey && left.userContext == right.userContext
      && left.reasons == right.reasons
  }

  /// The decision as JSON and the user, on one line.
  public var description: String { "{ decision: \(decision.json.text()), user: \(userContext) }" }
}
