/// The encoding of the text of a document, by its first bytes.
package enum TextEncoding: Hashable, Sendable {
  /// UTF-8, or a binary format.
  case utf8
  /// UTF-8 after a byte order mark.
  case markedUTF8
  /// UTF-16 with the more significant byte of each unit first.
  case bigEndianUTF16
  /// UTF-16 with the less significant byte of each unit first.
  case littleEndianUTF16
  /// UTF-32, which is not supported.
  case utf32

  /// Detects the encoding by its byte order mark, or by the zero bytes of ASCII characters in UTF-16 or
  /// UTF-32.
  package init(of bytes: [UInt8]) {
    let start = Array(bytes.prefix(4))
    if Self.utf32Marks.contains(start) {
      self = .utf32
    } else if start.starts(with: [0xFE, 0xFF]) {
      self = .bigEndianUTF16
    } else if start.starts(with: [0xFF, 0xFE]) {
      self = .littleEndianUTF16
    } else if start.starts(with: [0xEF, 0xBB, 0xBF]) {
      self = .markedUTF8
    } else if start.count == 4, bytes.count.isMultiple(of: 2) {
      switch start.map({ $0 == 0 }) {
      case [true, false, true, false]: self = .bigEndianUTF16
      case [false, true, false, true]: self = .littleEndianUTF16
      case [true, true, true, false], [false, true, true, true]: self = .utf32
      default: self = .utf8
      }
    } else {
      self = .utf8
    }
  }

  /// The byte order marks of UTF-32; the second one begins with that of UTF-16.
  private static let utf32Marks: [[UInt8]] = [[0, 0, 0xFE, 0xFF], [0xFF, 0xFE, 0, 0]]

  /// Returns the text in UTF-8; a text in UTF-8 is returned as it is, with its byte order mark.
  ///
  /// - Throws: `notUTF8` for malformed UTF-16, and `unexpected` for UTF-32.
  package func utf8(_ bytes: [UInt8]) throws(DocumentError) -> [UInt8] {
    guard self != .utf32 else {
      throw .unexpected(line: nil, found: "UTF-32", expected: "UTF-8 or UTF-16")
    }
    guard self == .bigEndianUTF16 || self == .littleEndianUTF16 else { return bytes }
    let isMarked = bytes[0] >= 0xFE
    let units = stride(from: isMarked ? 2 : 0, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return self == .bigEndianUTF16 ? first << 8 | second : second << 8 | first
    }
    guard bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self) else {
      throw .notUTF8(line: 1)
    }
    return Array(text.utf8)
  }

  /// The finding for UTF-16 or a byte order mark, which not all programs read; `nil` for any other
  /// encoding.
  func finding(_ readers: String) -> DocumentFinding? {
    let fact: DocumentFinding.Fact
    switch self {
    case .utf8, .utf32: return nil
    case .markedUTF8:
      fact = .difference("begins with a byte order mark, which some \(readers) refuse")
    case .bigEndianUTF16, .littleEndianUTF16:
      fact = .refusal("found UTF-16, expected UTF-8; \(readers) read UTF-8 only")
    }
    return DocumentFinding(fact: fact, line: 1, flag: nil)
  }
}
