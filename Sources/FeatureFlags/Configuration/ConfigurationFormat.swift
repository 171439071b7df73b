import Documents

/// A form in which a source may write its features, known by its content.
public struct ConfigurationFormat: Sendable {
  /// The name by which options ask for the format.
  public let name: String
  /// Whether a document looks like one of this format; must be quick also where it does not.
  public let recognises: @Sendable ([UInt8]) -> Bool
  /// Makes a configuration of a document.
  public let parse: @Sendable ([UInt8]) throws(ConfigurationError) -> Configuration

  /// Makes a format.
  ///
  /// - Parameters:
  ///   - name: The name by which options ask for the format.
  ///   - recognises: Whether a document looks like one of this format.
  ///   - parse: Makes a configuration of a document.
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
    // A document that cannot be read is of no format; what is wrong is told by whoever parses it.
    guard let document = try? DocumentEncoding(of: bytes).read(bytes) else { return false }
    return document.list != nil || document["features"] != nil
  }
}
