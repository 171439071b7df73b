import Documents
import OptimizelyEngine

extension DatafileEditor {
  /// The maximum number of references from holdouts to rules that are written.
  static let referenceLimit = 1_000_000

  /// Makes the holdouts for all rules local to the rules without a forced result.
  ///
  /// SDKs evaluate a global holdout before the rules of every flag, and know no exception. A local
  /// holdout with all other rules has the same effect on the other flags. A holdout that excludes
  /// targeted deliveries from its effect stays global: it does not prevent deliveries, and its
  /// exception does not apply to a local holdout.
  mutating func moveHoldouts() throws(ServedDatafileError) {
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

  /// Writes the local holdouts: first the added ones, because SDKs evaluate global holdouts first.
  private mutating func setLocalHoldouts(_ added: [String]) {
    let locals = index.localHoldouts.compactMap { holdout -> String? in
      let ids = holdout.model.includedRules
      let remaining = ids.filter { !exemptRules.contains($0) }
      guard remaining != ids else { return rendered(holdout.range) }
      // SDKs reject a local holdout without rules.
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

  /// Returns the text of a range with the edits inside of variations and rules.
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

  /// Returns the ids of the rules to which the holdouts for all rules apply, each id once.
  ///
  /// A flag without rules gets a rule without traffic, so that the holdouts apply to it.
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
