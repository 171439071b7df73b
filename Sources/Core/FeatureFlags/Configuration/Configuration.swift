import Documents
public import FoundationEssentials

/// The parsed features of one source, with the problems of the document.
///
/// ```swift
/// let document = #"{"features": [{"name": "new cart", "enabled": true}]}"#
/// let configuration = try Configuration(bytes: Array(document.utf8))
/// print(configuration.features.map(\.name), configuration.problems)
/// ```
public struct Configuration: Hashable, Sendable {
  /// The features, in the order of the document; names are unique.
  public var features: [Feature] { didSet { names = nil } }
  /// The problems of the document, in the order in which they were found.
  ///
  /// Only the first problems of each group are stored; `problemTally` counts all of them.
  public var problems: [Problem] { problemTally.stored }
  /// The stored problems of the document, and the number of all problems.
  public private(set) var problemTally: ProblemTally
  /// The indexes of the features by name; `nil` if the program created or modified the features.
  private(set) var names: NameTable?
  /// The encoding of the document; JSON for a configuration that was not parsed.
  public let format: ConfigurationType
  /// The evaluator of the features; by default their biases select variations.
  public var evaluator: any FlagEvaluator = BiasEvaluator()
  /// The way in which the configuration was obtained; `nil` if the program created it.
  public var origin: Origin?

  /// Creates a configuration from features, instead of parsing a document.
  ///
  /// - Parameters:
  ///   - features: The features, with unique names.
  ///   - problems: The problems of the document from which the features were read.
  public init(features: [Feature] = [], problems: [Problem] = []) {
    self.features = features
    problemTally = ProblemTally(problems)
    format = .json
  }

  /// Compares features, problems and encoding; the evaluator is ignored, because the document
  /// determines it.
  public static func == (left: Configuration, right: Configuration) -> Bool {
    left.features == right.features && left.problemTally == right.problemTally
      && left.format == right.format
  }

  /// Hashes the features, the problems and the encoding; the evaluator is ignored.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(features)
    hasher.combine(problemTally)
    hasher.combine(format)
  }

  /// Parses a document of features: JSON, JSON5 or a property list, detected from the content.
  ///
  /// A malformed feature is skipped and reported as a problem; the other features are parsed.
  ///
  /// - Parameter data: The document: `{"features": […]}`, or a list of features.
  /// - Throws: The reason why the bytes are not a configuration.
  public init(data: Data) throws(ConfigurationError) {
    try self.init(bytes: [UInt8](data))
  }

  /// Parses the bytes of a document of features, like `init(data:)`.
  ///
  /// - Throws: The reason why the bytes are not a configuration.
  public init(bytes: [UInt8]) throws(ConfigurationError) {
    try self.init(bytes, FeatureReader())
  }

  init(_ bytes: [UInt8], _ reader: FeatureReader) throws(ConfigurationError) {
    var reader = reader
    let bytes = try mapError(TextEncoding(of: bytes).utf8(bytes), to: ConfigurationError.document)
    let encoding = DocumentEncoding(of: bytes)
    switch encoding {
    case .json: try Self.readJSON(bytes, into: &reader)
    case .plist: try Self.readPropertyList(bytes, into: &reader)
    }
    reader.reportRest(of: bytes)
    features = reader.features
    names = reader.names
    problemTally = reader.problems
    format = ConfigurationType(encoding)
  }

  private static func readJSON(
    _ bytes: [UInt8],
    into reader: inout FeatureReader
  ) throws(ConfigurationError) {
    let result = try mapError(
      JSONReader.readEntries(bytes, named: "features", into: &reader),
      to: ConfigurationError.document
    )
    switch result {
    case .count(0): reader.removeAll(at: nil)
    case .count, .cancelled: return
    case .notADocument(let found): throw .notADocument(found: found)
    case .noMember(let keys): throw .noFeatures(keys: keys)
    case .notAList(let line, let found): throw .featuresNotAList(line: line, found: found)
    }
  }

  private static func readPropertyList(
    _ bytes: [UInt8],
    into reader: inout FeatureReader
  ) throws(ConfigurationError) {
    let document = try mapError(PropertyList.read(bytes), to: ConfigurationError.document)
    for (index, node) in try entries(of: document).enumerated() { reader.read(node, at: index) }
  }

  private static func entries(of document: Node) throws(ConfigurationError) -> [Node] {
    if let list = document.list { return list }
    guard let members = document.members else { throw .notADocument(found: document.kind) }
    guard let features = document["features"] else {
      throw .noFeatures(keys: members.prefix(8).map(\.key))
    }
    guard let list = features.list else {
      throw .featuresNotAList(line: features.line, found: features.kind)
    }
    guard list.count <= InputLimit.features.maximum else {
      throw .document(.limit(.features, found: list.count, line: features.line))
    }
    return list
  }

  /// Whether the document has entries, but all of them were rejected with errors.
  var isWithoutUsableFeatures: Bool { features.isEmpty && problemTally.errorCount > 0 }

  /// Returns a copy with the given problems added, except problems that the configuration already stores.
  func adding(_ others: [Problem]) -> Configuration {
    var configuration = self
    for problem in others where !problems.contains(problem) {
      configuration.problemTally.append(problem)
    }
    return configuration
  }

  /// Returns a copy to which the features that only the fallback has are added.
  ///
  /// A feature that is under development in the fallback remains under development.
  public func merged(withFallback fallback: Configuration) -> Configuration {
    var merged = self
    if !(evaluator is BiasEvaluator && fallback.evaluator is BiasEvaluator) {
      merged.evaluator = ChainedEvaluator(first: evaluator, second: fallback.evaluator)
    }
    var index: [Feature.Name: Int] = [:]
    for (position, feature) in features.enumerated() { index[feature.name] = position }
    for feature in fallback.features {
      if let position = index[feature.name] {
        if feature.isDevelopment { merged.features[position].isDevelopment = true }
      } else {
        merged.features.append(feature)
      }
    }
    return merged
  }
}

extension Configuration {
  /// Returns the evaluator of the document, without that of a merged fallback; `nil` if it is not
  /// of the given type.
  package func evaluator<Evaluator>(as type: Evaluator.Type) -> Evaluator? {
    let own = (evaluator as? ChainedEvaluator)?.first ?? evaluator
    return own as? Evaluator
  }

  /// Returns the evaluator of the document, or else that of a merged fallback; `nil` if neither is of the
  /// given type.
  package func anyEvaluator<Evaluator>(as type: Evaluator.Type) -> Evaluator? {
    self.evaluator(as: type) ?? (evaluator as? ChainedEvaluator)?.second as? Evaluator
  }
}

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

/// The encoding of a document of features.
///
/// The encoding is detected from the content of a document, not from the name of its file.
public enum ConfigurationType: String, Hashable, Sendable, CaseIterable {
  /// A property list in XML or binary form.
  case plist
  /// JSON or JSON5; a configuration is encoded as plain JSON.
  case json

  init(_ encoding: DocumentEncoding) {
    switch encoding {
    case .plist: self = .plist
    case .json: self = .json
    }
  }
}
