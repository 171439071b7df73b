public import struct FoundationEssentials.Data

/// The features of one source, as read, with everything that is not as it should be.
public struct Configuration: Hashable, Sendable {
  /// The features, in the order of the document, each name once.
  public var features: [Feature]
  /// What is wrong with the document, in the order in which it was found.
  public private(set) var problems: [Problem]
  /// The format of the document.
  public let format: ConfigurationType
  /// The flag service that decides about the features; `nil` where they speak for themselves.
  public var service: (any FlagService)?

  /// Makes a configuration of features that a program has at hand.
  ///
  /// - Parameters:
  ///   - features: The features, each name once.
  ///   - problems: What is wrong with the document of which they were made.
  public init(features: [Feature] = [], problems: [Problem] = []) {
    self.features = features
    self.problems = problems
    format = .json
  }

  /// Compares features and problems; the service follows from the document.
  public static func == (left: Configuration, right: Configuration) -> Bool {
    left.features == right.features && left.problems == right.problems
      && left.format == right.format
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(features)
    hasher.combine(problems)
    hasher.combine(format)
  }

  /// Reads a document: JSON, JSON5 or a property list, found out from its content.
  ///
  /// A feature that cannot be understood is left out and reported among the problems; the others
  /// stay.
  ///
  /// - Parameter data: `{"features": […]}` or a bare list of features.
  /// - Throws: The reason, if the bytes are not such a document.
  public init(data: Data) throws(ConfigurationError) {
    try self.init(bytes: [UInt8](data))
  }

  /// Reads a document from its bytes, as `init(data:)` does.
  ///
  /// - Throws: The reason, if the bytes are not a configuration.
  public init(bytes: [UInt8]) throws(ConfigurationError) {
    let format = ConfigurationType(of: bytes)
    let document = try format.read(bytes)
    var reader = FeatureReader()
    for (index, node) in try Self.entries(of: document).enumerated() {
      reader.read(node, at: index)
    }
    features = reader.features
    problems = reader.problems
    self.format = format
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
    return list
  }

  /// Adds problems that are not among those of the document.
  func adding(_ others: [Problem]) -> Configuration {
    var configuration = self
    configuration.problems += others.filter { !problems.contains($0) }
    return configuration
  }

  /// Adds the features that only the fallback has, and keeps what it says is under development.
  public func merged(withFallback fallback: Configuration) -> Configuration {
    var merged = self
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
