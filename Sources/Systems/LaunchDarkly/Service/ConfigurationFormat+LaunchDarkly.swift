import Documents
package import FeatureFlags

extension ConfigurationFormat {
  /// The format of the documents of LaunchDarkly, whose flags a ``LaunchDarklyEvaluator`` evaluates.
  ///
  /// A response of the management API is recognised, so that its error says what the document is.
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
    // A search for the names of members is cheap, and avoids parsing most documents of other formats.
    guard
      ["variations", "flagValues", "flagsState", "segments", "fallthrough"].contains(
        where: bytes.contains(text:)
      ) || bytes.count < 4_096 && bytes.contains(text: "flags")
        || bytes.contains(text: "\"version\"") && bytes.contains(text: "\"value\"")
    else { return false }
    let plain = SimpleDocument.read(bytes) { value throws(DocumentError) in form(of: value) }
    if let plain { return plain != nil }
    return DocumentEncoding.isJSONOrYAML(bytes) { form(of: $0) != nil }
  }
}
