import Documents
package import FeatureFlags
import Targeting

/// Edits the features of GrowthBook, so that SDKs obey overrides.
///
/// A forced value is a new first rule, for which SDKs track no experiment; all bytes outside of the
/// overridden features stay as they are, except for `dateUpdated`. Encrypted parts are decrypted.
package struct GrowthBookEditor {
  private let text: JSONText
  private var edits = JSONEdits()
  /// The condition that only the user of the overrides meets, as JSON; `nil` for every user.
  private let condition: String?

  /// Returns a document with overrides, as `/api/features` has it.
  ///
  /// - Parameters:
  ///   - payload: The document, which was parsed without an error.
  ///   - features: The features, evaluated for `user`; those without an override are ignored.
  ///   - evaluator: The evaluator of the document.
  ///   - user: The attribute and its value of the users to whom the overrides apply; `nil` for all.
  ///   - date: The new `dateUpdated`, without which SDKs for JavaScript ignore the document; `nil` to
  ///     keep it.
  /// - Returns: The document.
  package static func document(
    _ payload: GrowthBookPayload,
    for features: [Feature],
    evaluator: GrowthBookEvaluator,
    user: (attribute: String, value: AttributeValue)? = nil,
    updated date: String? = nil
  ) -> [UInt8] {
    var editor = GrowthBookEditor(payload.bytes, user)
    let (bytes, text) = (payload.bytes, editor.text)
    let byName = Dictionary(features.map { ($0.name.rawValue, $0) }) { first, _ in first }
    let isBare = evaluator.document.isBare
    let map = isBare ? text.root : text.value("features", of: text.root) ?? text.root
    for member in text.members(of: map) {
      guard let feature = byName[member.key], feature.override?.isEmpty == false else { continue }
      evaluator.document.feature(feature.name).map { editor.edit(member.value, feature, $0) }
    }
    let updated = date.map { JSONValue.string($0).text() }
    if !isBare, let updated {
      let members = text.members(of: text.root)
      editor.edits.set("dateUpdated", to: updated, in: text.root, members: members)
    }
    editor.edits.sort()
    guard isBare else { return editor.edits.rendered(0..<bytes.count, of: bytes) }
    let end = updated.map { ",\"dateUpdated\":\($0)}" } ?? "}"
    return Array("{\"status\":200,\"features\":\(editor.edits.text(of: text))\(end)".utf8)
  }

  private init(_ bytes: [UInt8], _ user: (attribute: String, value: AttributeValue)?) {
    text = JSONText(bytes)
    condition = user.map { JSONValue.object([($0.attribute, $0.value.json)]).text() }
  }

  private mutating func edit(_ range: Range<Int>, _ feature: Feature, _ own: GrowthBookFeature) {
    let members = text.members(of: range)
    let rules = members.last { $0.key == "rules" }?.value
    let elements = text.elements(of: rules)
    // Overrides of rules do not force the value for all users.
    guard let forced = ForcedResult(feature), forced.isForEveryApp else {
      for (element, rule) in zip(elements, own.rules) {
        guard let forced = feature.override?.rules[rule.key],
          let index = own.values.list.firstIndex(where: { $0.variation == forced })
        else { continue }
        edit(rule: element, own.json(at: index))
      }
      return
    }
    let isDefault = feature.forcedVariation.map { $0.rawValue == own.name(of: own.defaultIndex) }
    if isDefault == true, condition == nil {
      return edits.set("rules", to: "[]", in: range, members: members)
    }
    let value = feature.value?.json.text() ?? "null"
    if value == "null", condition == nil {
      // A feature without members is null anyway.
      guard !members.isEmpty else { return }
      // SDKs for Python skip a rule that forces null, but not a default value.
      edits.set("rules", to: "[]", in: range, members: members)
      return edits.set("defaultValue", to: "null", in: range, members: members)
    }
    let own = condition.map { ",\"condition\":\($0)" } ?? ""
    let rule = "{\"id\":\"halyard\"\(own),\"force\":\(value)}"
    guard let rules, !elements.isEmpty else {
      return edits.set("rules", to: "[\(rule)]", in: range, members: members)
    }
    edits.replace(rules.lowerBound + 1..<rules.lowerBound + 1, with: rule + ",")
  }

  /// Replaces the values of a rule; for one user, by a copy of the rule in front of it.
  private mutating func edit(rule: Range<Int>, _ value: String) {
    let members = text.members(of: rule)
    var edits = JSONEdits()
    for member in members where ["variations", "contextualVariations"].contains(member.key) {
      for variation in text.elements(of: member.value) { edits.replace(variation, with: value) }
    }
    if members.contains(where: { $0.key == "force" }) {
      edits.set("force", to: value, in: rule, members: members)
    }
    if let condition {
      let own = members.last { $0.key == "condition" }.map { text.text($0.value) }
      let both = own.map { "{\"$and\":[\($0),\(condition)]}" } ?? condition
      edits.set("condition", to: both, in: rule, members: members)
    }
    edits.sort()
    let edited = String(decoding: edits.rendered(rule, of: text.bytes), as: UTF8.self)
    let end = condition == nil ? rule.upperBound : rule.lowerBound
    self.edits.replace(rule.lowerBound..<end, with: condition == nil ? edited : edited + ",")
  }
}
