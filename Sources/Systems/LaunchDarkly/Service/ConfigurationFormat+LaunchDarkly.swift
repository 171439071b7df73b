package import Documents
package import FeatureFlags

extension ConfigurationFormat {
  /// The format of the documents of LaunchDarkly, whose flags a ``LaunchDarklyEvaluator`` evaluates.
  ///
  /// Responses of the management API are recognised as well, so that the error can explain which
  /// document is needed.
  package static let launchDarkly = ConfigurationFormat(
    name: "launchdarkly",
    recognises: LaunchDarklyDocument.isRecognised,
    parse: { bytes throws(ConfigurationError) in
      let document = try mapError(
        LaunchDarklyDocument(bytes: bytes),
        to: ConfigurationError.document
      )
      var configuration = Configuration(features: document.features, problems: document.problems)
      configuration.evaluator = LaunchDarklyEvaluator(document)
      return configuration
    }
  )
  .described(
    by: "\"flags\" with \"variations\" and \"on\", or \"flagValues\"",
    .launchDarkly
  )
}

extension LaunchDarklyDocument {
  @Sendable
  fileprivate static func isRecognised(_ bytes: [UInt8]) -> Bool {
    // Searches for member names first: this is cheap, and avoids parsing most documents of other
    // formats.
    guard
      ["variations", "flagValues", "flagsState", "segments", "fallthrough"].contains(
        where: bytes.contains(text:)
      ) || bytes.count < 4_096 && bytes.contains(text: "flags")
        || bytes.contains(text: "\"version\"") && bytes.contains(text: "\"value\"")
    else { return false }
    let plain = FlatDocument.read(bytes) { value throws(DocumentError) in form(of: value) }
    if let plain { return plain != nil }
    return DocumentEncoding.isJSONOrYAML(bytes) { form(of: $0) != nil }
  }
}

extension DocumentGrammar {
  /// The grammar of the documents of LaunchDarkly: payloads, data files, values for one context, and
  /// projects of `ldcli`.
  package static let launchDarkly = DocumentGrammar(
    readers: "SDKs of LaunchDarkly",
    yaml: .yaml11,
    root: MemberTable(
      "path context sourceEnvironmentKey _lastSyncedFromSource",
      [
        "flags": .flags(.flag), "flagValues": .flags(MemberTable("")),
        "segments": .map(.objects(.segment)),
        "data": .objects(
          MemberTable("", ["flags": .flags(.flag), "segments": .map(.objects(.segment))])
        ),
        "flagsState": .flags(.value), "overrides": .map(.objects(.value)),
        "availableVariations": .map(.objects(MemberTable("_id name description value"))),
      ]
    ),
    bare: .flags(.value)
  )
}

extension MemberTable {
  fileprivate static let flag = MemberTable(
    """
    key version on salt sel variations offVariation deleted clientSide trackEvents trackEventsFallthrough \
    debugEventsUntilDate excludeFromSummaries samplingRatio
    """,
    [
      "prerequisites": .objects(MemberTable("key variation")),
      "targets": .objects(.target), "contextTargets": .objects(.target),
      "rules": .objects(
        MemberTable(
          "id ref description variation trackEvents",
          ["clauses": .objects(.clause), "rollout": .objects(.rollout)]
        )
      ),
      "fallthrough": .objects(MemberTable("variation", ["rollout": .objects(.rollout)])),
      "clientSideAvailability": .objects(MemberTable("usingEnvironmentId usingMobileKey")),
      "migration": .objects(MemberTable("checkRatio")),
    ]
  )

  fileprivate static let target = MemberTable("contextKind values variation")

  fileprivate static let clause = MemberTable("contextKind attribute op values negate")

  fileprivate static let rollout = MemberTable(
    "kind contextKind bucketBy seed",
    ["variations": .objects(MemberTable("variation weight untracked"))]
  )

  fileprivate static let segment = MemberTable(
    "key version included excluded salt deleted unbounded unboundedContextKind generation",
    [
      "includedContexts": .objects(MemberTable("contextKind values")),
      "excludedContexts": .objects(MemberTable("contextKind values")),
      "rules": .objects(
        MemberTable("id weight bucketBy rolloutContextKind", ["clauses": .objects(.clause)])
      ),
    ]
  )

  /// The entry of a flag in a document with the values for one context.
  fileprivate static let value = MemberTable(
    """
    value version flagVersion variation trackEvents trackReason debugEventsUntilDate reason prerequisites \
    samplingRatio excludeFromSummaries
    """
  )
}
