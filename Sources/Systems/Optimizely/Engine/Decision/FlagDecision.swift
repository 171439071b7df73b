package import Documents
public import FeatureFlags

/// The result of evaluating a flag for a user: state, variation, variables and reasons.
public struct FlagDecision: Hashable, Sendable {
  /// The kind of rule that determined a decision.
  public enum Source: String, Hashable, Sendable {
    /// An experiment, or a forced decision of the flag.
    case featureTest = "feature-test"
    /// A delivery rule; also the source of a decision without a rule.
    case rollout
    /// A holdout that contains the user.
    case holdout
  }

  /// A variation to store in the user's profile.
  public struct StickyVariation: Hashable, Sendable {
    /// The id of the experiment that assigned the variation.
    public let experimentID: String
    /// The id of the variation to store.
    public let variationID: String
  }

  /// The key of the evaluated flag; empty for the decision of a single experiment.
  public let flag: String
  /// Whether the flag is on for the user.
  public package(set) var isEnabled = false
  /// The key of the variation; `nil` if no rule matches the user.
  public internal(set) var variation: String?
  /// The id of the variation; `nil` if no rule matches the user.
  public internal(set) var variationID: String?
  /// The key of the rule that determined the variation; `nil` if no rule did.
  public internal(set) var rule: String?
  /// The id of the rule that determined the variation; `nil` if no rule did.
  public internal(set) var ruleID: String?
  /// The kind of rule that determined the decision; `nil` if the evaluation failed.
  public internal(set) var source: Source?
  /// The values of the variables, by key.
  public package(set) var variables: [String: VariableValue] = [:]
  /// The keys of the variables that are missing because their text cannot be parsed as their type.
  public package(set) var invalidVariables: [String] = []
  /// The reasons: errors first, and with ``DecideOptions/includeReasons`` also all steps of the
  /// evaluation.
  public package(set) var reasons: [String] = []
  /// The prediction that selected the variation; `nil` if no contextual bandit selected it.
  package var prediction: Prediction?
  /// The prediction of a contextual bandit that the evaluation needs, but that was not fetched or
  /// failed; `nil` if no prediction is missing.
  package var missing: Prediction?
  /// The error messages; the reasons contain them even without ``DecideOptions/includeReasons``.
  package var errors: [String] = []
  /// The new variation to store in the user's profile; `nil` if the profile does not change.
  public internal(set) var sticky: StickyVariation?
  /// Whether a client sends an impression of the decision.
  public internal(set) var sendsImpression = false
  /// The decisions of holdouts that contain the user but do not exclude them from targeted
  /// deliveries; contains at most one decision.
  public internal(set) var passedHoldouts: [FlagDecision] = []
  /// The steps of the evaluation; `nil` without ``DecideOptions/includeTrace``.
  public internal(set) var trace: Trace?

  init(flag: String) { self.flag = flag }

  /// The decisions for which a client sends impressions, among ``passedHoldouts`` and this decision.
  public var impressions: [FlagDecision] { (passedHoldouts + [self]).filter(\.sendsImpression) }

  /// Whether the evaluation failed: the client has no datafile, the flag is unknown, or the
  /// prediction of a contextual bandit is missing.
  public var hasFailed: Bool { source == nil }

  /// Creates the decision of a failed evaluation, which is off and has the error as its reason.
  static func failed(_ flag: String, because error: OptimizelyError) -> FlagDecision {
    var decision = FlagDecision(flag: flag)
    decision.reasons = [error.reason]
    decision.errors = decision.reasons
    return decision
  }

  /// Creates the decision of a flag whose contextual bandit has no prediction; the flag is off.
  static func withoutPrediction(_ flag: String, _ missing: Prediction) -> FlagDecision {
    var decision = FlagDecision.failed(flag, because: .cmabFetchFailed(missing.key))
    let reason = "Failed to fetch CMAB data for experiment \(missing.key)."
    (decision.reasons, decision.errors) = ([reason], [reason])
    decision.missing = missing
    return decision
  }

  /// Creates the decision of a flag for a client that has no datafile yet.
  public static func notReady(_ flag: String) -> FlagDecision {
    failed(flag, because: .sdkNotReady)
  }

  /// The decision as JSON, with the members of ``members``.
  package var json: JSONValue { .object(members) }

