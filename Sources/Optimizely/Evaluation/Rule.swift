/// A rule that can be evaluated: an experiment, a delivery rule or a holdout.
final class Rule: Sendable {
  /// One outcome of the rule.
  final class Variation: Sendable {
    let id: String
    let key: String
    let isEnabled: Bool
    /// The values of the variables of the rule's flag; `nil` for a rule of several flags, a holdout,
    /// and a rule with so many values that they are parsed when they are needed.
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

  /// The buckets up to a bound, and the place of the variation that they get.
  struct Range: Sendable {
    let end: Int
    let variation: Int?
    /// The id of the variation, which the rule may not have.
    let entityID: String
  }

  /// Experiments that exclude one another.
  struct Exclusion: Sendable {
    let group: String
    let ranges: [Datafile.TrafficRange]
    /// The keys of the experiments by their ids.
    let keys: [String: String]
    /// The ranges that a bucket can be in, with rising ends: a range that ends no later than one
    /// before it is empty.
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

    /// The id of the experiment that has a bucket; a binary search over the ends.
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
  /// The place of the conditions of who the rule is for; `nil` for everyone.
  let conditions: Int?
  let allowList: [String: String]
  /// The settings of a contextual bandit; `nil` if the rule is none.
  let bandit: Datafile.ContextualBandit?
  let isTargetedDelivery: Bool
  /// Whether targeted deliveries are still tried for users whom the rule holds out.
  let sparesTargetedDeliveries: Bool
  let exclusion: Exclusion?
  let holdouts: [Rule]
  /// Whether several flags have the rule.
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
    let places = Dictionary(variations.enumerated().map { ($1.id, $0) }) { first, _ in first }
    return allocation.map {
      Range(end: $0.end, variation: places[$0.entityID], entityID: $0.entityID)
    }
  }

  func variation(key: String) -> Variation? { variations.first { $0.key == key } }

  func variation(id: String) -> Variation? { variations.first { $0.id == id } }
}
