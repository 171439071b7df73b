import Documents
package import FeatureFlags
package import Targeting

/// Edits a document of LaunchDarkly, so that its SDKs obey overrides.
///
/// A forced variation applies to every context: targeting is on, nothing precedes the fallthrough, and the
/// fallthrough is the variation. For one context, an individual target selects the variation, and others get
/// the same variations as before; the prerequisites of the flag apply to this context, too. All other bytes
/// of the document are unchanged.
package struct LaunchDarklyEditor {
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
    forcing forced: [Feature.Name: ForcedResult],
    for key: String? = nil,
    kind: String = "user",
    version: Int = 0
  ) -> [UInt8] {
    guard !forced.isEmpty || version > 0 else { return bytes }
    let editor = LaunchDarklyEditor(key: key, kind: kind)
    var tree = JSONTree(bytes)
    tree["flags"]?.update { key, entry in
      let name = Feature.Name(rawValue: key)
      guard let flag = document.flag(name) else { return }
      let force = forced[name]
      let number = entry["version"].flatMap { Double($0.text) } ?? 0
      let least = (Int(exactly: number) ?? 0) &+ (force == nil ? 0 : 1)
      if force != nil || least < version {
        entry["version"] = JSONTree(.integer(max(least, version)))
      }
      if let force { editor.edit(&entry, of: flag, force) }
    }
    return tree.bytes
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
    let tree = JSONTree(bytes)
    if let data = tree["data"], data["flags"] != nil { return data.bytes }
    guard let values = tree["flagValues"]?.members else { return bytes }
    let flags = tree["flags"]?.members ?? []
    let known = Set(flags.map(\.key))
    let added = values.compactMap { key, _ in
      known.contains(key)
        ? nil : document.flag(Feature.Name(rawValue: key)).map { (key: key, value: $0.valueTree) }
    }
    return JSONTree(members: [
      ("flags", JSONTree(members: flags + added)), ("segments", tree["segments"] ?? [:]),
    ]).bytes
  }
}

// MARK: Targeting

extension LaunchDarklyEditor {
  private func edit(_ entry: inout JSONTree, of flag: LaunchDarklyFlag, _ force: ForcedResult) {
    let variation = flag.variation(forcedBy: force) ?? -1
    switch force {
    case .variant: break
    case .value(let value):
      if variation < flag.values.list.count { break }
      entry.append(JSONTree(value.json), to: "variations")
    case .appDefault:
      guard key == nil else { break }
      entry["on"] = false
      entry["offVariation"] = .null
      return
    case .rules(let rules): return edit(&entry, of: flag, rules)
    case .enabled:
      // For one context, others would lose the off variation.
      if key == nil { entry["on"] = true }
      return
    }
    entry["on"] = true
    if let key {
      target(variation, key, &entry, of: flag)
    } else {
      for list in ["prerequisites", "targets", "contextTargets", "rules"] {
        entry[.key(list)]? = []
      }
      entry["fallthrough"] = ["variation": JSONTree(.integer(variation))]
    }
  }

  /// Forces the variations of rules; for one context, by a copy of the rule in front of it.
  private func edit(
    _ entry: inout JSONTree,
    of flag: LaunchDarklyFlag,
    _ forced: [String: TestVariation]
  ) {
    for (index, rule) in entry.elements(of: "rules").enumerated().reversed() {
      guard let variation = forced[flag.key(ofRule: index)]?.rawValue else { continue }
      var rule = rule
      // A variation precedes a rollout.
      rule["variation"] = JSONTree(json: variation)
      if let clause = keyClause {
        rule.append(clause, to: "clauses")
        entry["rules"]?.insert(rule, at: index)
      } else {
        entry["rules"]?[.index(index)] = rule
      }
    }
    guard let variation = forced[LaunchDarklyFlag.fallThroughKey]?.rawValue else { return }
    if let clause = keyClause {
      entry.append(
        ["id": "halyard", "variation": JSONTree(json: variation), "clauses": [clause]],
        to: "rules"
      )
    } else {
      entry["fallthrough"] = ["variation": JSONTree(json: variation)]
    }
  }

  /// The clause that only the context of the overrides meets; `nil` for overrides for every context.
  private var keyClause: JSONTree? {
    key.map { key in
      ["contextKind": .string(kind), "attribute": "key", "op": "in", "values": [.string(key)]]
    }
  }

  /// Makes a variation the result for the context of the overrides.
  private func target(
    _ variation: Int,
    _ key: String,
    _ entry: inout JSONTree,
    of flag: LaunchDarklyFlag
  ) {
    func number(_ variation: Int) -> JSONTree { JSONTree(.integer(variation)) }
    func target(_ kind: String?, _ keys: [String], _ variation: Int) -> JSONTree {
      let keys = JSONTree(elements: keys.map(JSONTree.string))
      let kind = kind.map { [(key: "contextKind", value: JSONTree.string($0))] } ?? []
      return JSONTree(members: kind + [("values", keys), ("variation", number(variation))])
    }
    if !flag.isOn {
      for list in ["prerequisites", "rules"] { entry[.key(list)]? = [] }
      entry["fallthrough"] = flag.offVariation.map { ["variation": number($0)] } ?? [:]
    }
    var users = flag.isOn ? entry.elements(of: "targets") : []
    var contexts = flag.isOn ? entry.elements(of: "contextTargets") : []
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
    where entry[.key(name)] != nil || !list.isEmpty {
      entry[.key(name)] = JSONTree(elements: list)
    }
  }
}

extension LaunchDarklyFlag {
  /// The flag of a value in a file, as server SDKs read it.
  fileprivate var valueTree: JSONTree {
    [
      "key": .string(name.rawValue), "version": 1, "on": true,
      "variations": JSONTree(.list(values.list.map(\.value.json))),
      "fallthrough": ["variation": 0],
    ]
  }
}
