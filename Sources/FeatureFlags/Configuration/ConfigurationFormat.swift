import Documents

/// A document format of features, detected from the content.
public struct ConfigurationFormat: Sendable {
  /// The name of the format in command-line options.
  public let name: String
  /// Detects whether a document has this format; must be fast for documents of other formats too.
  public let recognises: @Sendable ([UInt8]) -> Bool
  /// Parses a document.
  public let parse: @Sendable ([UInt8]) throws(ConfigurationError) -> Configuration

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - name: The name of the format in command-line options.
  ///   - recognises: Detects whether a document has this format.
  ///   - parse: Parses a document.
  public init(
    name: String,
    recognises: @escaping @Sendable ([UInt8]) -> Bool,
    parse: @escaping @Sendable ([UInt8]) throws(ConfigurationError) -> Configuration
  ) {
    self.name = name
    self.recognises = recognises
    self.parse = parse
  }

  /// A document of features: JSON, JSON5 or a property list, of the FeatureFlags framework's form.
  public static let features = ConfigurationFormat(
    name: "features",
    recognises: Configuration.isDocumentOfFeatures,
    parse: { bytes throws(ConfigurationError) in try Configuration(bytes: bytes) }
  )
}

extension Configuration {
  /// Whether a document is a list, or an object with `features`.
  @Sendable
  fileprivate static func isDocumentOfFeatures(_ bytes: [UInt8]) -> Bool {
    // Drops the parse error: parsing the document in any format reports it.
    guard let document = try? DocumentEncoding(of: bytes).read(bytes) else { return false }
    return document.list != nil || document["features"] != nil
  }
}
