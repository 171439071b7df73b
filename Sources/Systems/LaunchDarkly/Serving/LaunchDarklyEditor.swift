import Documents
package import FeatureFlags
package import FlagSystem
import Targeting

/// Edits a document of LaunchDarkly so that its SDKs apply overrides.
///
/// To force a variation for every context, targeting is turned on, prerequisites, targets and rules are
/// removed, and the fallthrough serves the variation. To force it for one key, an individual target is
/// added; for an attribute, a first rule. Other contexts get the same variations as before. The
/// prerequisites of the flag also apply to these contexts. All other bytes of the document are unchanged.
package struct LaunchDarklyEditor {
  /// Returns a document with overrides applied.
  ///
  /// - Parameters:
  ///   - bytes: The document as JSON, in the form that ``payload(_:of:)`` returns.
  ///   - document: The same document, parsed.
  ///   - forced: The overrides by flag key, in ascending precedence; unknown keys are ignored.
  ///   - version: The minimum version of all flags. An overridden flag always gets a higher version than
  ///     in the document, because SDKs ignore an update whose version is not higher.
  /// - Returns: The document with all flags.
  package static func document(
    _ bytes: [UInt8],
    of document: LaunchDarklyDocument,
    forcing forced: [Feature.Name: [ScopedResult]],
    version: Int = 0
  ) -> [UInt8] {
    guard !forced.isEmpty || version > 0 else { return bytes }
    var tree = JSONTree(bytes)
    tree["flags"]?.update { key, entry in
      let name = Feature.Name(rawValue: key)
      guard let flag = document.flag(name) else { return }
      let results = forced[name] ?? []
      let number = entry["version"].flatMap { Double($0.text) } ?? 0
      let least = (Int(exactly: number) ?? 0) &+ (results.isEmpty ? 0 : 1)
      if !results.isEmpty || least < version {
        entry["version"] = JSONTree(.integer(max(least, version)))
      }
      for scoped in results { EditedFlag.edit(&entry, of: flag, scoped) }
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
    var tree = JSONTree(bytes)
    if let data = tree["data"], data["flags"] != nil { tree = data }
    if let values = tree["flagValues"]?.members {
      let flags = tree["flags"]?.members ?? []
      let known = Set(flags.map(\.key))
      let added = values.compactMap { key, _ in
        known.contains(key)
          ? nil : document.flag(Feature.Name(rawValue: key)).map { (key: key, value: $0.valueTree) }
      }
      tree = JSONTree(members: [
        ("flags", JSONTree(members: flags + added)), ("segments", tree["segments"] ?? [:]),
      ])
    }
    return tree.bytes
  }

  /// Adds the members that data files may leave out, and SDKs need: the lists, keys and versions.
  package static func completed(_ bytes: [UInt8]) -> [UInt8] {
    var tree = JSONTree(bytes)
    for list in ["flags", "segments"] { complete(&tree, .key(list)) }
    return tree.bytes
  }

  /// Adds a list, and the keys and versions of its entries, if they are missing.
  private static func complete(_ tree: inout JSONTree, _ list: JSONTree.Step) {
    guard let entries = tree[list]?.members else { return tree[list] = [:] }
    guard entries.contains(where: { $0.value["key"] == nil || $0.value["version"] == nil }) else {
      return
    }
    tree[list]?.update { key, entry in
      // An entry that is not an object is not a flag.
      guard !entry.members.isEmpty else { return }
      if entry["key"] == nil { entry["key"] = .string(key) }
      if entry["version"] == nil { entry["version"] = 1 }
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
