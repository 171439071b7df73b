/// The compiled rules of a datafile, with all references by id resolved.
final class FlagIndex: Sendable {
  /// A compiled audience.
  struct Audience: Sendable {
    let name: String
    /// The index of its conditions in the condition list.
    let conditions: Int
  }

  /// A flag with its rules, which other flags may share.
  final class Flag: Sendable {
    let key: String
    let experiments: [Rule]
    let deliveries: [Rule]
    let variables: FlagVariables
    /// The id of the rollout; it may be empty, or unknown.
    let rolloutID: String
    /// Whether the flag lists no experiment at all, existing or not.
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

    /// The experiments, then the delivery rules.
    var rules: [Rule] { experiments + deliveries }

    /// The variations that can be forced, in the order of the rules; keys may be duplicates.
    ///
    /// Of several variations with one id, only the first one can be forced.
    var forcibleVariations: [Rule.Variation] {
      var seen: Set<String> = []
      return rules.flatMap(\.variations).filter { seen.insert($0.id).inserted }
    }

    /// The variation that a forced key selects; `nil` if no rule has a variation with the key.
    func forcedVariation(_ key: String) -> Rule.Variation? {
      forcibleVariations.first { $0.key == key }
    }

    /// The values of the variables in a variation of a rule or a holdout.
    func values(in variation: Rule.Variation) -> FlagVariables.Values {
      variation.values ?? variables.values(in: variation.source)
    }
  }

  let audiences: [Audience]
  /// The conditions of audiences and rules.
  let conditions: ConditionList
  let flags: [String: Flag]
  /// The keys of the flags, each once, in the order of the datafile.
  let keys: [String]
  let globalHoldouts: [Rule]
  /// The experiments that no flag lists.
  let standaloneExperiments: [Rule]
  let sendsFlagDecisions: Bool
  /// The ids of the rollouts.
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
    standaloneExperiments = builder.standaloneExperiments(of: datafile)
    conditions = builder.conditions
    self.flags = Dictionary(flags.map { ($0.key, $0) }) { $1 }
    var seen: Set<String> = []
    keys = flags.map(\.key).filter { seen.insert($0).inserted }
    rolloutIDs = Set(datafile.rollouts.map(\.id))
    sendsFlagDecisions = datafile.sendsFlagDecisions
  }
}
