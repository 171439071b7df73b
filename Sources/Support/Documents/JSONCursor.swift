import Glibc

/// Reads simple JSON values directly from the bytes of a document, without nodes.
///
/// Simple JSON has no comments, no escapes, no JSON5 syntax, and only numbers with few digits. For
/// anything else, a function returns `nil` or `false`; the caller then parses the value again with a
/// ``JSONReader``, which alone reports errors. A cursor is valid only during the call that passes it,
/// because it points into an array.
package struct JSONCursor {
  @usableFromInline let start: UnsafeRawPointer
  @usableFromInline let end: Int
  /// The offset of the next byte.
  package private(set) var index: Int
  /// The line number of the next byte, counted from 1.
  package private(set) var line: Int
  private(set) var lineStart: Int

  /// A part of the document: a string without its quotes, or a list with its brackets.
  package struct Slice {
    package let start: Int
    package let count: Int
    /// Whether the part has bytes of ASCII characters only.
    package let isASCII: Bool
  }

  /// Creates a cursor at an offset of the bytes; `nil` if there are no bytes.
  init?(_ bytes: UnsafeRawBufferPointer, index: Int, line: Int, lineStart: Int) {
    guard let start = bytes.baseAddress else { return nil }
    self.start = start
    end = bytes.count
    self.index = index
    self.line = line
    self.lineStart = lineStart
  }

  /// Reads a whole document; `nil` if `body` returns `nil`, or does not read up to the end.
  package static func read<Value>(
    _ bytes: [UInt8],
    _ body: (inout JSONCursor) -> Value?
  ) -> Value? {
    bytes.withUnsafeBytes { buffer in
      guard var cursor = JSONCursor(buffer, index: 0, line: 1, lineStart: 0),
        let value = body(&cursor)
      else { return nil }
      cursor.skipSpace()
      return cursor.index == cursor.end ? value : nil
    }
  }

  /// The next byte; 0 at the end of the document.
  var current: UInt8 {
    index < end ? start.load(fromByteOffset: index, as: UInt8.self) : 0
  }

  /// Skips white space, and then the given byte; returns `false` if another byte follows.
  package mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    guard current == byte, index < end else { return false }
    index += 1
    return true
  }

  /// Skips white space, and counts its lines.
  package mutating func skipSpace() {
    while index < end {
      switch start.load(fromByteOffset: index, as: UInt8.self) {
      case 0x0A:
        index += 1
        line += 1
        lineStart = index
      case 0x20, 0x09, 0x0D: index += 1
      default: return
      }
    }
  }
}

// MARK: Values

extension JSONCursor {
  /// Skips a string in double quotes, and returns the part between the quotes; `nil` if the string is
  /// not simple.
  package mutating func string() -> Slice? {
    guard current == UInt8(ascii: "\"") else { return nil }
    let first = index + 1
    var (position, union) = (first, UInt64(0))
    while position + 8 <= end {
      let word = UInt64(
        littleEndian: start.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      )
      let special = Self.quotes(in: word) | Self.backslashes(in: word) | Self.controls(in: word)
      // The lowest byte that is marked as special is correct; the borrow of a subtraction can mark only later
      // bytes by mistake.
      let count = special.trailingZeroBitCount / 8
      if special != 0 {
        union |= count == 0 ? 0 : word << UInt64(64 - 8 * count)
        position += count
        return string(from: first, to: position, union)
      }
      union |= word
      position += 8
    }
    while position < end {
      let byte = start.load(fromByteOffset: position, as: UInt8.self)
      if byte == UInt8(ascii: "\"") { break }
      guard byte >= 0x20, byte != UInt8(ascii: "\\") else { return nil }
      union |= UInt64(byte)
      position += 1
    }
    return string(from: first, to: position, union)
  }

  private mutating func string(from first: Int, to position: Int, _ union: UInt64) -> Slice? {
    guard position < end,
      start.load(fromByteOffset: position, as: UInt8.self) == UInt8(ascii: "\"")
    else { return nil }
    index = position + 1
    return Slice(start: first, count: position - first, isASCII: union & Self.highBits == 0)
  }

  /// Uses a ``JSONReader`` to decode a string in double quotes that has escapes, and moves past the
  /// string; `nil` if the string is malformed.
  ///
  /// - Parameter document: The bytes of the cursor.
  /// - Returns: The decoded text.
  mutating func decodedString(of document: [UInt8]) -> String? {
    guard current == UInt8(ascii: "\"") else { return nil }
    var reader = JSONReader(document, .json, depthLimit: 0)
    (reader.index, reader.line, reader.lineStart) = (index, line, lineStart)
    // Drops the error: the caller parses the document again and reports it.
    guard let text = try? reader.string().text else { return nil }
    (index, line, lineStart) = (reader.index, reader.line, reader.lineStart)
    return text
  }

  /// Reads a number as ``number()`` does, with an optional minus sign.
  mutating func signedNumber() -> Double? {
    guard current == UInt8(ascii: "-") else { return number() }
    index += 1
    return number().map { -$0 }
  }

