import Documents
package import FeatureFlags
package import Targeting

/// Edits the text of a document of flagd, so that flagd and its providers obey overrides.
///
/// A forced variant applies to every user: the flag is enabled, the variant becomes its default, and
/// the targeting is removed. For one user, a rule in front of the targeting selects the variant, and other
/// users get the same variants as before. All other bytes of the document are unchanged.
package struct FlagdEditor {
  private let text: JSONText
  private let members: [JSONText.Member]
  private var edits = JSONEdits()
  /// The edited flags, with the ranges of their keys and objects.
  private var edited: [(key: String, value: Range<Int>)] = []
  private var keepsTargeting = false
  /// The condition that only the user of the overrides meets, as JSON; `nil` for every user.
  private let condition: String?

  /// Returns a document with overrides.
  ///
  /// - Parameters:
  ///   - bytes: The document, which was parsed without an error.
  ///   - forced: The overrides by the keys of the flags; unknown keys are ignored.
  ///   - user: The targeting key of the only user to whom the overrides apply; `nil` for every user.
  /// - Returns: The document with all flags.
  package static func document(
    _ bytes: [UInt8],
    forcing forced: [FeatureName: ForcedResult],
    for user: String? = nil
  ) -> [UInt8] {
    let editor = FlagdEditor(bytes, forced, user)
    return editor.edits.isEmpty
      ? bytes : editor.edits.rendered(0..<bytes.count, of: bytes)
  }

  /// Returns a document that has only the flags with overrides, for use as the last source of flagd.
  ///
  /// The parameters are those of ``document(_:forcing:for:)``.
  package static func overrides(
    _ bytes: [UInt8],
    forcing forced: [FeatureName: ForcedResult],
    for user: String? = nil
  ) -> [UInt8] {
    let editor = FlagdEditor(bytes, forced, user)
    var parts: [[UInt8]] = []
    for member in editor.members {
      switch member.key {
      case "metadata": break
      case "$evaluators" where editor.keepsTargeting: break
      default: continue
      }
      parts.append(Array("\"\(member.key)\":".utf8) + bytes[member.value])
    }
    let flags = editor.edited.map { key, value in
      Array((JSONValue.string(key).text() + ":").utf8) + editor.edits.rendered(value, of: bytes)
    }
    parts.append(Array("\"flags\":{".utf8) + flags.joined(separator: ",".utf8) + Array("}".utf8))
    return Array("{".utf8) + parts.joined(separator: ",".utf8) + Array("}\n".utf8)
  }

  private init(_ bytes: [UInt8], _ forced: [FeatureName: ForcedResult], _ user: String?) {
    condition = user.map { "{\"==\":[{\"var\":\"targetingKey\"},\(JSONValue.string($0).text())]}" }
    text = JSONText(bytes)
    members = text.members(of: text.root)
    guard !forced.isEmpty, let flags = members.last(where: { $0.key == "flags" })?.value else {
      return
    }
    for (key, value) in entries(of: flags) {
      guard let force = forced[FeatureName(rawValue: key)] else { continue }
      edited.append((key, value))
      edit(value, force)
    }
    edits.sort()
  }

  /// Returns the flags with their keys, in the order of the document; of flags with the same key the
  /// last one counts.
  private func entries(of flags: Range<Int>) -> [(key: String, value: Range<Int>)] {
    var entries = text.members(of: flags).map { ($0.key, $0.value) }
    for element in text.elements(of: flags) {
      guard let key = text.value("key", of: element).flatMap(text.string) else { continue }
      entries.append((key, element))
    }
    return entries.last(by: { $0.0 })
  }
}

// MARK: One flag

