import Documents

/// A document format that defines features; the format of a document is detected from its content.
public struct ConfigurationFormat: Sendable {
  /// The name of the format in command-line options, such as `features`.
  public let name: String
  /// Detects whether a document has the format; must be fast even for documents of other formats.
  public let recognises: @Sendable ([UInt8]) -> Bool
  /// Parses a document of the format.
  public let parse: @Sendable ([UInt8]) throws(ConfigurationError) -> Configuration

  /// The members by which the format is recognised, such as `"flags" with "variants"`, for the error
  /// about a document in no known format; `nil` for a format that the error does not list.
  package private(set) var mark: String?
  /// The members of the documents, and how the programs of the flag system read them; `nil` if the
  /// format itself finds misspelt members.
  package private(set) var grammar: DocumentGrammar?
  /// Returns the error for a document of a product that is not supported; `nil` for any other document.
  package private(set) var foreignError: (@Sendable (Node) -> DocumentError?)?

  /// Parses a document like ``parse``, and reports the features while they are parsed; `nil` for a
  /// format whose features cannot be shown before the whole document is parsed.
  var parseInParts:
    (
      @Sendable ([UInt8], @escaping (ParsedPart) -> Bool) throws(ConfigurationError) ->
        Configuration?
    )?

  /// Creates the format of a flag service that another library implements.
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

  /// Returns the format with a description of its documents.
  ///
  /// - Parameters:
  ///   - mark: The members by which the format is recognised, such as `"flags" with "variants"`.
  ///   - grammar: The members of the documents; `nil` if the format finds misspelt members itself.
  /// - Returns: The format with the description.
  package func described(by mark: String, _ grammar: DocumentGrammar? = nil) -> Self {
    var format = self
    (format.mark, format.grammar) = (mark, grammar)
    return format
  }

  /// Creates a format for a product that is not supported, so that the error about its documents names
  /// the product.
  ///
  /// - Parameters:
  ///   - name: The name of the product.
  ///   - error: Returns the error for a document of the product; `nil` for other documents.
  /// - Returns: A format that recognises no document.
  package static func foreign(
    _ name: String,
    error: @escaping @Sendable (Node) -> DocumentError?
  ) -> ConfigurationFormat {
    var format = ConfigurationFormat(
      name: name,
      recognises: { _ in false },
      parse: { _ throws(ConfigurationError) in throw .noFeatures(keys: []) }
    )
    format.foreignError = error
    return format
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
    return format.described(by: "\"features\" with a list, or a list")
  }()
}

extension Configuration {
  /// Whether a document is a list, or an object with a member `features`.
  @Sendable
  fileprivate static func isDocumentOfFeatures(_ bytes: [UInt8]) -> Bool {
    // Drops the parse error: parsing the document later reports it.
    guard let document = try? DocumentEncoding(of: bytes).read(bytes) else { return false }
    return document.list != nil || document["features"] != nil
  }
}
