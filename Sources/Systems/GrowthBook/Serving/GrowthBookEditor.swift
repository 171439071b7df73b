import Documents
package import FeatureFlags
import Targeting

/// Edits a document of GrowthBook so that SDKs apply overrides.
///
/// A forced value becomes a new first rule, for which SDKs report no exposure. All bytes outside of the
/// overridden features are unchanged, except for `dateUpdated`. Encrypted parts are decrypted.
package struct GrowthBookEditor {
  /// The condition that only the user of the overrides meets; `nil` if the overrides apply to every
  /// user.
  private let condition: JSONTree?

  /// Returns a document with overrides applied, in the format of `/api/features`.
  ///
  /// - Parameters:
  ///   - payload: The document, which must be free of parse errors.
  ///   - features: The features, evaluated for `user`; those without an override are ignored.
  ///   - evaluator: The evaluator of the same document.
  ///   - user: The attribute and the value that identify the user to whom the overrides apply; `nil` for
  ///     every user.
  ///   - date: The new `dateUpdated`; SDKs for JavaScript ignore a document whose date is not new. With
  ///     `nil` the date is unchanged.
  /// - Returns: The edited document as JSON.
  package static func document(
    _ payload: GrowthBookPayload,
    for features: [Feature],
    evaluator: GrowthBookEvaluator,
    user: (attribute: String, value: AttributeValue)? = nil,
    updated date: String? = nil
  ) -> [UInt8] {
    let editor = GrowthBookEditor(
      condition: user.map { JSONTree(.object([($0.attribute, $0.value.json)])) }
    )
    let byName = Dictionary(features.map { ($0.name.rawValue, $0) }) { first, _ in first }
    func edit(_ name: String, _ entry: inout JSONTree) {
      guard let feature = byName[name], feature.override?.isEmpty == false else { return }
      evaluator.document.feature(feature.name).map { editor.edit(&entry, feature, $0) }
    }
    var document = JSONTree(payload.bytes)
    if evaluator.document.isBare {
      document.update(edit)
      document = ["status": 200, "features": document]
    } else {
      document["features"]?.update(edit)
    }
    if let date { document["dateUpdated"] = .string(date) }
    return document.bytes
  }

  private func edit(_ entry: inout JSONTree, _ feature: Feature, _ own: GrowthBookFeature) {
    let rules = entry.elements(of: "rules")
    // Overrides of single rules force the value only for the users who reach those rules.
    guard let forced = ForcedResult(feature), forced.isForEveryApp else {
      for (index, rule) in zip(rules.indices, own.rules).reversed() {
        guard let forced = feature.override?.rules[rule.key],
          let value = own.values.list.firstIndex(where: { $0.variation == forced })
        else { continue }
        force(JSONTree(json: own.json(at: value)), for: rules[index], at: index, of: &entry)
      }
      return
    }
    let isDefault = feature.forcedVariation.map { $0.rawValue == own.name(of: own.defaultIndex) }
    if isDefault == true, condition == nil { return entry["rules"] = [] }
    let value = feature.value.map { JSONTree($0.json) } ?? .null
    if value.isNull, condition == nil {
      // A feature without members is already null.
      guard !entry.members.isEmpty else { return }
      // Forces null by the default value, because SDKs for Python skip a rule that forces null.
      entry["rules"] = []
      return entry["defaultValue"] = .null
    }
    let own = condition.map { [(key: "condition", value: $0)] } ?? []
    let rule = JSONTree(members: [("id", "halyard")] + own + [("force", value)])
    if rules.isEmpty { entry["rules"] = [rule] } else { entry["rules"]?.insert(rule, at: 0) }
  }

  /// Forces the value of a rule.
  ///
  /// For one user, a copy of the rule with the forced value is inserted before it.
  private func force(
    _ value: JSONTree,
    for rule: JSONTree,
    at index: Int,
    of entry: inout JSONTree
  ) {
    var rule = rule
    for list in ["variations", "contextualVariations"] where rule[.key(list)]?.isList == true {
      rule[.key(list)]?.update { $1 = value }
    }
    rule["force"]? = value
    if let condition {
      rule["condition"] = rule["condition"].map { ["$and": [$0, condition]] } ?? condition
      entry["rules"]?.insert(rule, at: index)
    } else {
      entry["rules"]?[.index(index)] = rule
    }
  }
}
