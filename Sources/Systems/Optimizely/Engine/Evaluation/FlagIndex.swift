/// The compiled rules of a datafile, with all references by id resolved.
final class FlagIndex: Sendable {
  /// An audience with its compiled conditions.
  struct Audience: Sendable {
    let name: String
    /// The index of the audience's conditions in the condition list.
    let conditions: Int
  }

  /// A flag with its compiled rules, which flags can share.
  final class Flag: Sendable {
    let key: String
    let experiments: [Rule]
    let deliveries: [Rule]
    let variables: FlagVariables
    /// The id of the rollout; can be empty, or an id that is missing from the datafile.
    let rolloutID: String
    /// Whether the flag has no experiment ids, not even ids that are not in the datafile.
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
}
