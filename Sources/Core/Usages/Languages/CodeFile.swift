import Glibc

/// A lexed source file, which is valid as long as the buffer of its bytes.
struct CodeFile {
  let bytes: UnsafeBufferPointer<UInt8>
  let language: CodeLanguage
  let tokens: [Token]
  let values: [String]

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ language: CodeLanguage) {
    let lexer = Lexer(bytes, language)
    self.bytes = bytes
    // Reads the tokens of markup as code in JavaScript.
    self.language = language == .markup ? .javaScript : language
    tokens = lexer.tokens
    values = lexer.values
  }

  /// Returns the text of a word; `nil` for other tokens, and for an index without a token.
  func word(_ index: Int) -> String? {
    guard tokens.indices.contains(index), tokens[index].kind == .word else { return nil }
    return String(
      decoding: bytes[Int(tokens[index].start)..<Int(tokens[index].end)],
      as: UTF8.self
    )
  }

  /// Returns the byte of a punctuation token; `nil` for other tokens, and for an index without a token.
  private func mark(_ index: Int) -> UInt8? {
    guard tokens.indices.contains(index), tokens[index].kind == .mark else { return nil }
    return bytes[Int(tokens[index].start)]
  }

  /// Returns whether the token is the given punctuation character.
  func has(_ mark: Unicode.Scalar, at index: Int) -> Bool {
    self.mark(index) == UInt8(ascii: mark)
  }

  /// Returns whether the token is one of the given punctuation characters.
  func has(oneOf marks: StaticString, at index: Int) -> Bool {
    guard let mark = mark(index) else { return false }
    return marks.withUTF8Buffer { $0.contains(mark) }
  }

  /// Returns the value of a literal; `nil` for other tokens, and for a literal with an interpolation.
  func value(_ index: Int) -> String? {
    guard tokens.indices.contains(index), tokens[index].value >= 0 else { return nil }
    return values[Int(tokens[index].value)]
  }

  /// The maximum number of tokens of a member chain, so that the search takes linear time.
  private static let chainLimit = 100

  /// Returns the index of the first token of a member chain, such as `a.b.c`, that ends at the given
  /// index.
  func chainStart(_ index: Int) -> Int {
    var start = index
    while has(".", at: start - 1), index - start < Self.chainLimit {
      let isOptional = has("?", at: start - 2)
      guard word(start - (isOptional ? 3 : 2)) != nil else { return start - 1 }
      start -= isOptional ? 3 : 2
    }
    return start
  }
}

/// Converts byte offsets in a file to lines and columns; the offsets must be requested in ascending
/// order.
struct LineFinder {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var line = 1
  private var start = 0
  /// The end of the current line; `nil` before the first offset.
  private var end: Int?
  /// The last requested offset, and its column, counted from 0.
  private var last = (offset: 0, column: 0)

  /// The maximum length in bytes of a line that is returned completely; a longer line is returned as an
  /// excerpt.
  static let lineLimit = 400

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Returns the line number and the column in characters, both counted from 1, and the text of the
  /// line.
  mutating func position(of offset: Int) -> (line: Int, column: Int, text: String) {
    var end = end ?? lineEnd(from: start)
    while end < offset {
      line += 1
      start = end + 1
      last = (start, 0)
      end = lineEnd(from: start)
    }
    self.end = end
    last = (offset, last.column + text(last.offset, offset).count)
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    var first = start
    if end - start > Self.lineLimit {
      first = character(at: max(start, offset - Self.lineLimit / 4))
      end = character(at: min(end, first + Self.lineLimit))
    }
    return (line, last.column + 1, text(first, end))
  }

  private func text(_ start: Int, _ end: Int) -> String {
    String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Returns the offset of the first byte of the UTF-8 sequence that contains the byte at the given
  /// offset.
  private func character(at offset: Int) -> Int {
    var offset = offset
    while offset > start, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  private func lineEnd(from offset: Int) -> Int {
    guard let base = bytes.baseAddress, offset < bytes.count,
      let found = memchr(base + offset, Int32(UInt8.lineFeed), bytes.count - offset)
    else { return bytes.count }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}
