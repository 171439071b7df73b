import Glibc

// The lexer of HTML, Vue and Svelte: scripts, attributes and expressions in braces are code in JavaScript;
// the words of all other text are words of code, too. Comments and style sheets are skipped.
extension Lexer {
  /// Lexes a whole file of markup.
  mutating func lexMarkup() {
    /// The index of the token that begins the current tag; `nil` outside of tags.
    var tag: Int?
    while at < bytes.count {
      let byte = bytes[at]
      switch byte {
      case .lineFeed:
        isFirst = true
        at += 1
      case UInt8(ascii: "<") where starts(with: "<!--"): skip(to: "-->")
      case UInt8(ascii: "<"):
        if Self.startsTag(self.byte(1)) { tag = tokens.count }
        addMark()
      case UInt8(ascii: ">"):
        addMark()
        if let tag { lexElement(tag) }
        tag = nil
      case UInt8(ascii: "{"): lexBraces()
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if tag == nil || !lexAttribute() { addMark() }
      case _ where byte.isWord: lexWord(0)
      case _ where byte > UInt8(ascii: " "): addMark()
      default: at += 1
      }
    }
  }

  private mutating func addMark() {
    add(.mark, from: at, to: at + 1)
    at += 1
  }

  private static func startsTag(_ byte: UInt8) -> Bool { byte.isWord || "/!".utf8.contains(byte) }

  /// Lexes the code of a script, or skips a style sheet, after its tag, which begins at a token.
  private mutating func lexElement(_ tag: Int) {
    guard tag + 1 < tokens.count else { return }
    let first = tokens[tag + 1]
    let name = String(decoding: bytes[Int(first.start)..<Int(first.end)], as: UTF8.self)
    let isScript = name.lowercased() == "script"
    guard isScript || name.lowercased() == "style" else { return }
    let start = at
    skip(to: "</")
    while at < bytes.count, !starts(with: name) { skip(to: "</") }
    // Does not skip `</`, the start of the end tag.
    if at < bytes.count { at -= 2 }
    if isScript { addTokens(of: start..<at) }
  }

  /// Lexes an expression in braces, such as `{{ name }}` and `{#if name}`.
  private mutating func lexBraces() {
    addMark()
    if "#:/@".utf8.contains(byte(0)) { addMark() }
    language = .javaScript
    lexCode(until: UInt8(ascii: "}"), depth: 1)
    language = .markup
  }

  /// Lexes the value of an attribute as a literal, and the code in the value.
  ///
  /// - Returns: Whether the value is closed.
  private mutating func lexAttribute() -> Bool {
    let start = at + 1
    guard let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(bytes[at]), bytes.count - start)
    else { return false }
    let end = UnsafeRawPointer(found) - UnsafeRawPointer(base)
    add(.literal, from: at, to: end + 1)
    at = end + 1
    let content = bytes[start..<end]
    if let value = String(validating: content, as: UTF8.self) {
      tokens[tokens.count - 1].value = Int32(values.count)
      values.append(value)
    }
    // A single word is found as the value of the literal.
    if !content.allSatisfy(\.isWord) { addTokens(of: start..<end) }
    return true
  }

  /// Adds the tokens of code in JavaScript.
  private mutating func addTokens(of range: Range<Int>) {
    let inner = Lexer(UnsafeBufferPointer(rebasing: bytes[range]), .javaScript)
    let (offset, firstValue) = (Int32(range.lowerBound), Int32(values.count))
    for token in inner.tokens {
      tokens.append(
        Token(
          kind: token.kind,
          isFirst: token.isFirst && token.start > 0,
          start: token.start + offset,
          end: token.end + offset,
          value: token.value < 0 ? -1 : token.value + firstValue
        )
      )
    }
    values += inner.values
  }

  /// Skips to the end of the next occurrence of a text, or to the end of the file.
  private mutating func skip(to text: StaticString) {
    let first = Int32(text.utf8Start.pointee)
    while at < bytes.count {
      guard let base = bytes.baseAddress, let found = memchr(base + at, first, bytes.count - at)
      else { break }
      at = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if text.withUTF8Buffer({ $0.elementsEqual(bytes[at...].prefix($0.count)) }) {
        at += text.utf8CodeUnitCount
        return
      }
      at += 1
    }
    at = bytes.count
  }
}
