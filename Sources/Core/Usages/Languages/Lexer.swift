import Glibc

/// A token of source code: a word, a literal, or one byte of punctuation.
struct Token {
  enum Kind: UInt8 {
    /// A name, a keyword or a number.
    case word
    case literal
    /// One byte of punctuation.
    case mark
  }

  let kind: Kind
  /// Whether the token is the first one on its line.
  let isFirst: Bool
  let start: Int32
  var end: Int32
  /// The index of the value of a literal in ``Lexer/values``; -1 for a token without a constant value,
  /// such as a string with an interpolation.
  var value: Int32 = -1
}

/// Splits source code into tokens, and skips comments.
///
/// For malformed code, the tokens can be wrong or incomplete, but the lexer always terminates: a string
/// that is not closed ends with its line.
struct Lexer {
  let bytes: UnsafeBufferPointer<UInt8>
  var language: CodeLanguage {
    didSet { row = language.row }
  }
  private(set) var row: CodeLanguage.Row
  var at = 0
  var tokens: [Token] = []
  var values: [String] = []
  var isFirst = true
  /// The words that end the Ruby here-documents whose text begins on the next line.
  var hereDocuments: [String] = []
  /// Whether the texts of here-documents are lexed as code, because an earlier here-document had no end.
  var ignoresHereDocuments = false

  /// The maximum nesting depth of expressions in strings; a deeper expression is lexed as text.
  static let depthLimit = 16

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ language: CodeLanguage) {
    self.bytes = bytes
    self.language = language
    row = language.row
    tokens.reserveCapacity(bytes.count / 5)
    if language == .markup { lexMarkup() } else { lexCode(depth: 0) }
  }

  /// Lexes code up to its end.
  ///
  /// - Parameters:
  ///   - closer: The bracket that ends an interpolated expression; `nil` for a whole file.
  ///   - isOneLine: Whether the code ends at the end of the line.
  ///   - depth: The number of strings that enclose the code.
  mutating func lexCode(until closer: UInt8? = nil, isOneLine: Bool = false, depth: Int) {
    let opener = closer == UInt8(ascii: ")") ? UInt8(ascii: "(") : UInt8(ascii: "{")
    var nesting = 0
    while at < bytes.count {
      let byte = bytes[at]
      if byte == .lineFeed {
        if isOneLine { return }
        isFirst = true
        at += 1
        skipHereDocuments()
      } else if byte <= UInt8(ascii: " ") {
        at += 1
      } else if byte.isWord, byte != UInt8(ascii: "$") || language != .cSharp {
        lexWord(depth)
      } else if !skipComment(), !lexString(depth) {
        if byte == closer {
          if nesting == 0 { return }
          nesting -= 1
        } else if closer != nil, byte == opener {
          nesting += 1
        }
        add(.mark, from: at, to: at + 1)
        at += 1
      }
    }
  }

  mutating func add(_ kind: Token.Kind, from start: Int, to end: Int) {
    tokens.append(Token(kind: kind, isFirst: isFirst, start: Int32(start), end: Int32(end)))
    isFirst = false
  }

  func byte(_ offset: Int) -> UInt8 {
    at + offset < bytes.count ? bytes[at + offset] : 0
  }

  mutating func lexWord(_ depth: Int) {
    let start = at
    while at < bytes.count, bytes[at].isWord { at += 1 }
    if at - start <= 2, !row.prefixes.isEmpty, row.quotes.contains(where: { $0.mark == byte(0) }) {
      let prefix = String(decoding: bytes[start..<at], as: UTF8.self).lowercased()
      if row.prefixes.contains(prefix), lexString(depth, prefix: prefix) { return }
    }
    add(.word, from: start, to: at)
  }

  // MARK: Comments

  private mutating func skipComment() -> Bool {
    if row.hasHashComments {
      if byte(0) == UInt8(ascii: "#") {
        skipLine()
        return true
      }
      return language == .ruby && skipRubyComment()
    }
    guard byte(0) == UInt8(ascii: "/") else { return false }
    switch byte(1) {
    case UInt8(ascii: "/"):
      skipLine()
      return true
    case UInt8(ascii: "*"):
      skipBlockComment()
      return true
    default: return language == .javaScript && skipRegularExpression()
    }
  }

  mutating func skipLine() {
    while at < bytes.count, bytes[at] != .lineFeed { at += 1 }
  }

  private mutating func skipBlockComment() {
    at += 2
    var depth = 1
    while at < bytes.count, depth > 0 {
      if byte(0) == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        at += 2
      } else if row.nestsComments, byte(0) == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        at += 2
      } else {
        if byte(0) == .lineFeed { isFirst = true }
        at += 1
      }
    }
  }

  /// Skips a multi-line comment, which begins with `=begin` at the start of a line.
  private mutating func skipRubyComment() -> Bool {
    guard isFirst, starts(with: "=begin") else { return false }
    while at < bytes.count, !starts(with: "=end") {
      skipLine()
      at += 1
    }
    skipLine()
    return true
  }

  /// The maximum number of bytes of a regular expression.
  private static let expressionLimit = 500

  /// Lexes a regular expression as a literal, unless the slash is a division.
  private mutating func skipRegularExpression() -> Bool {
    if let last = tokens.last {
      let mark = bytes[Int(last.start)]
      guard last.kind == .mark, !")]}".utf8.contains(mark) else { return false }
    }
    var (end, isInClass) = (at + 1, false)
    let limit = min(bytes.count, at + Self.expressionLimit)
    while end < limit, bytes[end] != .lineFeed {
      switch bytes[end] {
      case .backslash: end += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass:
        add(.literal, from: at, to: end + 1)
        at = end + 1
        return true
      default: break
      }
      end += 1
    }
    return false
  }

  /// Returns whether the next bytes are the given text.
  func starts(with text: String) -> Bool {
    var offset = 0
    for expected in text.utf8 {
      if byte(offset) != expected { return false }
      offset += 1
    }
    return true
  }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let backslash = UInt8(ascii: "\\")

  /// Whether the byte is part of a name: a letter, a digit, `_`, `$`, or a byte of a non-ASCII character.
  var isWord: Bool { Self.words[Int(self)] }

  private static let words: [Bool] = (0...255).map { (code: Int) in
    code >= 0x80 || code == 0x5F || code == 0x24 || (0x30...0x39).contains(code)
      || (0x41...0x5A).contains(code) || (0x61...0x7A).contains(code)
  }
}