extension FlagdEditor {
  private mutating func edit(_ flag: Range<Int>, _ force: ForcedResult) {
    let members = text.members(of: flag)
    if condition != nil { keepsTargeting = true }
    switch force {
    case .variant(let name): pin(name, flag, members)
    case .value(let value):
      let variants = members.last { $0.key == "variants" }
      let known = variants.map { text.members(of: $0.value) } ?? []
      if let variant = known.last(where: { isEqual($0.value, value) }) {
        return pin(variant.key, flag, members)
      }
      let name = Self.unusedName(among: Set(known.map(\.key)))
      let json = value.json.text()
      if let variants {
        edits.set(name, to: json, in: variants.value, members: known)
      } else {
        edits.set("variants", to: "{\"\(name)\":\(json)}", in: flag, members: members)
      }
      pin(name, flag, members)
    case .appDefault:
      let rules = UserRules(text, members)
      if condition == nil {
        edits.set("state", to: "\"DISABLED\"", in: flag, members: members)
      } else if !rules.isDisabled {
        target("null", else: rules.withDefault, keepsDefault: false, flag, members)
      }
    case .rules: break
    case .enabled:
      keepsTargeting = true
      let rules = UserRules(text, members)
      if condition == nil {
        edits.set("state", to: "\"ENABLED\"", in: flag, members: members)
      } else if rules.isDisabled {
        target(rules.withDefault, else: "null", keepsDefault: false, flag, members)
      }
    }
  }

  /// Sets a targeting with a result for the user of the overrides, and another one for all other users.
  private mutating func target(
    _ result: String,
    else other: String,
    keepsDefault: Bool,
    _ flag: Range<Int>,
    _ members: [JSONText.Member]
  ) {
    guard let condition else { return }
    edits.set("state", to: "\"ENABLED\"", in: flag, members: members)
    if !keepsDefault, members.contains(where: { $0.key == "defaultVariant" }) {
      edits.set("defaultVariant", to: "null", in: flag, members: members)
    }
    let rule = "{\"if\":[\(condition),\(result),\(other)]}"
    edits.set("targeting", to: rule, in: flag, members: members)
  }

  /// Makes a variant the result for every user, or for the user of the overrides.
  private mutating func pin(_ variant: String, _ flag: Range<Int>, _ members: [JSONText.Member]) {
    if condition != nil {
      let rules = UserRules(text, members)
      // All other users of a disabled flag get the default of their app, as before.
      let other = rules.isDisabled ? "null" : rules.targeting
      let name = JSONValue.string(variant).text()
      return target(name, else: other, keepsDefault: !rules.isDisabled, flag, members)
    }
    edits.set("state", to: "\"ENABLED\"", in: flag, members: members)
    let name = JSONValue.string(variant).text()
    edits.set("defaultVariant", to: name, in: flag, members: members)
    let targetings = members.indices.filter { members[$0].key == "targeting" }
    if targetings.count == 1, members.count > 1 {
      edits.remove(targetings[0], of: members)
    } else {
      for index in targetings { edits.replace(members[index].value, with: "null") }
    }
  }

  private func isEqual(_ range: Range<Int>, _ value: VariableValue) -> Bool {
    // Drops the error: the document was parsed before, so that the value is valid.
    guard let node = try? JSONReader.read(Array(text.bytes[range])) else { return false }
    return VariableValue(node)?.json.sorted == value.json.sorted
  }

  private static func unusedName(among names: Set<String>) -> String {
    var name = "halyard"
    var number = 2
    while names.contains(name) {
      name = "halyard-\(number)"
      number += 1
    }
    return name
  }
}

/// The results of a flag without overrides, as parts of a rule.
private struct UserRules {
  let isDisabled: Bool
  /// The targeting as JSON; `null` for none.
  let targeting: String
  /// The default variant as JSON; `nil` for the app's own default.
  private let variant: String?

  init(_ text: JSONText, _ members: [JSONText.Member]) {
    func value(_ key: String) -> Range<Int>? { members.last { $0.key == key }?.value }
    isDisabled = value("state").flatMap(text.string) == "DISABLED"
    // An object without members is no targeting, but it would be a value inside of a rule.
    let rule = value("targeting").flatMap { range in
      text.bytes[range.lowerBound] == UInt8(ascii: "{") && text.members(of: range).isEmpty
        ? nil : text.text(range)
    }
    targeting = rule ?? "null"
    let name = value("defaultVariant").flatMap(text.string)
    variant = name.flatMap { $0.isEmpty ? nil : JSONValue.string($0).text() }
  }

  /// The targeting with the default variant as its last result, for a flag without a default variant.
  var withDefault: String {
    guard let variant else { return targeting }
    return targeting == "null"
      ? variant : "{\"if\":[{\"==\":[\(targeting),null]},\(variant),\(targeting)]}"
  }
}
