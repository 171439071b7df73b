/// The steps of a decision: each evaluated rule in order, with its checks and their results.
public struct Trace: Hashable, Sendable {
  /// The evaluated rules, in evaluation order.
  public internal(set) var entries: [Entry] = []

  /// An evaluated rule, or the flag as a whole, with its checks and its result.
  public struct Entry: Hashable, Sendable {
    /// The kind of the rule, or `flag` for the flag as a whole.
    public let kind: EntryKind
    /// The key of the flag, rule or holdout.
    public let key: String
    /// The checks of the rule, in evaluation order.
    public internal(set) var checks: [Check] = []
    /// The key of the variation that the rule assigns; `nil` if the rule assigns none.
    public internal(set) var variation: String?
  }

  /// The kind of the rule in an entry, or the flag as a whole.
  public enum EntryKind: String, Hashable, Sendable {
    /// The flag as a whole, for its forced decision.
    case flag
    /// A holdout that applies to all rules.
    case globalHoldout = "holdout"
    /// A holdout that applies to one rule.
    case localHoldout = "local holdout"
    /// An experiment of the flag, evaluated before the delivery rules.
    case experiment
    /// A delivery rule of the flag, except the last one.
    case delivery = "delivery rule"
    /// The last delivery rule of the flag, which applies to everyone else.
    case everyoneElse = "everyone else"
  }

  /// A check of a rule, with its result.
  public enum Check: Hashable, Sendable {
    /// A variation is forced on the flag or the rule; ignored if the flag does not have the
    /// variation.
    case forcedDecision(variation: String, isKnown: Bool)
    /// The rule is not running: it assigns no variation.
    case notRunning(status: String)
    /// A variation is forced by the legacy API; ignored if the rule does not have the variation.
    case forcedVariation(variation: String, isKnown: Bool)
    /// The user is on the allow-list; ignored if the rule does not have the variation.
    case allowList(variation: String, isKnown: Bool)
    /// The user's profile has a sticky variation; its key is `nil` if the rule no longer has the
    /// variation.
    case profile(variationID: String, variation: String?)
    /// The result of the audience conditions, with the trace of the conditions; without a trace,
    /// the rule has no conditions and matches every user.
    case audience(ConditionTrace?, Truth)
    /// The holdout contains the user, but does not apply to targeted deliveries and delivery rules.
    case sparesTargetedDeliveries
    /// The rule needs a prediction, which a synchronous evaluation does not fetch.
    case contextualBandit
    /// The predicted variation of a contextual bandit; its key is `nil` if the rule no longer has
    /// it.
    case prediction(variationID: String, variation: String?)
    /// The user's bucket in the allocation of a group to its experiments.
    case group(id: String, bucket: Int, ranges: [Range], isChosen: Bool)
    /// The user's bucket in the traffic allocation of the rule; the variation is `nil` outside the
    /// traffic.
    case bucket(Int, ranges: [Range], variation: String?)
  }

  /// The buckets that are allocated to a variation, or to an experiment of a group.
  public typealias Range = BucketRange

  /// The placeholder id for the bucket range of a contextual bandit, to which no fixed variation is
  /// allocated.
  static let banditID = "$"
}
