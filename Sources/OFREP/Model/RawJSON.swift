package import Documents

/// The text of one JSON value, unchanged from its document.
///
/// A proxy passes values on as text: a parsed number does not distinguish `1.0` from `1`, which
/// clients read as values of different types.
package struct RawJSON: Hashable, Sendable {
  /// The text in UTF-8, without white space around it; always valid JSON.
  package let bytes: [UInt8]

  /// The empty object, `{}`.
  package static let emptyObject = RawJSON(JSONValue.object([]))

  /// Encodes a value on one line.
  package init(_ value: JSONValue) {
    bytes = Array(value.text().utf8)
  }

  /// Encodes an object whose values are unchanged texts.
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

  /// The text as a string.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension RawJSON {
  /// Parses a strict JSON document of at most 200 nested values.
  ///
  /// - Returns: The document as text and as parsed values.
  /// - Throws: The error of the document, with its line.
  package static func parse(_ document: [UInt8]) throws(DocumentError) -> (raw: RawJSON, node: Node)
  {
    let node = try JSONReader.read(document, as: .json)
    let text = document.starts(with: [0xEF, 0xBB, 0xBF]) ? document.dropFirst(3) : document[...]
    let start = text.firstIndex { !isSpace($0) } ?? text.endIndex
    let end = text.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    return (RawJSON(valid: Array(text[start..<end])), node)
  }

  /// The texts of the values of an object, or of the elements of a list, in order; empty for any
  /// other value.
  package var parts: [RawJSON] {
    guard let first = bytes.first else { return [] }
    let isObject = first == UInt8(ascii: "{")
    guard isObject || first == UInt8(ascii: "[") else { return [] }
    var scanner = Scanner(bytes: bytes, index: 1)
    var parts: [RawJSON] = []
    while scanner.skipSeparators(), scanner.index < bytes.count - 1 {
      if isObject {
        scanner.skipString()
        _ = scanner.skipSeparators()
      }
      let start = scanner.index
      scanner.skipValue()
      guard scanner.index > start else { break }
      parts.append(RawJSON(valid: Array(bytes[start..<scanner.index])))
    }
    return parts
  }

  /// One member of an object, as parsed value and as text.
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

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Finds the ends of values in valid JSON.
  private struct Scanner {
    let bytes: [UInt8]
    var index: Int

    /// Skips white space, commas and colons; returns `false` at the end.
    mutating func skipSeparators() -> Bool {
      while index < bytes.count, isSpace(bytes[index]) || ",:".utf8.contains(bytes[index]) {
        index += 1
      }
      return index < bytes.count
    }

    mutating func skipString() {
      index += 1
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      index = min(index + 1, bytes.count)
    }

    mutating func skipValue() {
      var depth = 0
      repeat {
        switch bytes[index] {
        case UInt8(ascii: "\""):
          skipString()
          continue
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        case _ where depth == 0: return skipWord()
        default: break
        }
        index += 1
      } while index < bytes.count && depth > 0
    }

    /// Skips a number, `true`, `false` or `null`.
    private mutating func skipWord() {
      while index < bytes.count, !isSpace(bytes[index]), !",]}".utf8.contains(bytes[index]) {
        index += 1
      }
    }
  }
}
