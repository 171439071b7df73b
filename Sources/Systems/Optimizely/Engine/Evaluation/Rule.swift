/// A compiled rule: an experiment, a delivery rule or a holdout.
package final class Rule: Sendable {
  /// A variation of the rule, with the parsed values of its variables.
  package final class Variation: Sendable {
    package var id: String { source.id }
    package var key: String { source.key }
    var isEnabled: Bool { source.isEnabled }
    /// The values of the variables of the rule's flag; `nil` for a rule of several flags, for a
    /// holdout, and for a rule with so many values that each decision parses them.
    let values: FlagVariables.Values?
    let source: Datafile.Variation

    init(_ variation: Datafile.Variation, variables: FlagVariables?) {
      values = variables?.values(in: variation)
      source = variation
    }
  }

  /// A range of buckets with its exclusive end, and the index of the variation to which the range
  /// is allocated.
  ///
  /// A range has only eight bytes, so that all ranges of most rules are in one cache line.
  struct Range: Sendable {
    private let clampedEnd: Int32
    private let index: Int32

    init(end: Int, variation: Int?) {
      clampedEnd = Int32(clamping: end)
      index = Int32(clamping: variation ?? -1)
    }

    /// The exclusive end of the range, clamped to 32 bits; all valid ends fit, because there are
    /// only 10,000 buckets.
    var end: Int { Int(clampedEnd) }

    /// The index of the variation; `nil` if the rule does not declare the variation.
    var variation: Int? { index < 0 ? nil : Int(index) }
  }

  /// A group of mutually exclusive experiments, with its traffic allocation.
  final class Exclusion: Sendable {
    let group: String
    let ranges: [Datafile.TrafficRange]
    /// The keys of the group's experiments, by experiment id.
    let keys: [String: String]
    /// The ranges that are not empty, in ascending order; a range is empty if an earlier range has the
    /// same or a higher end.
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
  package let key: String
  let status: String
  let isRunning: Bool
  let variations: [Variation]
  let ranges: [Range]
  /// The allocation from which the ranges are compiled, with the ids of the variations.
  let allocation: [Datafile.TrafficRange]
  /// The index of the audience conditions in the condition list; `nil` if the rule matches every
  /// user.
  let conditions: Int?
  let allowList: AllowList
  /// The settings of a contextual bandit; `nil` for other rules.
  let bandit: Datafile.ContextualBandit?
  let isTargetedDelivery: Bool
  /// Whether targeted deliveries are evaluated even for users who are in this holdout.
  let excludesTargetedDeliveries: Bool
  let exclusion: Exclusion?
  let holdouts: [Rule]
  /// Whether several flags share the rule; also `true` for an experiment that no flag uses.
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
    allocation = experiment.trafficAllocation
    ranges = Self.ranges(allocation, experiment.variations)
    self.conditions = conditions
    allowList = AllowList(experiment.forcedVariations)
    bandit = experiment.contextualBandit
    isTargetedDelivery = experiment.type == Datafile.Experiment.targetedDelivery
    excludesTargetedDeliveries = false
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
    allocation = holdout.trafficAllocation
    ranges = Self.ranges(allocation, holdout.variations)
    self.conditions = conditions
    allowList = AllowList([:])
    bandit = nil
    isTargetedDelivery = false
    excludesTargetedDeliveries = holdout.excludesTargetedDeliveries
    exclusion = nil
    holdouts = []
    isShared = false
  }

  private static func ranges(
    _ allocation: [Datafile.TrafficRange],
    _ variations: [Datafile.Variation]
  ) -> [Range] {
    guard variations.count > smallCount else {
      return allocation.map { range in
        Range(end: range.end, variation: variations.firstIndex { $0.id == range.entityID })
      }
    }
    let indices = Dictionary(variations.enumerated().map { ($1.id, $0) }) { first, _ in first }
    return allocation.map { Range(end: $0.end, variation: indices[$0.entityID]) }
  }

  /// The maximum number of variations that are searched linearly, because hashing takes longer.
  private static let smallCount = 8

  package func variation(key: String) -> Variation? { variations.first { $0.key == key } }

  func variation(id: String) -> Variation? { variations.first { $0.id == id } }
}

/// The allow-list of a rule: the variation keys that apply to the given user ids.
struct AllowList: Sendable {
  private let variations: [String: String]
  /// The filter bits of all user ids in the list, combined as in a Bloom filter.
  private let classes: UInt64

  init(_ variations: [String: String]) {
    self.variations = variations
    classes = variations.keys.reduce(0) { $0 | Self.classes(of: $1) }
  }

  /// Returns the filter bit of a user id: one of 64 bits, which a hash of the id selects.
  ///
  /// For an id that is not ASCII, all bits are set, because Swift compares strings by canonical
  /// equivalence: the id can equal an id with other bytes.
  static func classes(of id: String) -> UInt64 {
    var (union, hash) = (UInt8(0), UInt8(0))
    var id = id
    id.withUTF8 { bytes in
      for byte in bytes {
        union |= byte
        hash = hash &* 31 &+ byte
      }
    }
    return union < 0x80 ? 1 << UInt64(hash % 64) : .max
  }

  /// Returns the variation key of a user; `nil` if the user is not in the list.
  ///
  /// Looks up the id only if the list has a user with the same filter bit, which is rare.
  ///
  /// - Parameters:
  ///   - id: The id of the user.
  ///   - userClasses: The result of ``classes(of:)`` for the id.
  /// - Returns: The key of the variation.
  func variation(for id: String, _ userClasses: UInt64) -> String? {
    classes & userClasses == 0 ? nil : variations[id]
  }
}
