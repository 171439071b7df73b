package import Documents

/// A JSON value as text, exactly as it is written in the document.
///
/// A proxy forwards values as text, because a parsed number does not distinguish `1.0` from `1`, which
/// clients read as values of different types.
package struct RawJSON: Hashable, Sendable {
  /// The text in UTF-8, without white space around it; always valid JSON.
  package let bytes: [UInt8]

  package static let emptyObject = RawJSON(JSONValue.object([]))

  /// Encodes a value as JSON on one line.
  package init(_ value: JSONValue) {
    bytes = Array(value.text().utf8)
  }

  /// Encodes an object; the text of its values is inserted unchanged.
  package init(members: [(key: String, value: RawJSON)]) {
    var bytes = [UInt8(ascii: "{")]
    for (index, member) in members.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += Array(JSONValue.string(member.key).text().utf8)
      bytes.append(UInt8(ascii: ":"))
      bytes += member.value.bytes
    }
    self.bytes = bytes + [UInt8(ascii: "}")]
  }

  private init(valid bytes: [UInt8]) {
    self.bytes = bytes
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension RawJSON {
  /// Parses a strict JSON document with at most 200 levels of nesting.
  ///
  /// - Returns: The document as text and as parsed values.
  /// - Throws: The error of the document, with its line.
  package static func parse(_ document: [UInt8]) throws(DocumentError) -> (raw: RawJSON, node: Node)
  {
    let node = try JSONReader.read(document, as: .json)
    return (RawJSON(valid: Array(document[JSONText(document).root])), node)
  }

  /// The texts of the values of an object or the elements of a list, in order; empty for any other
  /// value.
  package var parts: [RawJSON] {
    let text = JSONText(bytes)
    let values = text.members(of: text.root).map(\.value) + text.elements(of: text.root)
    return values.map { RawJSON(valid: Array(bytes[$0])) }
  }

  /// One member of an object, both as a parsed value and as text.
  struct Member: Sendable {
    let key: String
    let node: Node
    let raw: RawJSON
  }

  /// Returns the members of an object in order; empty for any other value.
  func members(_ node: Node) -> [Member] {
    guard let members = node.members else { return [] }
    return zip(members, parts).map { Member(key: $0.key, node: $0.node, raw: $1) }
  }
}
