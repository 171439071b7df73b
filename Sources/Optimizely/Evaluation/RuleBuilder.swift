/// Makes rules of a datafile's experiments and holdouts, and gathers their conditions.
struct RuleBuilder {
  var conditions: ConditionList
  private var exclusions: [String: Rule.Exclusion] = [:]
  private var holdouts: [String: [Rule]] = [:]

  init(_ datafile: Datafile, _ conditions: ConditionList) {
    self.conditions = conditions
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
  mutating func rule(_ experiment: Datafile.Experiment, _ variables: FlagVariables) -> Rule {
    Rule(
      experiment,
      variables: variables,
      conditions: place(experiment.audienceIDs, experiment.audienceConditions),
      exclusion: exclusions[experiment.id],
      holdouts: holdouts[experiment.id] ?? []
    )
  }

  mutating func rule(_ holdout: Datafile.Holdout) -> Rule {
    Rule(holdout, conditions: place(holdout.audienceIDs, holdout.audienceConditions))
  }

  /// The place of the conditions of who a rule is for; `nil` for everyone.
  private mutating func place(_ ids: [String], _ written: Datafile.Condition?) -> Int? {
    switch written {
    case .list([]), .operation: nil
    case let written?: conditions.add(written)
    case nil where ids.isEmpty: nil
    case nil: conditions.add(.list(ids.map(Datafile.Condition.audience)))
    }
  }
}
