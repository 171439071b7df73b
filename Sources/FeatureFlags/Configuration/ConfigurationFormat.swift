import Documents

/// A document format that defines features; the format of a document is detected from its content.
public struct ConfigurationFormat: Sendable {
  /// The name of the format in command-line options, such as `optimizely`.
  public let name: String
  /// Detects whether a document has the format; must be fast even for documents of other formats.
  public let recognises: @Sendable ([UInt8]) -> Bool
  /// Parses a document of the format.
  public let parse: @Sendable ([UInt8]) throws(ConfigurationError) -> Configuration

  /// Parses a document like ``parse``, and reports the features while they are parsed; `nil` for a
  /// format whose features cannot be shown before the whole document is parsed.
  private(set) var parseInParts:
    (
      @Sendable ([UInt8], @escaping (ParsedPart) -> Bool) throws(ConfigurationError) ->
        Configuration?
    )?

  /// Creates a format, for a flag service that another library implements.
  ///
  /// - Parameters:
  ///   - name: The name of the format in command-line options.
  ///   - recognises: Detects whether a document has the format.
  ///   - parse: Parses a document of the format.
  public init(
    name: String,
    recognises: @escaping @Sendable ([UInt8]) -> Bool,
    parse: @escaping @Sendable ([UInt8]) throws(ConfigurationError) -> Configuration
  ) {
    self.name = name
    self.recognises = recognises
    self.parse = parse
  }

  /// The format of the FeatureFlags framework: a document of features in JSON, JSON5 or a property
  /// list.
  public static let features = {
    var format = ConfigurationFormat(
      name: "features",
      recognises: Configuration.isDocumentOfFeatures,
      parse: { bytes throws(ConfigurationError) in try Configuration(bytes: bytes) }
    )
    format.parseInParts = { bytes, progress throws(ConfigurationError) in
      try Configuration(bytes: bytes, progress: progress)
    }
    return format
  }()
}

extension Configuration {
  /// Whether a document is a list, or an object with a member `features`.
  @Sendable
  fileprivate static func isDocumentOfFeatures(_ bytes: [UInt8]) -> Bool {
    // Drop the parse error: parsing the document later reports it.
    guard let document = try? DocumentEncoding(of: bytes).read(bytes) else { return false }
    return document.list != nil || document["features"] != nil
  }
}
