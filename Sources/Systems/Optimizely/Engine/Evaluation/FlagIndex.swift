/// The compiled rules of a datafile, with all references by id resolved.
package final class FlagIndex: Sendable {
  /// An experiment, and the keys of the flags that use it.
  package struct Experiment: Sendable {
    package let rule: Rule
    package var flags: [String]
  }

  /// An audience with its compiled conditions.
  struct Audience: Sendable {
    let name: String
    /// The index of the audience's conditions in the condition list.
    let conditions: Int
  }

  /// A flag with its compiled rules, which several flags can share.
  final class Flag: Sendable {
    let key: String
    let experiments: [Rule]
    let deliveries: [Rule]
    let variables: FlagVariables
    /// The id of the rollout; can be empty, or an id that is missing from the datafile.
    let rolloutID: String
    /// Whether the flag's list of experiment ids is empty; a list of unknown ids is not empty.
    let listsNoExperiment: Bool

    init(
      _ flag: Datafile.Flag,
      variables: FlagVariables,
      experiments: [Rule],
      deliveries: [Rule]
    ) {
      key = flag.key
      rolloutID = flag.rolloutID
      listsNoExperiment = flag.experimentIDs.isEmpty
      self.experiments = experiments
      self.deliveries = deliveries
      self.variables = variables
    }

    /// The rules of the flag: the experiments, then the delivery rules.
    var rules: [Rule] { experiments + deliveries }

    /// The variations that a forced decision can select, in the order of the rules; several can
    /// have the same key.
    ///
    /// Only the first of several variations with the same id can be forced.
    var forcibleVariations: [Rule.Variation] {
      var seen: Set<String> = []
      return rules.flatMap(\.variations).filter { seen.insert($0.id).inserted }
    }

    /// Returns the variation that a forced decision with the given key selects; `nil` if no rule
    /// has a variation with the key.
    func forcedVariation(_ key: String) -> Rule.Variation? {
      forcibleVariations.first { $0.key == key }
    }

    /// Returns the values of the variables in a variation of a rule or a holdout.
    func values(in variation: Rule.Variation) -> FlagVariables.Values {
      variation.values ?? variables.values(in: variation.source)
    }
  }

  let audiences: [Audience]
  /// The compiled conditions of all audiences and rules, which refer to them by index.
  let conditions: ConditionList
  let flags: [String: Flag]
  /// The keys of the flags without duplicates, in the order of the datafile.
  let keys: [String]
  let globalHoldouts: [Rule]
  /// The experiments that belong to no flag.
  let standaloneExperiments: [Rule]
  let sendsFlagDecisions: Bool
  /// The ids of all rollouts, to detect a flag with an unknown rollout.
  let rolloutIDs: Set<String>

  init(_ datafile: Datafile) {
    let sources = datafile.effectiveAudiences
    let numbers = Dictionary(uniqueKeysWithValues: sources.enumerated().map { ($1.id, $0) })
    var builder = RuleBuilder(datafile, ConditionList(audiences: numbers))
    audiences = sources.map {
      Audience(name: $0.name, conditions: builder.conditions.add($0.conditions))
    }
    globalHoldouts = datafile.holdouts.map { builder.rule($0) }
    let flags = datafile.flags.map { flag in
      let variables = FlagVariables(flag.variables)
      return Flag(
        flag,
        variables: variables,
        experiments: builder.experiments(of: flag, variables),
        deliveries: builder.deliveries(of: flag, variables)
      )
    }
    standaloneExperiments = builder.standaloneExperiments()
    builder.conditions.endAdding()
    conditions = builder.conditions
    self.flags = Dictionary(flags.map { ($0.key, $0) }) { $1 }
    var seen: Set<String> = []
    let hasDuplicates = self.flags.count < flags.count
    keys = flags.map(\.key).filter { !hasDuplicates || seen.insert($0).inserted }
    rolloutIDs = Set(datafile.rollouts.map(\.id))
    sendsFlagDecisions = datafile.sendsFlagDecisions
  }

  /// Returns the experiments by key, for the API that evaluates an experiment instead of a flag.
  func experiments(of datafile: Datafile) -> [String: Experiment] {
    var byID: [String: Experiment] = [:]
    for rule in standaloneExperiments { byID[rule.id] = Experiment(rule: rule, flags: []) }
    for key in keys {
      for rule in flags[key]?.experiments ?? [] {
        byID[rule.id, default: Experiment(rule: rule, flags: [])].flags.append(key)
      }
    }
    let keyed = datafile.allExperiments.compactMap { source in
      byID[source.id].map { (source.key, $0) }
    }
    // The SDKs use the last of several experiments with the same key.
    return Dictionary(keyed) { $1 }
  }
}

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
