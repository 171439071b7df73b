/// How a decision came about: every rule that was looked at, in order, with what was found.
public struct Trace: Hashable, Sendable {
  /// The rules that were looked at, in order.
  public internal(set) var entries: [Entry] = []

  /// One rule, or the flag as a whole.
  public struct Entry: Hashable, Sendable {
    /// What the entry is about.
    public let place: Place
    /// The key of the flag, rule or holdout.
    public let key: String
    /// What was checked, in order.
    public internal(set) var checks: [Check] = []
    /// The key of the variation that the entry gave; `nil` if it gave none.
    public internal(set) var variation: String?
  }

  /// What an entry is about.
  public enum Place: String, Hashable, Sendable {
    /// The flag, whatever its rules.
    case flag
    /// A holdout for all rules.
    case globalHoldout = "holdout"
    /// A holdout for one rule.
    case localHoldout = "local holdout"
    /// An experiment.
    case experiment
    /// A delivery rule.
    case delivery = "delivery rule"
    /// The last delivery rule.
    case everyoneElse = "everyone else"
  }

  /// One thing that was checked about a rule.
  public enum Check: Hashable, Sendable {
    /// A tester wants a variation; it counts if the flag has it.
    case forcedDecision(variation: String, isKnown: Bool)
    /// The rule does not run.
    case notRunning(status: String)
    /// A variation was forced in the older way; it counts if the rule has it.
    case forcedVariation(variation: String, isKnown: Bool)
    /// The user is on the allow-list; it counts if the rule has the variation.
    case allowList(variation: String, isKnown: Bool)
    /// The user's profile has a variation; `nil` if the rule has it no more.
    case profile(variationID: String, variation: String?)
    /// The audience; there is no tree where everyone is meant.
    case audience(ConditionTrace?, Truth)
    /// The holdout has the user, and leaves targeted deliveries and the delivery rules alone.
    case sparesTargetedDeliveries
    /// The rule asks a service for the variation, which cannot be waited for.
    case contextualBandit
    /// The service of the contextual bandit has predicted a variation; `nil` if the rule has it no
    /// more.
    case prediction(variationID: String, variation: String?)
    /// The experiments of a group share its buckets.
    case group(id: String, bucket: Int, ranges: [Range], isChosen: Bool)
    /// The rule's own buckets; there is no variation where nobody is meant.
    case bucket(Int, ranges: [Range], variation: String?)
  }

  /// The buckets that one variation, or one experiment of a group, gets.
  public struct Range: Hashable, Sendable {
    /// The first bucket, of 10,000.
    public let start: Int
    /// The first bucket beyond the range; a range that ends before its start is empty.
    public let end: Int
    /// The key of the variation or experiment; `nil` for nobody.
    public let name: String?
    /// The id of the variation or experiment as the datafile has it, which may not exist.
    let entityID: String

    /// Makes consecutive ranges of the ends of a traffic allocation.
    static func all(_ ranges: [(end: Int, name: String?, entityID: String)]) -> [Range] {
      var start = 0
      return ranges.map { range in
        defer { start = max(start, range.end) }
        return Range(start: start, end: range.end, name: range.name, entityID: range.entityID)
      }
    }
  }
}
