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
    var rules = ""
    if count > 0 {
      let ids = heldRules()
      guard count * ids.count <= Self.referenceLimit else {
        throw .tooManyHoldouts(count: count, limit: Self.referenceLimit)
      }
      rules = JSONValue.list(ids.map(JSONValue.string)).text()
    }
    edits.sort()
    let added = zip(index.globalHoldouts, moved).filter(\.1).map { withRules(rules, $0.0) }
    let others = zip(index.globalHoldouts, moved).filter { !$0.1 }.map { rendered($0.0.range) }
    if count > 0, let list = index.members["holdouts"] {
      edits.replace(list, with: "[\(others.joined(separator: ","))]")
    }
    setLocalHoldouts(added)
  }

  /// Writes the local holdouts.
  ///
  /// Those that were global are first, because SDKs evaluate global holdouts before local ones.
  private mutating func setLocalHoldouts(_ added: [String]) {
    let locals = index.localHoldouts.compactMap { holdout -> String? in
      let ids = holdout.model.includedRules
      let remaining = ids.filter { !exemptRules.contains($0) }
      guard remaining != ids else { return rendered(holdout.range) }
      // SDKs reject a local holdout without rules: it is removed.
      guard !remaining.isEmpty else { return nil }
      return withRules(JSONValue.list(remaining.map(JSONValue.string)).text(), holdout)
    }
    guard !added.isEmpty || locals.count != index.localHoldouts.count || !exemptRules.isEmpty else {
      return
    }
    let list = "[\((added + locals).joined(separator: ","))]"
    let members = text.members(of: text.root)
    edits.set("localHoldouts", to: list, in: text.root, members: members)
  }

  /// Returns the text of a range of the document, with the edits that were made inside of variations and
  /// rules.
  func rendered(_ range: Range<Int>) -> String {
    String(decoding: base.rendered(range, of: text.bytes), as: UTF8.self)
  }

  private func withRules(_ rules: String, _ holdout: DatafileIndex.Holdout) -> String {
    let copy = JSONText(Array(rendered(holdout.range).utf8))
    var edits = JSONEdits()
    let members = copy.members(of: copy.root)
    edits.set("includedRules", to: rules, in: copy.root, members: members)
    return edits.text(of: copy)
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
      guard rules.isEmpty, position < index.flags.count else { continue }
      let rollout = emptyRollout ?? addEmptyRollout(&ids)
      emptyRollout = rollout
      setMember("rolloutId", to: JSONValue.string(rollout).text(), ofFlagAt: position)
    }
    return ids
  }

  private mutating func addEmptyRollout(_ ids: inout [String]) -> String {
    let id = names.id()
    ids.append(id)
    return addRollout([Self.rule(id: id, key: names.ruleKey(for: "no_delivery"), variation: nil)])
  }
}
