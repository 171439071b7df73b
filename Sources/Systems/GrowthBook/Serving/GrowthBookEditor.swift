import Documents
package import FeatureFlags
package import FlagSystem
import Targeting

/// Edits a document of GrowthBook so that SDKs apply overrides.
///
/// A forced value becomes a new first rule, for which SDKs report no exposure; for single users, with a
/// condition. All bytes outside of the overridden features are unchanged, except for `dateUpdated`. Encrypted
/// parts are decrypted.
package struct GrowthBookEditor {
  private let own: GrowthBookFeature
  private let feature: Feature
  /// The condition that only the users of the override meet; `nil` for everyone.
  private let condition: JSONTree?

  /// The id of the rules that overrides have added; the other rules are in the order of the source.
  private let ruleID: String

  /// Returns a document with overrides applied, in the format of `/api/features`.
  ///
  /// - Parameters:
  ///   - payload: The document, which must be free of parse errors.
  ///   - features: The overridden features by name, in ascending precedence.
  ///   - evaluator: The evaluator of the same document.
  ///   - date: The new `dateUpdated`; SDKs for JavaScript ignore a document whose date is not new. With
  ///     `nil` the date is unchanged.
  /// - Returns: The edited document as JSON.
  package static func document(
    _ payload: GrowthBookPayload,
    for features: [Feature.Name: [ScopedFeature]],
    evaluator: GrowthBookEvaluator,
    updated date: String? = nil
  ) -> [UInt8] {
    func edit(_ name: String, _ entry: inout JSONTree) {
      let name = Feature.Name(rawValue: name)
      guard let scoped = features[name], let own = evaluator.document.feature(name) else { return }
      for part in scoped where part.scope.isExpressible { GrowthBookEditor(part, own).edit(&entry) }
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

  private init(_ scoped: ScopedFeature, _ own: GrowthBookFeature) {
    (feature, self.own) = (scoped.feature, own)
    condition = scoped.scope.condition
    var id = "halyard"
    while own.rules.contains(where: { $0.key == id }) { id += "-2" }
    ruleID = id
  }

  private func edit(_ entry: inout JSONTree) {
    let rules = entry.elements(of: "rules")
    // Overrides of single rules force the value only for the users who reach those rules.
    guard let forced = ForcedResult(feature), forced.isForEveryApp else {
      let indices = rules.indices.filter { rules[$0]["id"]?.string != ruleID }
      for (index, rule) in zip(indices, own.rules).reversed() {
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
    let restriction = condition.map { [(key: "condition", value: $0)] } ?? []
    let rule = JSONTree(members: [("id", .string(ruleID))] + restriction + [("force", value)])
    if rules.isEmpty { entry["rules"] = [rule] } else { entry["rules"]?.insert(rule, at: 0) }
  }

  /// Forces the value of a rule.
  ///
  /// For single users, a copy of the rule with the forced value is inserted before it.
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
      rule["id"] = .string(ruleID)
      rule["condition"] = rule["condition"].map { ["$and": [$0, condition]] } ?? condition
      entry["rules"]?.insert(rule, at: index)
    } else {
      entry["rules"]?[.index(index)] = rule
    }
  }
}

extension OverrideScope {
  /// The condition that only the users of the scope meet; `nil` for everyone.
  fileprivate var condition: JSONTree? {
    switch self {
    case .everyone: nil
    case .key(let key, _): ["id": .string(key)]
    case .attribute(let name, let value): JSONTree(members: [(name, JSONTree(value.json))])
    }
  }
}
