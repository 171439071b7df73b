/// A rule that can be evaluated: an experiment, a delivery rule or a holdout.
final class Rule: Sendable {
  /// One outcome of the rule.
  final class Variation: Sendable {
    let id: String
    let key: String
    let isEnabled: Bool
    /// The variables that the flag of the rule has in the variation; a holdout is of no one flag.
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
  }

  /// Experiments that exclude one another.
  struct Exclusion: Sendable {
    let group: String
    let ranges: [Datafile.TrafficRange]
    /// The keys of the experiments by their identifiers.
    let keys: [String: String]
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
  let isContextualBandit: Bool
  let isTargetedDelivery: Bool
  /// Whether targeted deliveries are still tried for users whom the rule holds out.
  let sparesTargetedDeliveries: Bool
  let exclusion: Exclusion?
  let holdouts: [Rule]

  init(
    _ experiment: Datafile.Experiment,
    variables: FlagVariables,
    conditions: Int?,
    exclusion: Exclusion?,
    holdouts: [Rule]
  ) {
    id = experiment.id
    key = experiment.key
    status = experiment.status.rawValue
    isRunning = experiment.status == .running
    variations = experiment.variations.map { Variation($0, variables: variables) }
    ranges = Self.ranges(experiment.trafficAllocation, experiment.variations)
    self.conditions = conditions
    allowList = experiment.forcedVariations
    isContextualBandit = experiment.contextualBandit != nil
    isTargetedDelivery = experiment.type == Datafile.Experiment.targetedDelivery
    sparesTargetedDeliveries = false
    self.exclusion = exclusion
    self.holdouts = holdouts
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
    isContextualBandit = false
    isTargetedDelivery = false
    sparesTargetedDeliveries = holdout.excludesTargetedDeliveries
    exclusion = nil
    holdouts = []
  }

  private static func ranges(
    _ allocation: [Datafile.TrafficRange],
    _ variations: [Datafile.Variation]
  ) -> [Range] {
    allocation.map { range in
      Range(end: range.end, variation: variations.firstIndex { $0.id == range.entityID })
    }
  }

  func variation(key: String) -> Variation? { variations.first { $0.key == key } }

  func variation(id: String) -> Variation? { variations.first { $0.id == id } }
}
