/// Compiles the experiments and holdouts of a datafile into rules, and collects their conditions.
///
/// Flags with the same experiment or rollout share its rules.
struct RuleBuilder {
  var conditions: ConditionList
  private var exclusions: [String: Rule.Exclusion] = [:]
  private var holdouts: [String: [Rule]] = [:]
  private let allExperiments: [Datafile.Experiment]
  /// The indices of the experiments, by id.
  private let experiments: [String: Int]
  private let allRollouts: [Datafile.Rollout]
  /// The indices of the rollouts, by id.
  private let rollouts: [String: Int]
  /// The number of flags that use an experiment, by experiment id.
  private var experimentUses: [String: Int] = [:]
  /// The number of flags that use a rollout, by rollout id.
  private var rolloutUses: [String: Int] = [:]
  /// The rules of experiments that several flags share, by experiment id.
  private var sharedRules: [String: Rule] = [:]
  /// The delivery rules of rollouts that several flags share, by rollout id.
  private var sharedDeliveries: [String: [Rule]] = [:]

  init(_ datafile: Datafile, _ conditions: ConditionList) {
    self.conditions = conditions
    allExperiments = datafile.allExperiments
    experiments = Dictionary(allExperiments.enumerated().map { ($1.id, $0) }) { $1 }
    allRollouts = datafile.rollouts
    rollouts = Dictionary(allRollouts.enumerated().map { ($1.id, $0) }) { $1 }
    for flag in datafile.flags {
      for id in flag.experimentIDs { experimentUses[id, default: 0] += 1 }
      rolloutUses[flag.rolloutID, default: 0] += 1
    }
    for group in datafile.groups {
      let exclusion = Rule.Exclusion(group)
      for experiment in group.experiments {
        exclusions[experiment.id] = group.policy == .random ? exclusion : nil
      }
    }
    for holdout in datafile.localHoldouts {
      let rule = rule(holdout)
      for id in holdout.includedRules { holdouts[id, default: []].append(rule) }
    }
  }

  /// Compiles the experiments of a flag; `variables` contains the types with which the variations'
  /// values are parsed.
  mutating func experiments(of flag: Datafile.Flag, _ variables: FlagVariables) -> [Rule] {
    flag.experimentIDs.compactMap { id in
      if let rule = sharedRules[id] { return rule }
      guard let experiment = experiments[id].map({ allExperiments[$0] }) else { return nil }
      guard experimentUses[id, default: 0] > 1 else { return rule(experiment, variables) }
      let rule = rule(experiment, nil)
      sharedRules[id] = rule
      return rule
    }
  }

  /// Compiles the experiments that belong to no flag.
  mutating func standaloneExperiments() -> [Rule] {
    allExperiments.filter { experimentUses[$0.id] == nil }.map { rule($0, nil) }
  }

  /// Compiles the delivery rules of a flag; `variables` contains the types with which the
  /// variations' values are parsed.
  mutating func deliveries(of flag: Datafile.Flag, _ variables: FlagVariables) -> [Rule] {
    if let rules = sharedDeliveries[flag.rolloutID] { return rules }
    guard let rollout = rollouts[flag.rolloutID].map({ allRollouts[$0] }) else { return [] }
    guard rolloutUses[flag.rolloutID, default: 0] > 1 else {
      return rollout.rules.map { rule($0, variables) }
    }
    let rules = rollout.rules.map { rule($0, nil) }
    sharedDeliveries[flag.rolloutID] = rules
    return rules
  }

  mutating func rule(_ holdout: Datafile.Holdout) -> Rule {
    Rule(holdout, conditions: index(of: holdout.audienceConditions, or: holdout.audienceIDs))
  }

  /// Compiles a rule; if `variables` is `nil`, the values of its variations are not parsed.
  private mutating func rule(
    _ experiment: Datafile.Experiment,
    _ variables: FlagVariables?
  ) -> Rule {
    let values = experiment.variations.count * (variables?.variables.count ?? 0)
    return Rule(
      experiment,
      variables: values <= DatafileLimits.parsedValuesOfRule ? variables : nil,
      conditions: index(of: experiment.audienceConditions, or: experiment.audienceIDs),
      exclusion: exclusions[experiment.id],
      holdouts: holdouts[experiment.id] ?? [],
      isShared: variables == nil
    )
  }

  /// Compiles the audience of a rule, and returns the index of its conditions; `nil` if the rule
  /// matches every user.
  private mutating func index(of parsed: Datafile.Condition?, or ids: [String]) -> Int? {
    switch parsed {
    case .list([]), .operation: nil
    case let parsed?: conditions.add(parsed)
    case nil where ids.isEmpty: nil
    case nil: conditions.add(.list(ids.map(Datafile.Condition.audience)))
    }
  }
}
