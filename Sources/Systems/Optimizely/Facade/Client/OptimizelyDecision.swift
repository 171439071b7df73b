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

/// The target of a forced decision, with the names of the SDK.
public typealias OptimizelyDecisionContext = UserContext.ForcedDecision

extension OptimizelyDecisionContext {
  /// The key of the flag to which the forced decision applies.
  public var flagKey: String { flag }
  /// The key of the rule; `nil` for the whole flag.
  public var ruleKey: String? { rule }

  /// Creates the target of a forced decision: a rule, or the whole flag if `ruleKey` is `nil`.
  public init(flagKey: String, ruleKey: String? = nil) {
    self.init(flag: flagKey, rule: ruleKey)
  }
}

/// A forced decision: the variation that is forced on a user.
public struct OptimizelyForcedDecision: Hashable, Sendable {
  /// The key of the variation, which must belong to a rule of the flag.
  public let variationKey: String

  /// Creates a forced decision for the variation with the given key.
  public init(variationKey: String) { self.variationKey = variationKey }
}
