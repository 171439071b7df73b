package import Documents
package import FeatureFlags

extension ConfigurationFormat {
  /// The format of the features of GrowthBook, which a ``GrowthBookEvaluator`` evaluates.
  ///
  /// - Parameter key: The decryption key of the SDK connection in base64; `nil` if there is none.
  /// - Returns: The format with the name `growthbook`.
  package static func growthBook(key: String? = nil) -> ConfigurationFormat {
    ConfigurationFormat(
      name: "growthbook",
      recognises: GrowthBookDocument.isRecognised,
      parse: { bytes throws(ConfigurationError) in
        let document = try mapError(
          GrowthBookDocument(bytes: bytes, key: key),
          to: ConfigurationError.document
        )
        let features = document.features.map(\.feature)
        var configuration = Configuration(features: features, problems: document.problems)
        configuration.evaluator = GrowthBookEvaluator(document)
        return configuration
      }
    )
    .described(by: "\"features\" with \"defaultValue\" or \"rules\"", .growthBook)
  }
}

extension GrowthBookDocument {
  @Sendable
  fileprivate static func isRecognised(_ bytes: [UInt8]) -> Bool {
    // Searches for member names first: this is cheap, and avoids parsing most documents of other
    // formats.
    let names = ["defaultValue", "rules", "encryptedFeatures", "dateUpdated", "valueType"]
    guard
      names.contains(where: { bytes.containsMember($0) })
        || bytes.containsMember("features", isObject: true)
    else { return false }
    let plain = FlatDocument.read(bytes) { value throws(DocumentError) in isDocument(value) }
    // Drops the parse error: malformed JSON matches no format.
    return plain ?? (try? JSONReader.read(bytes)).map { isDocument($0) } ?? false
  }

  private static func isDocument(_ document: some DocumentValue) -> Bool {
    // Drops the error: a document that is not an object has no fields.
    guard let fields = try? document.fields(), !isMap(document) else { return document.isObject }
    if isManaged(document) || fields.contains("encryptedFeatures") { return true }
    guard let features = fields.value("features"), let entries = features.entries else {
      return false
    }
    // Accepts features that are all malformed, but rejects an object that contains only plain values,
    // because it belongs to another system.
    return entries.isEmpty || entries.contains { $0.value.isObject || $0.value.node.isNull }
  }
}

extension DocumentGrammar {
  /// The grammar of the features of GrowthBook: the response of its API, or only the object of features.
  package static let growthBook = DocumentGrammar(
    readers: "SDKs of GrowthBook",
    root: MemberTable(
      """
      status dateUpdated savedGroups encryptedFeatures encryptedExperiments encryptedSavedGroups \
      encryptedContextualBandits
      """,
      [
        "features": .flags(.feature), "experiments": .objects(.experiment),
        "contextualBandits": .map(.objects(.bandit)),
      ]
    ),
    bare: .flags(.feature)
  )
}

extension MemberTable {
  fileprivate static let feature = MemberTable("defaultValue metadata", ["rules": .objects(.rule)])

  fileprivate static let rule = MemberTable(
    """
    id condition force coverage range variations weights ranges key hashAttribute fallbackAttribute \
    hashVersion seed namespace name phase bucketVersion minBucketVersion disableStickyBucketing \
    contextualBanditRef contextualVariations tracks
    """,
    parts
  )

  /// An experiment on pages.
  fileprivate static let experiment = MemberTable(
    """
    key status variations weights ranges coverage condition hashAttribute fallbackAttribute hashVersion \
    seed namespace name phase bucketVersion minBucketVersion disableStickyBucketing urlPatterns manual \
    changeId active force url include groups persistQueryString
    """,
    parts
  )

  /// The nested objects that rules and experiments have in common.
  private static var parts: KeyValuePairs<String, Part> {
    [
      "parentConditions": .objects(MemberTable("id condition gate")),
      "filters": .objects(MemberTable("seed ranges attribute hashVersion")),
      "meta": .objects(MemberTable("key name passthrough")),
    ]
  }

  fileprivate static let bandit = MemberTable(
    "banditVersion",
    ["contexts": .objects(MemberTable("leafId condition weights"))]
  )
}
