/// The encoding of a document: JSON or a property list.
package enum DocumentEncoding: Sendable {
  /// An XML or a binary property list.
  case plist
  /// JSON, or JSON5, which includes JSON.
  case json

  /// Detects the encoding from the first bytes; the default is JSON.
  package init(of bytes: [UInt8]) {
    let isPropertyList =
      bytes.starts(with: BinaryPropertyListReader.mark)
      || Self.firstByte(of: bytes) == UInt8(ascii: "<")
    self = isPropertyList ? .plist : .json
  }

  /// Parses a document that has this encoding.
  package func read(_ bytes: [UInt8]) throws(DocumentError) -> Node {
    switch self {
    case .json: try JSONReader.read(bytes)
    case .plist: try PropertyList.read(bytes)
    }
  }

  /// Parses a document of JSON, JSON5 or YAML.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - schema: The rules for the types of plain scalars in YAML.
  /// - Returns: The document.
  /// - Throws: The reason why the document cannot be parsed.
  package static func readJSONOrYAML(
    _ bytes: [UInt8],
    as schema: YAMLReader.Schema
  ) throws(DocumentError) -> Node {
    let text = try TextEncoding(of: bytes).utf8(bytes)
    return isYAML(text)
      ? try YAMLReader.read(text, as: schema) : try JSONReader.read(text)
  }

  /// Whether a text can be YAML: it begins neither like JSON5 (brace, bracket or comment) nor like a
  /// property list.
  package static func isYAML(_ text: [UInt8]) -> Bool {
    !"{[/<".utf8.contains(firstByte(of: text) ?? UInt8(ascii: "{"))
      && !text.starts(with: BinaryPropertyListReader.mark)
  }

  /// Whether a closure accepts a document of JSON or YAML.
  ///
  /// Without libyaml, every document of YAML is accepted, so that the parser of the format names the
  /// missing package. A malformed document is rejected; parsing it again reports the syntax error.
  package static func isJSONOrYAML(_ bytes: [UInt8], where accepts: (Node) -> Bool) -> Bool {
    do throws(DocumentError) { return accepts(try readJSONOrYAML(bytes, as: .go)) } catch {
      return if case .noLibrary = error { true } else { false }
    }
  }

  /// The first byte that is neither white space nor part of a byte order mark.
  private static func firstByte(of bytes: [UInt8]) -> UInt8? {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...].first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
  }
}
