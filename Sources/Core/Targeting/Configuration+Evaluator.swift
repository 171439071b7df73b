import Documents
package import FeatureFlags

extension Configuration {
  /// Creates the configuration of a document of a flag system.
  package init(_ features: [Feature], _ problems: [Problem], _ evaluator: any FlagEvaluator) {
    self.init(features: features, problems: problems)
    self.evaluator = evaluator
  }
}

extension ConfigurationFormat {
  /// Creates the format of a flag system, whose documents are parsed with errors of the parser.
  package init(
    name: String,
    recognises: @escaping @Sendable ([UInt8]) -> Bool,
    read: @escaping @Sendable ([UInt8]) throws(DocumentError) -> Configuration
  ) {
    self.init(name: name, recognises: recognises) { bytes throws(ConfigurationError) in
      try mapError(read(bytes), to: ConfigurationError.document)
    }
  }
}
