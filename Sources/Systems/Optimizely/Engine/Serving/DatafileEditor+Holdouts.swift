import Documents
import FlagSystem

extension DatafileEditor {
  /// The largest number of references from holdouts to rules in a generated datafile.
  static let referenceLimit = 1_000_000

  /// Replaces each holdout for all rules by a local holdout for the rules without a forced result.
  ///
  /// SDKs evaluate a global holdout before the rules of every flag, and have no way to except a flag from
  /// it. A local holdout that lists all other rules has the same effect on the other flags. A holdout that
  /// excludes targeted deliveries stays global, because it does not prevent the forced deliveries, and
  /// because a local holdout cannot exclude them.
  mutating func moveHoldouts() throws(ServedDocumentError) {
    guard user != nil || !exempt.isEmpty else { return }
    let moved = index.globalHoldouts.map { holdout in
      holdout.model.status == .running && !holdout.model.trafficAllocation.isEmpty
        && !holdout.model.excludesTargetedDeliveries
    }
    let count = moved.count { $0 }
    guard count > 0 || !exemptRules.isEmpty else { return }
    var rules: JSONTree = []
    if count > 0 {
      let ids = heldRules()
      guard count * ids.count <= Self.referenceLimit else {
        throw .tooManyHoldouts(count: count, limit: Self.referenceLimit)
      }
      rules = Self.list(ids)
    }
    let holdouts = zip(document.elements(of: "holdouts"), moved)
    if count > 0 {
      document["holdouts"] = JSONTree(elements: holdouts.filter { !$0.1 }.map(\.0))
    }
    setLocalHoldouts(holdouts.filter(\.1).map { Self.with(rules, $0.0) })
  }

  /// Writes the local holdouts.
  ///
  /// Those that were global are first, because SDKs evaluate global holdouts before local ones.
  private mutating func setLocalHoldouts(_ added: [JSONTree]) {
    let locals = index.localHoldouts.compactMap { holdout -> JSONTree? in
      let ids = holdout.model.includedRules
      let remaining = ids.filter { !exemptRules.contains($0) }
      guard remaining != ids else { return document[holdout.path] }
      // SDKs reject a local holdout without rules: it is removed.
      guard !remaining.isEmpty else { return nil }
      return document[holdout.path].map { Self.with(Self.list(remaining), $0) }
    }
    guard !added.isEmpty || locals.count != index.localHoldouts.count || !exemptRules.isEmpty else {
      return
    }
    document["localHoldouts"] = JSONTree(elements: added + locals)
  }

  private static func with(_ rules: JSONTree, _ holdout: JSONTree) -> JSONTree {
    var copy = holdout
    copy["includedRules"] = rules
    return copy
  }

  /// Returns the ids of the rules to which the former global holdouts still apply, without duplicates.
  ///
  /// A flag without rules gets a rule without traffic, so that the holdouts apply to the flag too.
  private mutating func heldRules() -> [String] {
    var seen: Set<String> = []
    var ids: [String] = []
    var emptyRollout: String?
    for (position, flag) in index.datafile.flags.enumerated() where !exempt.contains(position) {
      let rules = replacedRules[position] ?? index.rules(of: flag).map(\.model.id)
      ids += rules.filter { seen.insert($0).inserted }
      guard rules.isEmpty else { continue }
      let rollout = emptyRollout ?? addEmptyRollout(&ids)
      emptyRollout = rollout
      document["featureFlags"]?[.index(position)]?["rolloutId"] = .string(rollout)
    }
    return ids
  }

  private mutating func addEmptyRollout(_ ids: inout [String]) -> String {
    let id = names.id()
    ids.append(id)
    return addRollout([Self.rule(id: id, key: names.ruleKey(for: "no_delivery"), variation: nil)])
  }
}
