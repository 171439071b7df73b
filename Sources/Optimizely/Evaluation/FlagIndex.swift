/// A datafile, made ready for decisions: everything that is looked up is found beforehand.
final class FlagIndex: Sendable {
  /// An audience that can be evaluated.
  struct Audience: Sendable {
    let name: String
    /// The place of its conditions.
    let conditions: Int
  }

  /// A flag with its rules.
  final class Flag: Sendable {
    let key: String
    let experiments: [Rule]
    let deliveries: [Rule]
    /// The variations of the rules by key; these may be forced.
    let variations: [String: Rule.Variation]
    let variables: FlagVariables

    init(
      key: String,
      variables: FlagVariables,
      experiments: [Rule],
      deliveries: [Rule]
    ) {
      self.key = key
      self.experiments = experiments
      self.deliveries = deliveries
      self.variables = variables
      // Of variations with one identifier only the first one can be forced, whatever its key.
      var seen: Set<String> = []
      let all = (experiments + deliveries).flatMap(\.variations)
        .filter { seen.insert($0.id).inserted }
      variations = Dictionary(all.map { ($0.key, $0) }) { first, _ in first }
    }
  }

  let audiences: [Audience]
  /// The conditions of audiences and rules.
  let conditions: ConditionList
  let flags: [String: Flag]
  /// The keys of the flags, each once, in the order of the datafile.
  let keys: [String]
  let globalHoldouts: [Rule]
  let sendsFlagDecisions: Bool

  init(_ datafile: Datafile) {
    let sources = datafile.effectiveAudiences
    let numbers = Dictionary(uniqueKeysWithValues: sources.enumerated().map { ($1.id, $0) })
    var builder = RuleBuilder(datafile, ConditionList(audiences: numbers))
    audiences = sources.map {
      Audience(name: $0.name, conditions: builder.conditions.add($0.conditions))
    }
    globalHoldouts = datafile.holdouts.map { builder.rule($0) }
    let experiments = Dictionary(datafile.allExperiments.map { ($0.id, $0) }) { $1 }
    let rollouts = Dictionary(datafile.rollouts.map { ($0.id, $0) }) { $1 }
    let flags = datafile.flags.map { flag in
      let variables = FlagVariables(flag.variables)
      return Flag(
        key: flag.key,
        variables: variables,
        experiments: flag.experimentIDs.compactMap { experiments[$0] }
          .map { builder.rule($0, variables) },
        deliveries: (rollouts[flag.rolloutID]?.rules ?? []).map { builder.rule($0, variables) }
      )
    }
    conditions = builder.conditions
    self.flags = Dictionary(flags.map { ($0.key, $0) }) { $1 }
    var seen: Set<String> = []
    keys = flags.map(\.key).filter { seen.insert($0).inserted }
    sendsFlagDecisions = datafile.sendsFlagDecisions
  }
}
