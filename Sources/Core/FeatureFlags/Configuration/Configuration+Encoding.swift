public import FoundationEssentials

extension Configuration {
  /// Encodes the configuration as a document; parsing the document yields equal features.
  ///
  /// - Parameter format: The encoding; by default that of the document from which the configuration
  ///   was parsed.
  /// - Returns: The bytes of the document, with the features as member `features`.
  /// - Throws: An error of the encoder, such as for a number that is not finite.
  public func encoded(as format: ConfigurationType? = nil) throws -> Data {
    let document = ["features": features]
    switch format ?? self.format {
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(document)
    case .plist:
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .xml
      return try encoder.encode(document)
    }
  }
}
