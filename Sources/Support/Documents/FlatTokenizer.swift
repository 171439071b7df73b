/// Parses simple JSON into the tokens of a ``FlatDocument``.
struct FlatTokenizer {
  private typealias Token = FlatDocument.Token

  private(set) var tokens: [FlatDocument.Token] = []
  private(set) var decodedTexts: [String] = []
  private let bytes: [UInt8]
  /// The number of values, which `InputLimit.values` bounds.
  private var valueCount = 0

  /// The maximum nesting; a deeper document is parsed into nodes.
  private static let depthLimit = 64

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // Reserves address space for the tokens of most documents; the system provides only the memory
    // that is used.
    tokens.reserveCapacity(bytes.count / 8 + 16)
  }

  /// Parses a document; returns `false` if it is not simple.
  mutating func parse(_ cursor: inout JSONCursor) -> Bool {
    cursor.skipSpace()
    return parse(&cursor, depth: 1)
  }

  /// Parses a value and appends its tokens; returns `false` if the value is not simple.
  private mutating func parse(_ cursor: inout JSONCursor, depth: Int) -> Bool {
    valueCount += 1
    guard valueCount <= InputLimit.values.maximum, depth <= Self.depthLimit else { return false }
    switch cursor.current {
    case UInt8(ascii: "\""): return parseText(&cursor)
    case UInt8(ascii: "{"): return parseObject(&cursor, depth: depth)
    case UInt8(ascii: "["): return parseList(&cursor, depth: depth)
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      guard let flag = cursor.bool() else { return false }
      tokens.append(Token(flag ? .yes : .no))
    case UInt8(ascii: "n"):
      guard cursor.null() else { return false }
      tokens.append(Token(.null))
    default:
      guard let number = cursor.signedNumber() else { return false }
      tokens.append(Token(number))
    }
    return true
  }

  private mutating func parseText(_ cursor: inout JSONCursor) -> Bool {
    var simple = cursor
    if let slice = simple.string(), slice.isASCII {
      cursor = simple
      tokens.append(Token(.text, start: slice.start, extent: slice.count))
      return true
    }
    guard let text = cursor.decodedString(of: bytes) else { return false }
    tokens.append(Token(.decodedText, start: decodedTexts.count))
    decodedTexts.append(text)
    return true
  }

  private mutating func parseObject(_ cursor: inout JSONCursor, depth: Int) -> Bool {
    parseParts(.object, "{", "}", &cursor) { tokenizer, cursor in
      guard tokenizer.parseText(&cursor), cursor.skip(UInt8(ascii: ":")) else { return false }
      cursor.skipSpace()
      return tokenizer.parse(&cursor, depth: depth + 1)
    }
  }

  private mutating func parseList(_ cursor: inout JSONCursor, depth: Int) -> Bool {
    parseParts(.list, "[", "]", &cursor) { $0.parse(&$1, depth: depth + 1) }
  }

  /// Parses the parts of a list or an object; appends the token of the list or object before the tokens of
  /// its parts.
  @inline(__always)
  private mutating func parseParts(
    _ kind: Token.Kind,
    _ opening: Unicode.Scalar,
    _ closing: Unicode.Scalar,
    _ cursor: inout JSONCursor,
    _ parsePart: (inout FlatTokenizer, inout JSONCursor) -> Bool
  ) -> Bool {
    let position = tokens.count
    tokens.append(Token(kind))
    var count = 0
    _ = cursor.skip(UInt8(ascii: opening))
    if !cursor.skip(UInt8(ascii: closing)) {
      repeat {
        cursor.skipSpace()
        guard parsePart(&self, &cursor) else { return false }
        count += 1
      } while cursor.skip(UInt8(ascii: ","))
      guard cursor.skip(UInt8(ascii: closing)) else { return false }
    }
    tokens[position] = Token(kind, start: count, extent: tokens.count)
    return true
  }
}
