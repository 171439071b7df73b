/// A rule that can be evaluated: an experiment, a delivery rule or a holdout.
final class Rule: Sendable {
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
  let variations: [Datafile.Variation]
  let ranges: [Datafile.TrafficRange]
  let targeting: Targeting
  let allowList: [String: String]
  let isContextualBandit: Bool
  let exclusion: Exclusion?
  let holdouts: [Rule]

  init(
    _ experiment: Datafile.Experiment,
    targeting: Targeting,
    exclusion: Exclusion?,
    holdouts: [Rule]
  ) {
    id = experiment.id
    key = experiment.key
    status = experiment.status.rawValue
    isRunning = experiment.status == .running
    variations = experiment.variations
    ranges = experiment.trafficAllocation
    self.targeting = targeting
    allowList = experiment.forcedVariations
    isContextualBandit = experiment.contextualBandit != nil
    self.exclusion = exclusion
    self.holdouts = holdouts
  }

  init(_ holdout: Datafile.Holdout, targeting: Targeting) {
    id = holdout.id
    key = holdout.key
    status = holdout.status.rawValue
    isRunning = holdout.status == .running
    variations = holdout.variations
    ranges = holdout.trafficAllocation
    self.targeting = targeting
    allowList = [:]
    isContextualBandit = false
    exclusion = nil
    holdouts = []
  }

  func variation(key: String) -> Datafile.Variation? { variations.first { $0.key == key } }

  func variation(id: String) -> Datafile.Variation? { variations.first { $0.id == id } }
}

/// Makes rules of a datafile's experiments and holdouts.
struct RuleBuilder {
  private let places: [String: Int]
  private var exclusions: [String: Rule.Exclusion] = [:]
  private var holdouts: [String: [Rule]] = [:]

  init(_ datafile: Datafile, places: [String: Int]) {
    self.places = places
    for group in datafile.groups {
      let exclusion = Rule.Exclusion(
        group: group.id,
        ranges: group.trafficAllocation,
        keys: Dictionary(group.experiments.map { ($0.id, $0.key) }) { $1 }
      )
      for experiment in group.experiments {
        exclusions[experiment.id] = group.policy == .random ? exclusion : nil
      }
    }
    for holdout in datafile.localHoldouts {
      let rule = rule(holdout)
      for id in holdout.includedRules { holdouts[id, default: []].append(rule) }
    }
  }

  func rule(_ experiment: Datafile.Experiment) -> Rule {
    Rule(
      experiment,
      targeting: targeting(experiment.audienceIDs, experiment.audienceConditions),
      exclusion: exclusions[experiment.id],
      holdouts: holdouts[experiment.id] ?? []
    )
  }

  func rule(_ holdout: Datafile.Holdout) -> Rule {
    Rule(holdout, targeting: targeting(holdout.audienceIDs, holdout.audienceConditions))
  }

  private func targeting(_ ids: [String], _ conditions: Datafile.Condition?) -> Targeting {
    Targeting(ids: ids, conditions: conditions, places: places)
  }
}
