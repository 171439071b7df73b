package import Documents
public import FeatureFlags

extension ConfigurationFormat {
  /// The format of documents of flagd, whose flags a ``FlagdEvaluator`` evaluates.
  ///
  /// - Parameter settings: The version of `fractional`, and an optional fixed time.
  /// - Returns: The format with the name `flagd`.
  public static func flagd(_ settings: FlagdSettings = FlagdSettings()) -> ConfigurationFormat {
    ConfigurationFormat(
      name: "flagd",
      recognises: { bytes in
        // Searches the bytes first: this is cheap, and avoids parsing documents of other formats.
        guard bytes.contains(text: "flags"), FlagdDocument.isLikely(bytes) else { return false }
        let plain = FlatDocument.read(bytes) { value throws(DocumentError) in
          FlagdDocument.isFlagd(value)
        }
        return plain ?? DocumentEncoding.isJSONOrYAML(bytes) { FlagdDocument.isFlagd($0) }
      },
      parse: { bytes throws(ConfigurationError) in
        let document = try mapError(
          FlagdDocument(bytes: bytes),
          to: ConfigurationError.document
        )
        return Configuration(flagd: document, settings: settings)
      }
    )
    .described(by: "\"flags\" with \"state\" and \"variants\"", .flagd)
  }
}

extension FlagdDocument {
  /// Whether the document may be one of flagd: it contains a name that only flagd uses, or it is too
  /// short for this test.
  fileprivate static func isLikely(_ bytes: [UInt8]) -> Bool {
    bytes.count < 4_096
      || ["variants", "flagd", "defaultVariant", "ENABLED"].contains(where: bytes.contains(text:))
  }
}

extension Configuration {
  /// Creates a configuration with a feature for each flag of a document.
  ///
  /// - Parameters:
  ///   - document: The document with the flags.
  ///   - settings: The version of `fractional`, and an optional fixed time.
  public init(flagd document: FlagdDocument, settings: FlagdSettings = FlagdSettings()) {
    self.init(features: document.features, problems: document.problems)
    evaluator = FlagdEvaluator(document, settings: settings)
  }
}

extension FlagdDocument {
  /// Returns whether a document is one of flagd, by its schema or by its flags.
  ///
  /// A document with an empty `flags` is one of flagd, unless it has members that only other systems
  /// have.
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

  /// Whether the first entry that is recognised as a flag is one of flagd.
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

  /// Whether all members of a document are members that flagd knows.
  private static func isAlone(_ document: some DocumentValue) -> Bool {
    let known = DocumentGrammar.flagd.root.names
    return document.entries?.allSatisfy { known.contains($0.key) } ?? false
  }

  private static func member<Value: DocumentValue>(_ key: StaticString, of value: Value) -> Value? {
    // Drops the error: a value that is not an object has no members.
    (try? value.fields())?.value(key)
  }
}

extension DocumentGrammar {
  /// The grammar of documents of flagd; YAML is parsed like in the daemon, which converts it to JSON.
  package static let flagd = DocumentGrammar(
    readers: "SDKs of flagd",
    yaml: .go,
    root: MemberTable("$schema $evaluators metadata", ["flags": .flags(.flagdFlag)])
  )
}

extension MemberTable {
  fileprivate static let flagdFlag = MemberTable(
    "key state variants defaultVariant targeting metadata flagSetId"
  )
}
