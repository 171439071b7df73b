import FeatureFlags
import Targeting

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
    case excludesTargetedDeliveries
    /// The rule needs a prediction that is missing: a synchronous evaluation does not fetch
    /// predictions, or the request failed.
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

// MARK: Text

extension Trace: CustomStringConvertible {
  /// The trace as text, with the checks indented below their rules.
  public var description: String { lines.joined(separator: "\n") }

  /// The lines of the trace, with the checks indented below their rules.
  public var lines: [String] {
    entries.flatMap { entry in
      ["\(entry.title): \(entry.variation ?? "no match")"]
        + entry.checks.flatMap(\.lines).map { "  " + $0 }
    }
  }

  /// The steps as sentences, for the reasons of a decision.
  var sentences: [String] {
    entries.flatMap { entry in
      entry.checks.map { "\(entry.title): \($0)." }
        + [entry.title + (entry.variation.map { ": assigns \"\($0)\"." } ?? ": no match.")]
    }
  }

  /// The steps of an explanation, one for each evaluated rule, with the rule's checks as findings.
  var steps: [Explanation.Step] {
    entries.map { entry in
      Explanation.Step(
        title: entry.title,
        variation: entry.variation,
        findings: entry.checks.flatMap(\.findings)
      )
    }
  }
}

extension Trace.Entry {
  /// The kind and the key of the rule, such as `experiment "new_cart"`.
  public var title: String { "\(kind.rawValue) \"\(key)\"" }
}

extension Trace.Check: CustomStringConvertible {
  /// A description of the check and its result, on one line.
  public var description: String {
    switch self {
    case .forcedDecision(let variation, let isKnown):
      "forced decision \"\(variation)\"" + (isKnown ? "" : ", which the flag does not have")
    case .notRunning(let status): "is not running (\(status))"
    case .forcedVariation(let variation, let isKnown):
      "forced variation \"\(variation)\"" + (isKnown ? "" : ", which the rule does not have")
    case .allowList(let variation, let isKnown):
      "allow-list has \"\(variation)\"" + (isKnown ? "" : ", which the rule does not have")
    case .profile(_, let variation?): "profile has \"\(variation)\""
    case .profile(let id, nil): "profile has variation \(id), which the rule no longer has"
    case .audience(nil, _): "audience is everyone"
    case .audience(let tree?, let truth): "audience is \(truth.rawValue)" + Self.causes(in: tree)
    case .excludesTargetedDeliveries: "holds the user out, except from targeted deliveries"
    case .contextualBandit: "needs a prediction, which was not fetched"
    case .prediction(_, let variation?): "contextual bandit predicts \"\(variation)\""
    case .prediction(let id, nil):
      "contextual bandit predicts variation \(id), which the rule does not have"
    case .group(let id, let bucket, _, let isChosen):
      "group \(id), bucket \(bucket): " + (isChosen ? "this experiment" : "not this experiment")
    case .bucket(let bucket, _, let variation):
      "bucket \(bucket): " + (variation.map { "\"\($0)\"" } ?? "not allocated")
    }
  }

  private static func causes(in tree: ConditionTrace) -> String {
    let causes = tree.unknowns
    return causes.isEmpty ? "" : " (\(causes.joined(separator: "; ")))"
  }

  /// The lines of the check: its result, followed by the indented tree of conditions or bucket ranges.
  ///
  /// The symbol `>` precedes the range that contains the user's bucket.
  fileprivate var lines: [String] {
    if case .audience(let tree?, let truth) = self {
      return ["audience is \(truth.rawValue)"] + tree.lines.map { "  " + $0 }
    }
    guard let (bucket, ranges) = allocation else { return [description] }
    return [description]
      + ranges.map { range in
        let mark = range.start <= bucket && bucket < range.end ? ">" : " "
        return "  \(mark) \(range.start)..<\(range.end) \(range.name ?? "not allocated")"
      }
  }

  /// The findings that explain the check: one for the check itself, and for an audience also one
  /// for each of its conditions.
  fileprivate var findings: [Explanation.Finding] {
    if case .audience(let tree?, let truth) = self {
      return [Explanation.Finding("audience", verdict: truth)] + tree.findings(depth: 1)
    }
    let ruler = allocation.map { bucket, ranges in
      Explanation.Ruler(
        position: bucket,
        length: Bucket.count,
        // An empty range, which can end before its start, has the length 0.
        ranges: ranges.map {
          Explanation.Ruler.Range(start: $0.start, end: max($0.start, $0.end), name: $0.name)
        }
      )
    }
    return [Explanation.Finding(description, verdict: verdict, ruler: ruler)]
  }

  /// The user's bucket with the ranges of all buckets; `nil` for a check that does not use a bucket.
  private var allocation: (bucket: Int, ranges: [BucketRange])? {
    switch self {
    case .group(_, let bucket, let ranges, _), .bucket(let bucket, let ranges, _): (bucket, ranges)
    case .forcedDecision, .notRunning, .forcedVariation, .allowList, .profile, .audience,
      .excludesTargetedDeliveries, .contextualBandit, .prediction:
      nil
    }
  }

  /// Whether the result of the check lets the rule assign a variation; unknown if a prediction is
  /// missing.
  private var verdict: Explanation.Verdict {
    switch self {
    case .forcedDecision(_, let isMet), .forcedVariation(_, let isMet), .allowList(_, let isMet),
      .group(_, _, _, let isMet):
      Truth(isMet)
    case .profile(_, let variation), .bucket(_, _, let variation), .prediction(_, let variation):
      Truth(variation != nil)
    case .audience(_, let truth): truth
    case .notRunning, .excludesTargetedDeliveries: .no
    case .contextualBandit: .unknown
    }
  }
}
