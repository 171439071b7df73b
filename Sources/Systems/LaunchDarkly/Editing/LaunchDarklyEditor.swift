import Documents
package import FeatureFlags
package import Targeting

/// Edits the text of a document of LaunchDarkly, so that its SDKs obey overrides.
///
/// A forced variation applies to every context: targeting is on, nothing precedes the fallthrough, and the
/// fallthrough is the variation. For one context, an individual target selects the variation, and others get
/// the same variations as before; the prerequisites of the flag apply to this context, too. All other bytes
/// of the document are unchanged.
package struct LaunchDarklyEditor {
  private let text: JSONText
  private var edits = JSONEdits()
  /// The key of the only context to which the overrides apply; `nil` for every context.
  private let key: String?
  private let kind: String

  /// Returns a document with overrides.
  ///
  /// - Parameters:
  ///   - bytes: The document in JSON, as ``payload(_:of:)`` returns it.
  ///   - document: The parsed document.
  ///   - forced: The overrides by the keys of the flags; unknown keys are ignored.
  ///   - key: The key of the only context to which the overrides apply; `nil` for every context.
  ///   - kind: The kind of this context.
  ///   - version: The least version of all flags; that of a flag with an override is always higher than in
  ///     the document. SDKs ignore an update with a version that is not higher than the last one.
  /// - Returns: The document with all flags.
  package static func document(
    _ bytes: [UInt8],
    of document: LaunchDarklyDocument,
    forcing forced: [FeatureName: ForcedResult],
    for key: String? = nil,
    kind: String = "user",
    version: Int = 0
  ) -> [UInt8] {
    guard !forced.isEmpty || version > 0 else { return bytes }
    var editor = LaunchDarklyEditor(text: JSONText(bytes), key: key, kind: kind)
    var seen: Set<FeatureName> = []
    for member in editor.text.members(of: "flags").reversed() {
      let name = FeatureName(rawValue: member.key)
      guard seen.insert(name).inserted, let flag = document.flag(name) else { continue }
      let entry = Entry(range: member.value, members: editor.text.members(of: member.value))
      let force = forced[name]
      let number = entry["version"].flatMap { Double(editor.text.text($0)) } ?? 0
      let least = (Int(exactly: number) ?? 0) &+ (force == nil ? 0 : 1)
      if force != nil || least < version {
        editor.set("version", to: "\(max(least, version))", in: entry)
      }
      if let force { editor.edit(entry, of: flag, force) }
    }
    editor.edits.sort()
    return editor.edits.rendered(0..<bytes.count, of: bytes)
  }

  /// Returns a document as server SDKs get it: the data of a message of the stream, and the values of a file
  /// as flags.
  ///
  /// A value of true or false becomes a flag with both, so that each can be forced.
  ///
  /// - Parameters:
  ///   - bytes: The document in JSON.
  ///   - document: The parsed document.
  /// - Returns: The document with the members `flags` and `segments`.
  package static func payload(_ bytes: [UInt8], of document: LaunchDarklyDocument) -> [UInt8] {
    let text = JSONText(bytes)
    if let data = text.value("data", of: text.root), text.value("flags", of: data) != nil {
      return Array(bytes[data])
    }
    guard text.value("flagValues", of: text.root) != nil else { return bytes }
    let flags = text.members(of: "flags")
    let known = Set(flags.map(\.key))
    let values = text.members(of: "flagValues").filter { !known.contains($0.key) }
    let entries =
      flags.map { ($0.key, text.text($0.value)) }
      + values.compactMap { member in
        document.flag(FeatureName(rawValue: member.key)).map { (member.key, $0.valueText) }
      }
    let list = entries.map { "\(JSONValue.string($0).text()):\($1)" }.joined(separator: ",")
    let segments = text.value("segments", of: text.root).map(text.text) ?? "{}"
    return Array("{\"flags\":{\(list)},\"segments\":\(segments)}".utf8)
  }

  private init(text: JSONText, key: String?, kind: String) {
    (self.text, self.key, self.kind) = (text, key, kind)
  }

  /// The text of a flag.
  private struct Entry {
    let range: Range<Int>
    let members: [JSONText.Member]

    subscript(key: String) -> Range<Int>? { members.last { $0.key == key }?.value }
  }

  private mutating func set(_ key: String, to json: String, in entry: Entry) {
    edits.set(key, to: json, in: entry.range, members: entry.members)
  }

  /// Sets lists that the flag has.
  private mutating func clear(_ keys: [String], of entry: Entry) {
    for key in keys where entry[key] != nil { set(key, to: "[]", in: entry) }
  }
}

// MARK: Targeting

