/// The text of a JSON or JSON5 document, and the ranges of its values, so that parts of the document
/// can be read or replaced while all other bytes stay as they are.
///
/// The document must be valid; ``JSONReader`` validates it. A range that is not an object has no
/// members, and a range that is not a list has no elements. Each call takes time that is linear in the
/// size of the range.
package struct JSONText {
  /// A member of an object, with the position of its key and the range of its value.
  package struct Member {
    package let key: String
    package let start: Int
    package let value: Range<Int>
  }

  /// The text in UTF-8.
  package var bytes: [UInt8]

  /// Creates the text of a document that was parsed without an error.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The range of the value of the document, without a byte order mark and surrounding white space.
  package var root: Range<Int> {
    bytes.withUnsafeBufferPointer { bytes in
      let first = Self.afterSpace(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, bytes)
      return first..<Self.end(of: first, bytes)
    }
  }

  /// Returns the members of an object, in the order of the document.
  package func members(of object: Range<Int>) -> [Member] {
    guard let first = object.first, bytes[first] == UInt8(ascii: "{") else { return [] }
    return bytes.withUnsafeBufferPointer { Self.parts(of: first, $0) } ?? []
  }

  /// Returns the range of the value of a member; the last of duplicate members wins, as in the
  /// parser.
  package func value(_ key: String, of object: Range<Int>) -> Range<Int>? {
    members(of: object).last { $0.key == key }?.value
  }

  /// Returns the members of an object that is a member of the root; empty if there is no such object.
  package func members(of key: String) -> [Member] {
    value(key, of: root).map { members(of: $0) } ?? []
  }

  package func elements(of list: Range<Int>?) -> [Range<Int>] {
    guard let list, let first = list.first, bytes[first] == UInt8(ascii: "[") else { return [] }
    let parts = bytes.withUnsafeBufferPointer { Self.parts(of: first, $0) }
    return parts?.map(\.value) ?? []
  }

  package func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Returns the value of a string in quotes; `nil` for a value of another kind.
  package func string(_ range: Range<Int>) -> String? {
    bytes.withUnsafeBufferPointer { Self.string(range, $0) }
  }

  /// Returns the position after the white space and the comments that begin at `start`.
  package func afterSpace(_ start: Int) -> Int {
    bytes.withUnsafeBufferPointer { Self.afterSpace(start, $0) }
  }

  /// Returns the position after the comment that begins at `start`; `nil` if there is none.
  ///
  /// A comment up to the end of the line ends before the line feed.
  package func afterComment(_ start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { Self.afterComment(start, $0) }
  }
}

extension JSONText {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Returns the value of a string, as the parser decodes it; `nil` for a value of another kind.
  static func string(_ range: Range<Int>, _ bytes: Bytes) -> String? {
    guard let first = range.first, isQuote(bytes[first]), range.count > 1 else { return nil }
    let inner = bytes[(first + 1)..<(range.upperBound - 1)]
    guard inner.contains(UInt8(ascii: "\\")) else {
      return String(decoding: inner, as: UTF8.self).truncatingClusters().text
    }
    // Drops the error: the document was parsed before, so that the string is valid.
    return try? JSONReader.read(Array(bytes[range])).string
  }

  /// Returns the members of an object, or the elements of a list, which have empty keys; `nil` if there
  /// is no bracket at the position `opening`.
  static func parts(of opening: Int, _ bytes: Bytes) -> [Member]? {
    guard opening < bytes.count else { return nil }
    let isObject = bytes[opening] == UInt8(ascii: "{")
    guard isObject || bytes[opening] == UInt8(ascii: "[") else { return nil }
    var parts: [Member] = []
    var start = afterSpace(opening + 1, bytes)
    while start < bytes.count {
      var (first, key) = (start, "")
      if isObject {
        let range = start..<end(of: start, bytes)
        guard !range.isEmpty else { break }
        first = afterSpace(afterSpace(range.upperBound, bytes) + 1, bytes)
        key = string(range, bytes) ?? String(decoding: bytes[range], as: UTF8.self)
      }
      let value = first..<max(first, end(of: first, bytes))
      // Without a value, the closing bracket follows, such as after a trailing comma.
      guard !value.isEmpty else { break }
      parts.append(Member(key: key, start: start, value: value))
      let end = afterSpace(value.upperBound, bytes)
      guard end < bytes.count, bytes[end] == UInt8(ascii: ",") else { break }
      start = afterSpace(end + 1, bytes)
    }
    return parts
  }

  /// Returns the position after the white space and the comments that begin at `start`.
  static func afterSpace(_ start: Int, _ bytes: Bytes) -> Int {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case 0...0x20: index += 1
      case 0xC2 where index + 1 < bytes.count && bytes[index + 1] == 0xA0: index += 2
      case UInt8(ascii: "/"):
        guard let end = afterComment(index, bytes) else { return index }
        index = end
      default: return index
      }
    }
    return index
  }

  /// Returns the position after the comment that begins at `start`; `nil` if there is none.
  static func afterComment(_ start: Int, _ bytes: Bytes) -> Int? {
    guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "/") else { return nil }
    let text = bytes[(start + 2)...]
    switch bytes[start + 1] {
    case UInt8(ascii: "/"): return text.firstIndex(of: 0x0A) ?? bytes.count
    case UInt8(ascii: "*"):
      let end = text.indices.dropLast().first {
        bytes[$0] == UInt8(ascii: "*") && bytes[$0 + 1] == UInt8(ascii: "/")
      }
      return end.map { $0 + 2 } ?? bytes.count
    default: return nil
    }
  }

  /// Returns the end of the value or key that starts at an index, without recursion: the document may
  /// be nested deeply.
  static func end(of start: Int, _ bytes: Bytes) -> Int {
    var index = start
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        index = endOfString(index, bytes)
        if depth == 0 { return index }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // The bracket belongs to the list or object around a number, `true`, `false` or `null`.
        if depth == 0 { return index }
        depth -= 1
        if depth == 0 { return index + 1 }
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0...0x20:
        if depth == 0 { return index }
      case UInt8(ascii: "/"):
        if depth == 0 { return index }
        if let end = afterComment(index, bytes) {
          index = end
          continue
        }
      default: break
      }
      index += 1
    }
    return index
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  private static func endOfString(_ start: Int, _ bytes: Bytes) -> Int {
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == bytes[start] { return index + 1 }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return bytes.count
  }
}
