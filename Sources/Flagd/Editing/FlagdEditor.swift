import Documents
import FeatureFlags

/// Edits the text of a document of flagd, so that flagd and its providers obey overrides.
///
/// A forced variant applies to every user: the flag is enabled, the variant becomes its default, and
/// the targeting is removed. All other bytes of the document are unchanged.
package struct FlagdEditor {
  private let text: JSONText
  private let members: [JSONText.Member]
  private var edits = JSONEdits()
  /// The edited flags, with the ranges of their keys and objects.
  private var edited: [(key: String, value: Range<Int>)] = []
  private var keepsTargeting = false

  /// Returns a document with overrides.
  ///
  /// - Parameters:
  ///   - bytes: The document, which was parsed without an error.
  ///   - forced: The overrides by the keys of the flags; unknown keys are ignored.
  /// - Returns: The document with all flags.
  package static func document(_ bytes: [UInt8], forcing forced: [String: FlagdForce]) -> [UInt8] {
    let editor = FlagdEditor(bytes, forced)
    return editor.edits.isEmpty
      ? bytes : editor.edits.rendered(0..<bytes.count, of: bytes)
  }

  /// Returns a document that has only the flags with overrides, for use as the last source of flagd.
  ///
  /// The parameters are those of ``document(_:forcing:)``.
  package static func overrides(_ bytes: [UInt8], forcing forced: [String: FlagdForce]) -> [UInt8] {
    let editor = FlagdEditor(bytes, forced)
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

  private init(_ bytes: [UInt8], _ forced: [String: FlagdForce]) {
    text = JSONText(bytes)
    members = text.members(of: text.root)
    guard !forced.isEmpty, let flags = members.last(where: { $0.key == "flags" })?.value else {
      return
    }
    for (key, value) in entries(of: flags) {
      guard let force = forced[key] else { continue }
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
    var seen: Set<String> = []
    return entries.reversed().filter { seen.insert($0.0).inserted }.reversed()
  }
}

// MARK: One flag

extension FlagdEditor {
  private mutating func edit(_ flag: Range<Int>, _ force: FlagdForce) {
    let members = text.members(of: flag)
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
    case .appDefault: edits.set("state", to: "\"DISABLED\"", in: flag, members: members)
    case .enabled:
      keepsTargeting = true
      edits.set("state", to: "\"ENABLED\"", in: flag, members: members)
    }
  }

  /// Makes a variant the result for every user.
  private mutating func pin(_ variant: String, _ flag: Range<Int>, _ members: [JSONText.Member]) {
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
