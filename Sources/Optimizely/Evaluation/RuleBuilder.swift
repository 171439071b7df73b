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

  /// Makes a rule for a flag with these variables.
  func rule(_ experiment: Datafile.Experiment, _ variables: FlagVariables) -> Rule {
    Rule(
      experiment,
      variables: variables,
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