extension Lexer {
  /// Decodes and skips the escape sequence after a backslash.
  ///
  /// - Parameters:
  ///   - text: The text to which the decoded bytes are appended.
  ///   - mark: The quote of the literal.
  /// - Returns: Whether the sequence is valid; a literal with an invalid sequence has no value.
  mutating func decodeEscape(into text: inout [UInt8], mark: UInt8) -> Bool {
    guard at < bytes.count else { return false }
    let byte = bytes[at]
    if language == .ruby, mark == UInt8(ascii: "'") {
      if byte != UInt8(ascii: "'"), byte != .backslash { text.append(.backslash) }
      text.append(byte)
      at += 1
      return true
    }
    at += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(.lineFeed)
    case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
    case UInt8(ascii: "r"): text.append(UInt8(ascii: "\r"))
    case UInt8(ascii: "0"): text.append(0)
    case UInt8(ascii: "a"): text.append(0x07)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "e"): text.append(0x1B)
    case UInt8(ascii: "x"): return append(hexadecimal(from: 2, to: 2), to: &text)
    case UInt8(ascii: "U"): return append(hexadecimal(from: 8, to: 8), to: &text)
    case UInt8(ascii: "u"): return decodeUnit(into: &text)
    // Skips a line break after a backslash, which continues the string on the next line.
    case .lineFeed: break
    default: text.append(byte)
    }
    return true
  }

  /// Decodes the escape `\u{…}`, or `\u` with four digits, including surrogate pairs.
  private mutating func decodeUnit(into text: inout [UInt8]) -> Bool {
    if byte(0) == UInt8(ascii: "{") {
      at += 1
      let code = hexadecimal(from: 1, to: 8)
      guard byte(0) == UInt8(ascii: "}") else { return false }
      at += 1
      return append(code, to: &text)
    }
    guard var code = hexadecimal(from: 4, to: 4) else { return false }
    if (0xD800..<0xDC00).contains(code), starts(with: "\\u") {
      at += 2
      guard let low = hexadecimal(from: 4, to: 4), (0xDC00..<0xE000).contains(low) else {
        return false
      }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    return append(code, to: &text)
  }

  private mutating func hexadecimal(from least: Int, to most: Int) -> UInt32? {
    var end = at
    while end < bytes.count, end - at < most, Character(Unicode.Scalar(bytes[end])).isHexDigit {
      end += 1
    }
    guard end - at >= least else { return nil }
    defer { at = end }
    return UInt32(String(decoding: bytes[at..<end], as: UTF8.self), radix: 16)
  }

  private func append(_ code: UInt32?, to text: inout [UInt8]) -> Bool {
    guard let code, let scalar = Unicode.Scalar(code) else { return false }
    text.append(contentsOf: Array(String(Character(scalar)).utf8))
    return true
  }
}
