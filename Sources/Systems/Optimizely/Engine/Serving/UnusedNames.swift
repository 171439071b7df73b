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

  /// Returns an unused id.
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
