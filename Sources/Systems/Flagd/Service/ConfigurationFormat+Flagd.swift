import Documents
public import FeatureFlags

extension ConfigurationFormat {
  /// The format of documents of flagd, whose flags a ``FlagdEvaluator`` evaluates.
  ///
  /// - Parameter settings: The settings of the evaluation.
  /// - Returns: The format with the name `flagd`.
  public static func flagd(_ settings: FlagdSettings = FlagdSettings()) -> ConfigurationFormat {
    ConfigurationFormat(
      name: "flagd",
      recognises: { bytes in
        // Search the bytes first: this is cheap, and avoids parsing documents of other formats.
        guard bytes.contains(text: "flags"), FlagdDocument.isLikely(bytes) else { return false }
        let plain = SimpleDocument.read(bytes) { value throws(DocumentError) in
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
  /// Whether the bytes have a name that only a document of flagd has, or are too short for flags.
  fileprivate static func isLikely(_ bytes: [UInt8]) -> Bool {
    bytes.count < 4_096
      || ["variants", "flagd", "defaultVariant", "ENABLED"].contains(where: bytes.contains(text:))
  }
}

extension Configuration {
  /// Creates a configuration with a feature for each flag of a document.
  ///
  /// - Parameters:
  ///   - document: The flags.
  ///   - settings: The settings of the evaluation.
  public init(flagd document: FlagdDocument, settings: FlagdSettings = FlagdSettings()) {
    self.init(features: document.features, problems: document.problems)
    evaluator = FlagdEvaluator(document, settings: settings)
  }
}
