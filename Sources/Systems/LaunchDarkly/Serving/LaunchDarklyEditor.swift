import Documents
package import FeatureFlags
package import Targeting

/// Edits a document of LaunchDarkly so that its SDKs apply overrides.
///
/// To force a variation for every context, targeting is turned on, prerequisites, targets and rules are
/// removed, and the fallthrough serves the variation. To force it for one context, an individual target
/// is added; other contexts get the same variations as before. The prerequisites of the flag also apply
/// to this context. All other bytes of the document are unchanged.
package struct LaunchDarklyEditor {
  /// The key of the only context to which the overrides apply; `nil` if they apply to every context.
  private let key: String?
  private let kind: String

  /// Returns a document with overrides applied.
  ///
  /// - Parameters:
  ///   - bytes: The document as JSON, in the form that ``payload(_:of:)`` returns.
  ///   - document: The same document, parsed.
  ///   - forced: The overrides by flag key; unknown keys are ignored.
  ///   - key: The key of the only context to which the overrides apply; `nil` if they apply to every
  ///     context.
  ///   - kind: The context kind of `key`.
  ///   - version: The minimum version of all flags. An overridden flag always gets a higher version than
  ///     in the document, because SDKs ignore an update whose version is not higher.
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

  /// Converts a document to the form that server SDKs receive.
  ///
  /// The data of a stream message are extracted, and the values of a data file become flags.
  ///
  /// A Boolean value becomes a flag with both Boolean variations, so that each of them can be forced.
  ///
  /// - Parameters:
  ///   - bytes: The document as JSON.
  ///   - document: The same document, parsed.
  /// - Returns: The document, with the members `flags` and `segments`.
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
      // Is not applied for one context, because turning the flag on would take the off variation from
      // all other contexts.
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

  /// Forces the variations of rules.
  ///
  /// For one context, a copy of the rule with an additional clause is inserted before it.
  private func edit(
    _ entry: inout JSONTree,
    of flag: LaunchDarklyFlag,
    _ forced: [String: TestVariation]
  ) {
    for (index, rule) in entry.elements(of: "rules").enumerated().reversed() {
      guard let variation = forced[flag.key(ofRule: index)]?.rawValue else { continue }
      var rule = rule
      // SDKs prefer `variation` to a rollout, which can therefore remain.
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

  /// The clause that only the context of the overrides meets; `nil` if the overrides apply to every
  /// context.
  private var keyClause: JSONTree? {
    key.map { key in
      ["contextKind": .string(kind), "attribute": "key", "op": "in", "values": [.string(key)]]
    }
  }

  /// Adds an individual target for the context of the overrides.
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
      // Adds the key to a first list with all users of the variation, because some SDKs read only the
      // first list of a variation, even if `contextTargets` exists.
      let list = contexts.isEmpty ? nil : flag.targets.first { $0.variation == variation }
      users.insert(target(nil, [key] + (list?.keys.list.values ?? []), variation), at: 0)
      if !contexts.isEmpty { contexts.insert(target(kind, [key], variation), at: 0) }
    } else {
      // If `contextTargets` exists, SDKs read a list in `targets` only if an entry in `contextTargets`
      // refers to it, so such entries are added.
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
  /// A flag with a fixed value from a data file, in the form that server SDKs receive.
  fileprivate var valueTree: JSONTree {
    [
      "key": .string(name.rawValue), "version": 1, "on": true,
      "variations": JSONTree(.list(values.list.map(\.value.json))),
      "fallthrough": ["variation": 0],
    ]
  }
}
