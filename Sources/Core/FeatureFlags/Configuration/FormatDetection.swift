import Documents

/// Selects the format of a document by its content.
package struct FormatDetection: Sendable {
  /// The formats in the order in which they are tried; the last one is for a document that no other format
  /// recognises.
  let formats: [ConfigurationFormat]

  package init(_ formats: [ConfigurationFormat]) { self.formats = formats }

  /// Returns the format of a document.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - former: The name of the format of the document that is replaced. This format is kept if it
  ///     recognises the new document, or if the new document is empty and the format can parse it: an
  ///     empty object of flags, for example, matches several formats, and `{}` matches none.
  /// - Returns: The first format that recognises the document, or else the last one, whose error lists all
  ///   formats.
  package func format(of bytes: [UInt8], after former: String? = nil) -> ConfigurationFormat {
    // Drops the error: malformed UTF-16 matches no format, and the parser of the last format reports it.
    let text = (try? TextEncoding(of: bytes).utf8(bytes)) ?? bytes
    let recognised = formats.dropLast()
    if let kept = recognised.first(where: { $0.name == former }),
      kept.recognises(text) || Self.hasNoValues(text) && kept.reads(text)
    {
      return kept
    }
    return recognised.first { $0.recognises(text) } ?? fallback
  }

  /// Whether a document has no values except null, empty lists and empty objects.
  private static func hasNoValues(_ text: [UInt8]) -> Bool {
    // Drops the error: a malformed document is not empty.
    (try? read(text))?.hasNoValues ?? false
  }

  /// The last format, with errors that explain why no format matches the document.
  private var fallback: ConfigurationFormat {
    let format = formats.last ?? .features
    guard formats.count > 1 else { return format }
    var explained = ConfigurationFormat(
      name: format.name,
      recognises: format.recognises,
      parse: { [self] bytes throws(ConfigurationError) in
        try explaining(bytes) { () throws(ConfigurationError) in try format.parse(bytes) }
      }
    )
    if let parse = format.parseInParts {
      explained.parseInParts = { [self] bytes, progress throws(ConfigurationError) in
        try explaining(bytes) { () throws(ConfigurationError) in try parse(bytes, progress) }
      }
    }
    return explained
  }

  /// Parses a document, and replaces an error that only explains why the last format does not match.
  ///
  /// The new error lists all formats, or names the product of the document if that product is not
  /// supported.
  private func explaining<Result>(
    _ bytes: [UInt8],
    _ parse: () throws(ConfigurationError) -> Result
  ) throws(ConfigurationError) -> Result {
    do throws(ConfigurationError) {
      let result = try parse()
      if let configuration = result as? Configuration, configuration.isWithoutUsableFeatures,
        let error = foreignError(of: bytes)
      {
        throw .document(error)
      }
      return result
    } catch {
      throw explanation(of: error, bytes)
    }
  }

  private func explanation(of error: ConfigurationError, _ bytes: [UInt8]) -> ConfigurationError {
    switch error {
    case .document(.syntax), .noFeatures, .notADocument, .featuresNotAList: break
    case .document, .noUsableFeatures, .unrecognised: return error
    }
    let node: Node
    do throws(DocumentError) { node = try Self.read(bytes) } catch { return .document(error) }
    if let error = foreignError(of: node) { return .document(error) }
    // A document whose `features` is an object belongs to a different flag system.
    if case .featuresNotAList = error, node["features"]?.members == nil { return error }
    return .unrecognised(found: found(node), expected: formats.compactMap(\.recognition))
  }

  private static func read(_ bytes: [UInt8]) throws(DocumentError) -> Node {
    let text = try TextEncoding(of: bytes).utf8(bytes)
    guard DocumentEncoding.isYAML(text) else { return try DocumentEncoding(of: text).read(text) }
    return try YAMLReader.read(text, as: .go)
  }

  private func foreignError(of bytes: [UInt8]) -> DocumentError? {
    // Drops the error: the document was parsed before.
    (try? Self.read(bytes)).flatMap { foreignError(of: $0) }
  }

  private func foreignError(of node: Node) -> DocumentError? {
    formats.lazy.compactMap { $0.foreignError?(node) }.first
  }

  /// Returns the description of a document that no format recognises, with a hint if it has a misspelt
  /// member.
  private func found(_ node: Node) -> String {
    guard let members = node.members else { return node.kind }
    guard !members.isEmpty else { return "an empty object" }
    let keys = members.prefix(8).map { "\"\($0.key.excerpt)\"" }.joined(separator: ", ")
    let list = members.count > 8 ? keys + ", …" : keys
    return hint(for: node).map { "\(list) (\($0))" } ?? list
  }

  /// Returns a suggestion for the first misspelt member of a document; `nil` for none.
  ///
  /// The formats that have the most members in common with the document are tried first.
  private func hint(for node: Node) -> String? {
    let grammars = formats.compactMap(\.grammar).enumerated()
      .map { (order: $0, grammar: $1, count: $1.root.count(in: node)) }
      .sorted { ($1.count, $0.order) < ($0.count, $1.order) }
    for (_, grammar, _) in grammars {
      for finding in grammar.inspect(node).findings {
        guard case .unknownMember(let key, let nearest) = finding.fact else { continue }
        return "\"\(key.excerpt)\", did you mean \"\(nearest)\"?"
      }
    }
    return Self.features.hint(for: node)
  }

  private static let features = MemberTable("features")
}

extension ConfigurationFormat {
  /// Whether the parser accepts a document.
  fileprivate func reads(_ bytes: [UInt8]) -> Bool {
    // Drops the error: the format is not selected for the document.
    (try? parse(bytes)) != nil
  }

  /// The name of the format and the members by which it is recognised; `nil` for a format without such a
  /// description.
  fileprivate var recognition: String? { mark.map { "\(name) (\($0))" } }
}

extension Node {
  /// Whether the value is null, or a list or an object with such values only.
  fileprivate var hasNoValues: Bool {
    switch value {
    case .null: true
    case .list(let elements): elements.allSatisfy(\.hasNoValues)
    case .object(let members): members.allSatisfy(\.node.hasNoValues)
    case .bool, .number, .integer, .string, .opaque: false
    }
  }
}