  /// The members of the decision as a JSON object, with null for missing values; the reasons include the
  /// steps of the trace.
  package var members: [(key: String, value: JSONValue)] {
    let nulls = invalidVariables.map { ($0, JSONValue.null) }
    let values = variables.mapValues(\.json).merging(nulls) { value, _ in value }
    let members = values.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
    return [
      ("flag", .string(flag)),
      ("enabled", .bool(isEnabled)),
      ("variation", .text(variation)),
      ("rule", .text(rule)),
      ("source", .text(source?.rawValue)),
      ("variables", .object(members)),
      ("reasons", .list((reasons + (trace?.sentences ?? [])).map(JSONValue.string))),
    ]
  }
}

/// The prediction of a contextual bandit's service: the variation of a rule for one user.
package struct Prediction: Hashable, Sendable {
  /// The outcome of the request to the prediction service.
  package enum Outcome: Hashable, Sendable {
    /// The service selected a variation; impressions contain the id of the prediction.
    case variation(id: String, predictionID: String)
    /// The request failed with an error.
    case failed(OptimizelyError)
  }

  /// The id of the rule, which identifies the contextual bandit.
  package let rule: String
  /// The key of the rule, for the error of a failed request.
  package let key: String
  /// The ids of the attributes that the prediction service receives.
  package let attributeIDs: [String]
  /// The outcome of the request; `nil` until there is a response.
  package var outcome: Outcome?

  /// The id of the prediction, which impressions contain; `nil` if no variation was predicted.
  package var id: String? {
    if case .variation(_, let id) = outcome { id } else { nil }
  }
}

/// The options of a decision, such as which parts of the result to include.
public struct DecideOptions: OptionSet, Hashable, Sendable {
  /// The options as a bit mask, with one bit for each option.
  public let rawValue: Int

  /// Creates options from a bit mask; unknown bits have no effect.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Creates an option set from the options of the SDK; the raw value of each case is the index of
  /// its bit.
  public init(_ options: [OptimizelyDecideOption]) {
    self = options.reduce([]) { $0.union(DecideOptions(rawValue: 1 << $1.rawValue)) }
  }

  /// Sends no impression.
  public static let disableDecisionEvent = DecideOptions(rawValue: 1 << 0)
  /// Excludes flags that are off from the results of calls that evaluate several flags.
  public static let enabledFlagsOnly = DecideOptions(rawValue: 1 << 1)
  /// Neither reads nor stores sticky variations.
  public static let ignoreUserProfileService = DecideOptions(rawValue: 1 << 2)
  /// Includes all steps of the evaluation in the reasons instead of only errors.
  public static let includeReasons = DecideOptions(rawValue: 1 << 3)
  /// Excludes the variables from the decision.
  public static let excludeVariables = DecideOptions(rawValue: 1 << 4)
  /// Neither reads nor stores cached predictions of contextual bandits.
  public static let ignoreBanditCache = DecideOptions(rawValue: 1 << 5)
  /// Removes all cached predictions of contextual bandits before the decision.
  public static let resetBanditCache = DecideOptions(rawValue: 1 << 6)
  /// Removes the cached prediction for the user and the rule before the decision.
  public static let invalidateUserBanditCache = DecideOptions(rawValue: 1 << 7)
  /// Adds a trace to the decision; the SDKs do not have this option.
  public static let includeTrace = DecideOptions(rawValue: 1 << 8)

  /// The options with their names in the SDKs.
  public static let names: [(name: String, option: DecideOptions)] =
    OptimizelyDecideOption.allCases.map { ("\($0)", DecideOptions([$0])) }

  /// Creates the option with the given SDK name; `nil` if there is none.
  public init?(name: String) {
    guard let option = Self.names.first(where: { $0.name == name })?.option else { return nil }
    self = option
  }
}

/// The options of a decision, with the names of the SDKs.
public enum OptimizelyDecideOption: Int, CaseIterable, Hashable, Sendable {
  /// Sends no impression.
  case disableDecisionEvent
  /// Excludes flags that are off from the results of calls that evaluate several flags.
  case enabledFlagsOnly
  /// Neither reads nor stores sticky variations.
  case ignoreUserProfileService
  /// Includes all steps of the evaluation in the reasons instead of only errors.
  case includeReasons
  /// Excludes the variables from the decision.
  case excludeVariables
  /// Neither reads nor stores cached predictions of contextual bandits.
  case ignoreCmabCache
  /// Removes all cached predictions of contextual bandits before the decision.
  case resetCmabCache
  /// Removes the cached prediction for the user and the rule before the decision.
  case invalidateUserCmabCache
}
