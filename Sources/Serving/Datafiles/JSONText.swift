import Documents

/// Locates the values in the bytes of a JSON document, so that parts of the document can be replaced
/// while all other bytes stay as they are.
///
/// The document must be valid JSON; ``JSONReader`` validates it. A range that is no object has no
/// members, and a range that is no list has no elements. Each call takes time that is linear in the
/// size of the range.
struct JSONText {
  /// A member of an object, with the range of its value.
  struct Member {
    let key: String
    let value: Range<Int>
  }

  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The range of the value of the document, without a byte order mark and surrounding white space.
  var root: Range<Int> {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes.withUnsafeBufferPointer { bytes in
      let first = Self.afterSpace(start, bytes)
      return first..<Self.end(of: first, bytes)
    }
  }

  /// Returns the members of an object, in the order of the document.
  func members(of object: Range<Int>) -> [Member] {
    guard let first = object.first, bytes[first] == UInt8(ascii: "{") else { return [] }
    return bytes.withUnsafeBufferPointer { bytes in
      var members: [Member] = []
      var index = Self.afterSpace(first + 1, bytes)
      while index < object.upperBound, bytes[index] == UInt8(ascii: "\"") {
        let key = index..<Self.end(of: index, bytes)
        let colon = Self.afterSpace(key.upperBound, bytes)
        let start = Self.afterSpace(colon + 1, bytes)
        let value = start..<Self.end(of: start, bytes)
        members.append(Member(key: Self.string(key, bytes), value: value))
        index = Self.afterSeparator(value.upperBound, bytes)
      }
      return members
    }
  }

  /// Returns the range of the value of a member; the last of duplicate members wins, as in the
  /// parser.
  func value(_ key: String, of object: Range<Int>) -> Range<Int>? {
    members(of: object).last { $0.key == key }?.value
  }

  /// Returns the ranges of the elements of a list.
  func elements(of list: Range<Int>?) -> [Range<Int>] {
    guard let list, let first = list.first, bytes[first] == UInt8(ascii: "[") else { return [] }
    return bytes.withUnsafeBufferPointer { bytes in
      var elements: [Range<Int>] = []
      var index = Self.afterSpace(first + 1, bytes)
      while index < list.upperBound - 1 {
        let end = Self.end(of: index, bytes)
        guard end > index else { break }
        elements.append(index..<end)
        index = Self.afterSeparator(end, bytes)
      }
      return elements
    }
  }

  /// Returns the text of a range.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the value of a JSON string; `nil` for a value of another kind.
  func string(_ range: Range<Int>) -> String? {
    guard let first = range.first, bytes[first] == UInt8(ascii: "\"") else { return nil }
    return bytes.withUnsafeBufferPointer { Self.string(range, $0) }
  }
}

// MARK: Scanning

extension JSONText {
  private typealias Bytes = UnsafeBufferPointer<UInt8>

  private static func string(_ range: Range<Int>, _ bytes: Bytes) -> String {
    let inner = bytes[(range.lowerBound + 1)..<max(range.lowerBound + 1, range.upperBound - 1)]
    guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
    let text = String(decoding: bytes[range], as: UTF8.self)
    guard case .string(let value)? = JSONValue(parsing: text) else { return text }
    return value
  }

  private static func afterSpace(_ start: Int, _ bytes: Bytes) -> Int {
    var index = start
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    return index
  }

  private static func afterSeparator(_ start: Int, _ bytes: Bytes) -> Int {
    let index = afterSpace(start, bytes)
    guard index < bytes.count, bytes[index] == UInt8(ascii: ",") else { return index }
    return afterSpace(index + 1, bytes)
  }

  /// Returns the end of the value that starts at an index, without recursion: the document may be
  /// nested deeply.
  private static func end(of start: Int, _ bytes: Bytes) -> Int {
    var index = start
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
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
      case UInt8(ascii: ","), 0...0x20:
        if depth == 0 { return index }
      default: break
      }
      index += 1
    }
    return index
  }

  private static func endOfString(_ start: Int, _ bytes: Bytes) -> Int {
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") { return index + 1 }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return bytes.count
  }
}
