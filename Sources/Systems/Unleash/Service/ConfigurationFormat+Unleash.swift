package import Documents
package import FeatureFlags

extension ConfigurationFormat {
  /// The format of the client features of Unleash, whose flags an ``UnleashEvaluator`` evaluates.
  ///
  /// Responses of other APIs of Unleash are recognised as well, so that the error can explain which document
  /// is needed.
  package static func unleash(_ settings: UnleashSettings) -> ConfigurationFormat {
    ConfigurationFormat(
      name: "unleash",
      recognises: UnleashDocument.isRecognised,
      parse: { bytes throws(ConfigurationError) in
        let document = try mapError(
          UnleashDocument(bytes: bytes),
          to: ConfigurationError.document
        )
        var configuration = Configuration(
          features: document.flags.map(\.feature),
          problems: document.problems
        )
        configuration.evaluator = UnleashEvaluator(document, settings: settings)
        return configuration
      }
    )
    .described(by: "\"features\" with \"strategies\", or \"events\"", .unleash)
  }
}

extension UnleashDocument {
  @Sendable
  fileprivate static func isRecognised(_ bytes: [UInt8]) -> Bool {
    // Searches for member names first: this is cheap, and avoids parsing most documents of other
    // formats.
    let names = ["strategies", "featureStrategies", "eventId", "toggles"]
    guard names.contains(where: { bytes.containsMember($0) }) || isOther(bytes) else {
      return false
    }
    let plain = FlatDocument.read(bytes) { value throws(DocumentError) in kind(of: value) }
    if let plain { return plain != nil }
    // Drops the parse error: malformed JSON matches no format.
    return (try? JSONReader.read(bytes)).flatMap { kind(of: $0) } != nil
  }

  /// Whether the first bytes look like a response of the admin API, or the document may have flags
  /// without strategies.
  private static func isOther(_ bytes: [UInt8]) -> Bool {
    let start = Array(bytes.prefix(65_536))
    if start.containsMember("environments") { return true }
    return start.containsMember("features")
      && ["version", "segments", "query", "meta"].contains { start.containsMember($0) }
  }
}

extension DocumentGrammar {
  /// The grammar of the client features of Unleash, and of the events that change them.
  package static let unleash = DocumentGrammar(
    readers: "SDKs of Unleash",
    root: MemberTable(
      "version query meta featureStrategies featureEnvironments dependencies contextFields featureTags "
        + "tagTypes",
      [
        "features": .flags(.flag, name: "name"), "segments": .objects(.segment),
        "events": .objects(
          MemberTable(
            "eventId type featureName project segmentId",
            [
              "features": .flags(.flag, name: "name"), "feature": .objects(.flag),
              "segments": .objects(.segment), "segment": .objects(.segment),
            ]
          )
        ),
      ]
    )
  )
}

extension MemberTable {
  fileprivate static let flag = MemberTable(
    "name type enabled project stale description impressionData createdAt lastSeenAt environment",
    [
      "strategies": .objects(.strategy), "variants": .objects(.variant),
      "dependencies": .objects(MemberTable("feature enabled variants")),
    ]
  )

  fileprivate static let strategy = MemberTable(
    "name parameters segments id title sortOrder disabled featureName",
    ["constraints": .objects(.constraint), "variants": .objects(.variant)]
  )

  fileprivate static let constraint = MemberTable(
    "contextName operator values value inverted caseInsensitive"
  )

  fileprivate static let variant = MemberTable(
    "name weight weightType stickiness",
    [
      "payload": .objects(MemberTable("type value")),
      "overrides": .objects(MemberTable("contextName values")),
    ]
  )

  fileprivate static let segment = MemberTable(
    "id name description project createdBy createdAt",
    ["constraints": .objects(.constraint)]
  )
}
