import Documents

extension FlagdDocument {
  /// Returns whether a document is one of flagd, by its schema or by any of its flags.
  ///
  /// An object without flags is one of flagd, unless it has members that only other systems have.
  static func isFlagd(_ document: some DocumentValue) -> Bool {
    guard let flags = member("flags", of: document), member("features", of: document) == nil else {
      return false
    }
    if let schema = member("$schema", of: document)?.string {
      return schema.contains("flagd")
    }
    if let entries = flags.entries {
      if entries.isEmpty { return isAlone(document) }
      return areFlags(entries.lazy.map(\.value))
    }
    return flags.elements.map { areFlags($0) } ?? false
  }

  /// Whether the first entry that is a flag of some system is one of flagd.
  private static func areFlags<Value: DocumentValue>(_ entries: some Sequence<Value>) -> Bool {
    for entry in entries {
      let others: [StaticString] = ["variations", "flagType", "filters", "defaultRule"]
      if others.contains(where: { member($0, of: entry) != nil }) { return false }
      let hasName = ["defaultVariant", "targeting"].contains { member($0, of: entry) != nil }
      if hasName || member("state", of: entry)?.string != nil
        || member("variants", of: entry)?.isObject == true
      {
        return true
      }
    }
    return false
  }

  /// Whether a document has no member but those of flagd.
  private static func isAlone(_ document: some DocumentValue) -> Bool {
    let known = DocumentGrammar.flagd.root.names
    return document.entries?.allSatisfy { known.contains($0.key) } ?? false
  }

  private static func member<Value: DocumentValue>(_ key: StaticString, of value: Value) -> Value? {
    // Drops the error: a value that is not an object has no members.
    (try? value.fields())?.value(key)
  }
}