extension LaunchDarklyEditor {
  private mutating func edit(_ entry: Entry, of flag: LaunchDarklyFlag, _ force: ForcedResult) {
    let variation = flag.variation(forcedBy: force) ?? -1
    switch force {
    case .variant: break
    case .value(let value):
      if variation < flag.values.list.count { break }
      if let list = entry["variations"] {
        edits.append([value.json.text()], to: list, of: text)
      } else {
        set("variations", to: "[\(value.json.text())]", in: entry)
      }
    case .appDefault:
      guard key == nil else { break }
      set("on", to: "false", in: entry)
      return set("offVariation", to: "null", in: entry)
    case .rules(let rules): return edit(entry, of: flag, rules)
    case .enabled:
      // For one context, others would lose the off variation.
      if key == nil { set("on", to: "true", in: entry) }
      return
    }
    set("on", to: "true", in: entry)
    if let key {
      target(variation, key, entry, of: flag)
    } else {
      clear(["prerequisites", "targets", "contextTargets", "rules"], of: entry)
      set("fallthrough", to: "{\"variation\":\(variation)}", in: entry)
    }
  }

  /// Forces the variations of rules; for one context, by a copy of the rule in front of it.
  private mutating func edit(
    _ entry: Entry,
    of flag: LaunchDarklyFlag,
    _ forced: [String: TestVariation]
  ) {
    for (index, rule) in text.elements(of: entry["rules"]).enumerated() {
      guard let variation = forced[flag.key(ofRule: index)]?.rawValue else { continue }
      let members = text.members(of: rule)
      // A variation precedes a rollout.
      guard let clause = keyClause else {
        edits.set("variation", to: variation, in: rule, members: members)
        continue
      }
      var copy = JSONEdits()
      copy.set("variation", to: variation, in: rule, members: members)
      if let clauses = members.last(where: { $0.key == "clauses" })?.value {
        copy.append([clause], to: clauses, of: text)
      } else {
        copy.set("clauses", to: "[\(clause)]", in: rule, members: members)
      }
      copy.sort()
      let edited = String(decoding: copy.rendered(rule, of: text.bytes), as: UTF8.self)
      edits.replace(rule.lowerBound..<rule.lowerBound, with: edited + ",")
    }
    guard let variation = forced[LaunchDarklyFlag.fallThroughKey]?.rawValue else { return }
    guard let clause = keyClause else {
      return set("fallthrough", to: "{\"variation\":\(variation)}", in: entry)
    }
    let rule = "{\"id\":\"halyard\",\"variation\":\(variation),\"clauses\":[\(clause)]}"
    if let rules = entry["rules"] {
      edits.append([rule], to: rules, of: text)
    } else {
      set("rules", to: "[\(rule)]", in: entry)
    }
  }

  /// The clause that only the context of the overrides meets; `nil` for overrides for every context.
  private var keyClause: String? {
    guard let key else { return nil }
    let values = "\"values\":[\(JSONValue.string(key).text())]"
    let kind = "\"contextKind\":\(JSONValue.string(kind).text())"
    return "{\(kind),\"attribute\":\"key\",\"op\":\"in\",\(values)}"
  }

  /// Makes a variation the result for the context of the overrides.
  private mutating func target(
    _ variation: Int,
    _ key: String,
    _ entry: Entry,
    of flag: LaunchDarklyFlag
  ) {
    if !flag.isOn {
      clear(["prerequisites", "rules"], of: entry)
      let off = flag.offVariation.map { "{\"variation\":\($0)}" }
      set("fallthrough", to: off ?? "{}", in: entry)
    }
    func target(_ kind: String?, _ keys: [String], _ variation: Int) -> String {
      let kind = kind.map { "\"contextKind\":\(JSONValue.string($0).text())," } ?? ""
      let keys = JSONValue.list(keys.map(JSONValue.string)).text()
      return "{\(kind)\"values\":\(keys),\"variation\":\(variation)}"
    }
    var users = flag.isOn ? text.elements(of: entry["targets"]).map(text.text) : []
    var contexts = flag.isOn ? text.elements(of: entry["contextTargets"]).map(text.text) : []
    if kind == LaunchDarklyContext.userKind {
      // Some SDKs look up the users of a variation in its first list, whatever the kinds of contexts say.
      let list = contexts.isEmpty ? nil : flag.targets.first { $0.variation == variation }
      users.insert(target(nil, [key] + (list?.keys.list.values ?? []), variation), at: 0)
      if !contexts.isEmpty { contexts.insert(target(kind, [key], variation), at: 0) }
    } else {
      // With targets of other kinds, SDKs read the lists of users only where an entry refers to them.
      if contexts.isEmpty, flag.isOn {
        contexts = flag.targets.map { target(LaunchDarklyContext.userKind, [], $0.variation) }
      }
      contexts.insert(target(kind, [key], variation), at: 0)
    }
    for (name, list) in [("targets", users), ("contextTargets", contexts)]
    where entry[name] != nil || !list.isEmpty {
      set(name, to: "[\(list.joined(separator: ","))]", in: entry)
    }
  }
}

extension LaunchDarklyFlag {
  /// The flag of a value in a file, as server SDKs read it.
  fileprivate var valueText: String {
    let variations = JSONValue.list(values.list.map(\.value.json)).text()
    let key = JSONValue.string(name.rawValue).text()
    return "{\"key\":\(key),\"version\":1,\"on\":true,\"variations\":\(variations),"
      + "\"fallthrough\":{\"variation\":0}}"
  }
}
