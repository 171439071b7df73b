public import FoundationEssentials

extension Configuration {
  /// Writes the configuration as a document; reading it again gives equal features.
  ///
  /// - Parameter format: The format, by default the one in which it was read.
  /// - Returns: The document.
  /// - Throws: What the encoder throws, as for a number that is not finite.
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
