import Glibc

/// A word, a literal or a mark of source code.
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
  /// The value of a literal as an index; -1 without one value, such as with an interpolation.
  var value: Int32 = -1
}

/// Splits source code into tokens, without its comments.
///
/// Malformed code gives fewer or other tokens, but each input ends: a string that is not closed ends with its
/// line.
struct Lexer {
  let bytes: UnsafeBufferPointer<UInt8>
  let language: CodeLanguage
  let row: CodeLanguage.Row
  var at = 0
  var tokens: [Token] = []
  var values: [String] = []
  var isFirst = true
  /// The words that end the Ruby here-documents that begin after this line.
  var hereDocuments: [String] = []
  /// Whether here-documents are code, because one had no end.
  var ignoresHereDocuments = false

  /// The largest depth of expressions inside of strings; deeper ones are texts.
  static let depthLimit = 16

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ language: CodeLanguage) {
    self.bytes = bytes
    self.language = language
    row = language.row
    tokens.reserveCapacity(bytes.count / 5)
    lexCode(depth: 0)
  }

  /// Lexes code up to its end.
  ///
  /// - Parameters:
  ///   - closer: The bracket that ends an expression inside of a string; `nil` for a whole file.
  ///   - isOneLine: Whether the code ends with its line.
  ///   - depth: The number of strings around the code.
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

  private mutating func lexWord(_ depth: Int) {
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

  /// Skips the comment of several lines that `=begin` opens at the start of a line.
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

  /// Skips a regular expression, if the slash is not a division.
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

  /// Whether the text is next.
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
