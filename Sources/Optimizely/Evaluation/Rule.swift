/// A compiled rule: an experiment, a delivery rule or a holdout.
final class Rule: Sendable {
  /// A variation of the rule, with the parsed values of its variables.
  final class Variation: Sendable {
    let id: String
    let key: String
    let isEnabled: Bool
    /// The values of the variables of the rule's flag; `nil` for a rule of several flags, for a
    /// holdout, and for a rule with so many values that each decision parses them.
    let values: FlagVariables.Values?
    let source: Datafile.Variation

    init(_ variation: Datafile.Variation, variables: FlagVariables?) {
      id = variation.id
      key = variation.key
      isEnabled = variation.isEnabled
      values = variables?.values(in: variation)
      source = variation
    }
  }

  /// A range of buckets with its exclusive end, and the index of the variation to which the range
  /// is allocated.
  struct Range: Sendable {
    let end: Int
    let variation: Int?
    /// The id of the variation; can be an id that the rule does not declare.
    let entityID: String
  }

  /// A group of mutually exclusive experiments, with its traffic allocation.
  struct Exclusion: Sendable {
    let group: String
    let ranges: [Datafile.TrafficRange]
    /// The keys of the group's experiments, by experiment id.
    let keys: [String: String]
    /// The ranges that are not empty, in ascending order: a range that ends before an earlier one
    /// is empty.
    private let reachable: [Datafile.TrafficRange]

    init(_ group: Datafile.Group) {
      self.group = group.id
      ranges = group.trafficAllocation
      keys = Dictionary(group.experiments.map { ($0.id, $0.key) }) { $1 }
      var end = 0
      reachable = ranges.filter { range in
        defer { end = max(end, range.end) }
        return range.end > end
      }
    }

    /// Returns the id of the experiment to which a bucket is allocated, by binary search.
    func experiment(of bucket: Int) -> String? {
      var (low, high) = (0, reachable.count)
      while low < high {
        let middle = (low + high) / 2
        if bucket < reachable[middle].end { high = middle } else { low = middle + 1 }
      }
      return low < reachable.count ? reachable[low].entityID : nil
    }
  }

  let id: String
  let key: String
  let status: String
  let isRunning: Bool
  let variations: [Variation]
  let ranges: [Range]
  /// The index of the audience conditions in the condition list; `nil` if the rule matches every
  /// user.
  let conditions: Int?
  let allowList: [String: String]
  /// The settings of a contextual bandit; `nil` for other rules.
  let bandit: Datafile.ContextualBandit?
  let isTargetedDelivery: Bool
  /// Whether targeted deliveries are evaluated even for users who are in this holdout.
  let sparesTargetedDeliveries: Bool
  let exclusion: Exclusion?
  let holdouts: [Rule]
  /// Whether several flags share the rule.
  let isShared: Bool

  init(
    _ experiment: Datafile.Experiment,
    variables: FlagVariables?,
    conditions: Int?,
    exclusion: Exclusion?,
    holdouts: [Rule],
    isShared: Bool
  ) {
    id = experiment.id
    key = experiment.key
    status = experiment.status.rawValue
    isRunning = experiment.status == .running
    variations = experiment.variations.map { Variation($0, variables: variables) }
    ranges = Self.ranges(experiment.trafficAllocation, experiment.variations)
    self.conditions = conditions
    allowList = experiment.forcedVariations
    bandit = experiment.contextualBandit
    isTargetedDelivery = experiment.type == Datafile.Experiment.targetedDelivery
    sparesTargetedDeliveries = false
    self.exclusion = exclusion
    self.holdouts = holdouts
    self.isShared = isShared
  }

  init(_ holdout: Datafile.Holdout, conditions: Int?) {
    id = holdout.id
    key = holdout.key
    status = holdout.status.rawValue
    isRunning = holdout.status == .running
    variations = holdout.variations.map { Variation($0, variables: nil) }
    ranges = Self.ranges(holdout.trafficAllocation, holdout.variations)
    self.conditions = conditions
    allowList = [:]
    bandit = nil
    isTargetedDelivery = false
    sparesTargetedDeliveries = holdout.excludesTargetedDeliveries
    exclusion = nil
    holdouts = []
    isShared = false
  }

  private static func ranges(
    _ allocation: [Datafile.TrafficRange],
    _ variations: [Datafile.Variation]
  ) -> [Range] {
    let indices = Dictionary(variations.enumerated().map { ($1.id, $0) }) { first, _ in first }
    return allocation.map {
      Range(end: $0.end, variation: indices[$0.entityID], entityID: $0.entityID)
    }
  }

  func variation(key: String) -> Variation? { variations.first { $0.key == key } }

  func variation(id: String) -> Variation? { variations.first { $0.id == id } }
}