  /// Reads `true` or `false`; returns `nil` at another value.
  package mutating func bool() -> Bool? {
    if skip(word: 0x65_7572_74, count: 4) { return true }
    if current == UInt8(ascii: "f") {
      index += 1
      if skip(word: 0x65_736C_61, count: 4) { return false }
    }
    return nil
  }

  /// Skips `null`; returns `false` at another value.
  package mutating func null() -> Bool { skip(word: 0x6C_6C75_6E, count: 4) }

  /// Skips a word of four bytes, which are given in little-endian order, if a delimiter follows.
  private mutating func skip(word: UInt32, count: Int) -> Bool {
    guard index + count < end,
      UInt32(
        littleEndian: start.loadUnaligned(fromByteOffset: index, as: UInt32.self)
      ) == word, isDelimiter(at: index + count)
    else { return false }
    index += count
    return true
  }

  /// Reads a number that has neither a sign nor an exponent, correctly rounded; `nil` for another
  /// number, and for an integer of more than 15 digits.
  package mutating func number() -> Double? {
    let first = index
    var (digits, value, fraction) = (0, UInt64(0), 0)
    var hasPoint = false
    while index < end {
      let byte = start.load(fromByteOffset: index, as: UInt8.self)
      if byte.isDigit {
        digits += 1
        value = value &* 10 &+ UInt64(byte &- 0x30)
        if hasPoint { fraction += 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint, digits > 0 {
        hasPoint = true
      } else {
        break
      }
      index += 1
    }
    guard digits > 0, isDelimiter(at: index), !hasPoint || fraction > 0 else { return nil }
    let hasLeadingZero = start.load(fromByteOffset: first, as: UInt8.self) == UInt8(ascii: "0")
    guard !hasLeadingZero || digits - fraction == 1 else { return nil }
    // Both operands are exact in a `Double`, so that the division rounds only once, and the result is
    // the nearest `Double`.
    if digits <= 15 { return Double(value) / Self.powersOfTen[fraction] }
    guard hasPoint, digits <= 40 else { return nil }
    return Double(text(of: Slice(start: first, count: index - first, isASCII: true)) ?? "")
  }

  private func isDelimiter(at position: Int) -> Bool {
    guard position < end else { return false }
    switch start.load(fromByteOffset: position, as: UInt8.self) {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x0A, 0x0D, 0x09:
      return true
    default: return false
    }
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}

// MARK: Lists

extension JSONCursor {
  /// Skips a list.
  ///
  /// - Parameter element: Skips one element; returns `false` if the element is not simple.
  /// - Returns: The bytes of the list; `nil` if it is empty or has more than 1,000 elements.
  package mutating func list(_ element: (inout JSONCursor) -> Bool) -> Slice? {
    let first = index
    guard skip(UInt8(ascii: "[")) else { return nil }
    for _ in 0..<1_000 {
      skipSpace()
      guard element(&self) else { return nil }
      if skip(UInt8(ascii: ",")) { continue }
      guard skip(UInt8(ascii: "]")) else { return nil }
      return Slice(start: first, count: index - first, isASCII: false)
    }
    return nil
  }

  /// Decodes a list that ``list(_:)`` has skipped.
  ///
  /// - Parameters:
  ///   - list: The bytes of the list.
  ///   - element: Reads one element; returns `nil` if the element cannot be decoded.
  /// - Returns: The elements; `nil` if one of them cannot be decoded.
  package func elements<Element>(
    of list: Slice,
    _ element: (inout JSONCursor) -> Element?
  ) -> [Element]? {
    var cursor = self
    cursor.index = list.start
    var elements: [Element] = []
    let slice = cursor.list { cursor in
      guard let value = element(&cursor) else { return false }
      elements.append(value)
      return true
    }
    return slice == nil ? nil : elements
  }
}

// MARK: Bytes

extension JSONCursor {
  /// Returns the bytes of a part of the document, which are valid as long as the cursor.
  package func bytes(of slice: Slice) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start + slice.start, count: slice.count)
  }

  /// Whether two parts of the document have equal bytes; a missing part is equal only to a missing part.
  package func isEqual(_ left: Slice?, _ right: Slice?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.count == right.count
      && memcmp(start + left.start, start + right.start, left.count) == 0
  }

  /// Decodes a string; `nil` if it is not UTF-8, or would have to be truncated.
  package func text(of slice: Slice) -> String? {
    if slice.isASCII { return String(decoding: bytes(of: slice), as: UTF8.self) }
    guard let text = String(validating: bytes(of: slice), as: UTF8.self),
      text.truncatingClusters().defect == nil
    else { return nil }
    return text
  }

  private static let highBits: UInt64 = 0x8080_8080_8080_8080
  private static let lowBits: UInt64 = 0x0101_0101_0101_0101

  private static func zeros(in word: UInt64) -> UInt64 {
    (word &- lowBits) & ~word & highBits
  }

  private static func quotes(in word: UInt64) -> UInt64 {
    zeros(in: word ^ (lowBits * 0x22))
  }

  private static func backslashes(in word: UInt64) -> UInt64 {
    zeros(in: word ^ (lowBits * 0x5C))
  }

  /// Marks the bytes below 0x20 (control characters) by setting their highest bit.
  private static func controls(in word: UInt64) -> UInt64 {
    (word &- lowBits * 0x20) & ~word & highBits
  }
}
