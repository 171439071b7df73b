public import FeatureFlags

/// What a user gets of a flag.
public struct FlagDecision: Hashable, Sendable {
  /// Which kind of rule has decided.
  public enum Source: String, Hashable, Sendable {
    /// An experiment, or a decision that was forced on the flag.
    case featureTest = "feature-test"
    /// A delivery rule, or no rule at all.
    case rollout
    /// A holdout.
    case holdout
  }

  /// A variation that the user's profile should keep.
  public struct StickyVariation: Hashable, Sendable {
    /// The experiment.
    public let experimentID: String
    /// The variation.
    public let variationID: String
  }

  /// The key of the flag.
  public let flag: String
  /// Whether the flag is on.
  public internal(set) var isEnabled = false
  /// The key of the variation; `nil` if no rule has one for the user.
  public internal(set) var variation: String?
  /// The identifier of the variation.
  public internal(set) var variationID: String?
  /// The key of the rule; `nil` if no rule has decided.
  public internal(set) var rule: String?
  /// The identifier of the rule.
  public internal(set) var ruleID: String?
  /// Which kind of rule has decided; `nil` if there is no such flag.
  public internal(set) var source: Source?
  /// The values of the variables, by key.
  public internal(set) var variables: [String: VariableValue] = [:]
  /// The keys of variables that are left out because their text is not of their type.
  public internal(set) var invalidVariables: [String] = []
  /// Why, errors first; all steps only with the option `includeReasons`.
  public internal(set) var reasons: [String] = []
  /// The prediction that selected the variation.
  var prediction: Prediction?
  /// The prediction of a contextual bandit that the decision needs and does not have.
  var missing: Prediction?
  /// The reasons that are errors, which every decision has.
  var errors: [String] = []
  /// What the user's profile should keep from now on, if that is new.
  public internal(set) var sticky: StickyVariation?
  /// Whether the service would be told of the decision.
  public internal(set) var sendsImpression = false
  /// What the holdout decided that has the user and let this decision pass; none or one.
  public internal(set) var passedHoldouts: [FlagDecision] = []
  /// The steps, with the option `includeTrace`.
  public internal(set) var trace: Trace?

  init(flag: String) { self.flag = flag }

  /// What the service would be told of: the holdout that let the decision pass, and the decision.
  public var impressions: [FlagDecision] { (passedHoldouts + [self]).filter(\.sendsImpression) }

  /// Whether no decision could be made: there is no datafile, no such flag, or no prediction of its
  /// contextual bandit.
  public var hasFailed: Bool { source == nil }

  /// A decision that cannot be made.
  static func failed(_ flag: String, because error: OptimizelyError) -> FlagDecision {
    var decision = FlagDecision(flag: flag)
    decision.reasons = [error.reason]
    decision.errors = decision.reasons
    return decision
  }

  /// The decision about a flag as long as there is no datafile.
  public static func notReady(_ flag: String) -> FlagDecision {
    failed(flag, because: .sdkNotReady)
  }

  /// The decision as JSON, with nulls for what there is not; the steps of a trace are reasons, too.
  package var json: JSONValue {
    let variables = variables.sorted { $0.key < $1.key }
    return .object([
      ("flag", .string(flag)),
      ("enabled", .bool(isEnabled)),
      ("variation", .text(variation)),
      ("rule", .text(rule)),
      ("source", .text(source?.rawValue)),
      ("variables", .object(variables.map { (key: $0.key, value: $0.value.json) })),
      ("reasons", .list((reasons + (trace?.sentences ?? [])).map(JSONValue.string))),
    ])
  }
}
