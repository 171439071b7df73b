/// The text of a JSON or JSON5 document, and the ranges of its values, so that parts of the document
/// can be read or replaced while all other bytes stay as they are.
///
/// The document must be valid; ``JSONReader`` validates it. A range that is no object has no members,
/// and a range that is no list has no elements. Each call takes time that is linear in the size of
/// the range.
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

  /// Returns the members of an object in the root; empty if there is none.
  package func members(of key: String) -> [Member] {
    value(key, of: root).map { members(of: $0) } ?? []
  }

  /// Returns the ranges of the elements of a list.
  package func elements(of list: Range<Int>?) -> [Range<Int>] {
    guard let list, let first = list.first, bytes[first] == UInt8(ascii: "[") else { return [] }
    let parts = bytes.withUnsafeBufferPointer { Self.parts(of: first, $0) }
    return parts?.map(\.value) ?? []
  }

  /// Returns the text of a range.
  package func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Returns the value of a string in quotes; `nil` for a value of another kind.
  package func string(_ range: Range<Int>) -> String? {
    bytes.withUnsafeBufferPointer { Self.string(range, $0) }
  }

  /// Returns the position behind white space and comments.
  package func afterSpace(_ start: Int) -> Int {
    bytes.withUnsafeBufferPointer { Self.afterSpace(start, $0) }
  }

  /// Returns the position behind the comment at a position; `nil` if there is no comment.
  ///
  /// A comment up to the end of the line ends before the line feed.
  package func afterComment(_ start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { Self.afterComment(start, $0) }
  }
}
