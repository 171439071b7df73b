import Documents

/// The rules, rollouts and holdouts of a datafile, each with its range of bytes in the document.
struct DatafileIndex {
  /// An experiment or a delivery rule, with its range of bytes in the document.
  struct Rule {
    let model: Datafile.Experiment
    let range: Range<Int>
  }

  /// A rollout, with its delivery rules and its range of bytes in the document.
  struct Rollout {
    let range: Range<Int>
    let rules: [Rule]
  }

  /// A holdout, with its range of bytes in the document.
  struct Holdout {
    let model: Datafile.Holdout
    let range: Range<Int>
  }

  let datafile: Datafile
  /// The byte ranges of the members of the document, by key; of duplicate keys, the last one.
  let members: [String: Range<Int>]
  /// The byte ranges of the flags, in the order of the datafile.
  let flags: [Range<Int>]
  /// The indices of the flags, by key; the last of duplicate keys wins, as in the SDKs.
  let flagIndices: [String: Int]
  let experiments: [String: Rule]
  let rollouts: [String: Rollout]
  let globalHoldouts: [Holdout]
  let localHoldouts: [Holdout]
  /// The number of flags that list an experiment, by experiment id.
  private var experimentUses: [String: Int] = [:]
  /// The number of flags that use a rollout, by rollout id.
  private var rolloutUses: [String: Int] = [:]

  init(_ datafile: Datafile, in text: JSONText) {
    self.datafile = datafile
    let members = Dictionary(text.members(of: text.root).map { ($0.key, $0.value) }) { $1 }
    self.members = members
    flags = text.elements(of: members["featureFlags"])
    flagIndices = Dictionary(datafile.flags.enumerated().map { ($1.key, $0) }) { $1 }
    var rules = Self.rules(datafile.experiments, in: members["experiments"], of: text)
    for (group, range) in zip(datafile.groups, text.elements(of: members["groups"])) {
      rules += Self.rules(group.experiments, in: text.value("experiments", of: range), of: text)
    }
    experiments = Dictionary(rules.map { ($0.model.id, $0) }) { $1 }
    let rollouts = zip(datafile.rollouts, text.elements(of: members["rollouts"])).map {
      let list = text.value("experiments", of: $1)
      return ($0.id, Rollout(range: $1, rules: Self.rules($0.rules, in: list, of: text)))
    }
    self.rollouts = Dictionary(rollouts) { $1 }
    globalHoldouts = zip(datafile.holdouts, text.elements(of: members["holdouts"])).map(
      Holdout.init
    )
    localHoldouts = zip(datafile.localHoldouts, text.elements(of: members["localHoldouts"]))
      .map(Holdout.init)
    for flag in datafile.flags {
      for id in Set(flag.experimentIDs) { experimentUses[id, default: 0] += 1 }
      rolloutUses[flag.rolloutID, default: 0] += 1
    }
  }

  private static func rules(
    _ models: [Datafile.Experiment],
    in list: Range<Int>?,
    of text: JSONText
  ) -> [Rule] {
    zip(models, text.elements(of: list)).map { Rule(model: $0, range: $1) }
  }

  /// The holdouts for all rules, followed by those for some rules.
  var holdouts: [Holdout] { globalHoldouts + localHoldouts }

  /// Returns the experiments of a flag in evaluation order, without unknown ids.
  func experiments(of flag: Datafile.Flag) -> [Rule] {
    flag.experimentIDs.compactMap { experiments[$0] }
  }

  /// Returns the delivery rules of a flag in evaluation order.
  func deliveries(of flag: Datafile.Flag) -> [Rule] { rollouts[flag.rolloutID]?.rules ?? [] }

  /// Returns all rules of a flag in evaluation order.
  func rules(of flag: Datafile.Flag) -> [Rule] { experiments(of: flag) + deliveries(of: flag) }

  /// Whether the flag shares a rule with another flag, so that a change of the rule would change both
  /// flags.
  func sharesRules(_ flag: Datafile.Flag) -> Bool {
    sharesRollout(flag) || flag.experimentIDs.contains { experimentUses[$0, default: 0] > 1 }
  }

  /// Whether another flag has the same rollout.
  func sharesRollout(_ flag: Datafile.Flag) -> Bool {
    rollouts[flag.rolloutID] != nil && rolloutUses[flag.rolloutID, default: 0] > 1
  }
}
