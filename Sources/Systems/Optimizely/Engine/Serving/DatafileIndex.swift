import Documents

/// The rules, rollouts and holdouts of a datafile, each with its position in the document.
struct DatafileIndex {
  /// A part of the datafile, with its path in the document.
  struct Located<Model> {
    let model: Model
    let path: [JSONTree.Step]
  }

  /// An experiment or a delivery rule.
  typealias Rule = Located<Datafile.Experiment>
  typealias Holdout = Located<Datafile.Holdout>

  let datafile: Datafile
  /// The indices of the flags, by key; the last of duplicate keys wins, as in the SDKs.
  let flagIndices: [String: Int]
  let experiments: [String: Rule]
  let rollouts: [String: Located<Datafile.Rollout>]
  let globalHoldouts: [Holdout]
  let localHoldouts: [Holdout]
  /// The number of flags that list an experiment, by experiment id.
  private var experimentUses: [String: Int] = [:]
  /// The number of flags that use a rollout, by rollout id.
  private var rolloutUses: [String: Int] = [:]

  init(_ datafile: Datafile) {
    self.datafile = datafile
    flagIndices = Dictionary(datafile.flags.enumerated().map { ($1.key, $0) }) { $1 }
    let grouped = datafile.groups.enumerated().flatMap { index, group in
      Self.located(group.experiments, at: ["groups", .index(index), "experiments"])
    }
    let rules = Self.located(datafile.experiments, at: ["experiments"]) + grouped
    experiments = Dictionary(rules.map { ($0.model.id, $0) }) { $1 }
    let rollouts = Self.located(datafile.rollouts, at: ["rollouts"])
    self.rollouts = Dictionary(rollouts.map { ($0.model.id, $0) }) { $1 }
    globalHoldouts = Self.located(datafile.holdouts, at: ["holdouts"])
    localHoldouts = Self.located(datafile.localHoldouts, at: ["localHoldouts"])
    for flag in datafile.flags {
      for id in Set(flag.experimentIDs) { experimentUses[id, default: 0] += 1 }
      rolloutUses[flag.rolloutID, default: 0] += 1
    }
  }

  private static func located<Model>(
    _ models: [Model],
    at list: [JSONTree.Step]
  ) -> [Located<Model>] {
    models.enumerated().map { Located(model: $1, path: list + [.index($0)]) }
  }

  /// The global holdouts, followed by the local holdouts.
  var holdouts: [Holdout] { globalHoldouts + localHoldouts }

  /// Returns the experiments of a flag in evaluation order, without unknown ids.
  func experiments(of flag: Datafile.Flag) -> [Rule] {
    flag.experimentIDs.compactMap { experiments[$0] }
  }

  /// Returns the delivery rules of a flag in evaluation order.
  func deliveries(of flag: Datafile.Flag) -> [Rule] {
    rollouts[flag.rolloutID].map { Self.located($0.model.rules, at: $0.path + ["experiments"]) }
      ?? []
  }

  /// Returns all rules of a flag in evaluation order.
  func rules(of flag: Datafile.Flag) -> [Rule] { experiments(of: flag) + deliveries(of: flag) }

  /// Whether the flag shares a rule with another flag, so that a change of the rule would change both
  /// flags.
  func sharesRules(_ flag: Datafile.Flag) -> Bool {
    sharesRollout(flag) || flag.experimentIDs.contains { experimentUses[$0, default: 0] > 1 }
  }

  func sharesRollout(_ flag: Datafile.Flag) -> Bool {
    rollouts[flag.rolloutID] != nil && rolloutUses[flag.rolloutID, default: 0] > 1
  }
}

/// Generates ids and keys that a datafile does not contain, in a fixed order.
///
/// SDKs look up rules and variations by id, and allow-lists by the key of the experiment: a duplicate id or
/// key would replace the original.
struct UnusedNames {
  private var used: Set<String> = []
  /// The next number to try as an id.
  ///
  /// The ids are numbers, like those that Optimizely creates, because some programs parse ids as numbers.
  private var next = 9_000_000_001

  init(_ datafile: Datafile) {
    let rules = datafile.allExperiments + datafile.rollouts.flatMap(\.rules)
    for rule in rules {
      used.formUnion([rule.id, rule.key, rule.layerID])
      used.formUnion(rule.variations.map(\.id))
    }
    for holdout in datafile.holdouts + datafile.localHoldouts {
      used.formUnion([holdout.id, holdout.key])
      used.formUnion(holdout.variations.map(\.id))
    }
    used.formUnion(datafile.rollouts.map(\.id))
    used.formUnion(datafile.groups.map(\.id))
    used.formUnion(datafile.flags.map(\.id))
  }

  mutating func id() -> String {
    while true {
      let id = String(next)
      next += 1
      if used.insert(id).inserted { return id }
    }
  }

  /// Returns an unused rule key, which contains the name of this program and the subject of the rule.
  mutating func ruleKey(for subject: String) -> String {
    let key = "halyard_\(subject)"
    if used.insert(key).inserted { return key }
    return "\(key)_\(id())"
  }
}
