extension Lexer {
  /// The syntax of one string literal.
  private struct Form {
    let quote: CodeLanguage.Quote
    /// The number of quotes at each end: 1, or at least 3 for a multi-line string.
    var marks = 1
    /// The number of `#` around a Swift string, and in its escapes.
    var hashes = 0
    var escapes = true
    var interpolation: CodeLanguage.Interpolation
    var spansLines: Bool
    /// Whether two quotes in the text are one escaped quote, as in `@"…"` of C#.
    var doubles = false
  }

  /// The maximum number of `#`, and of quotes, at each end of a string.
  private static let markLimit = 64

  /// Lexes a string literal or a Ruby symbol.
  ///
  /// - Parameters:
  ///   - depth: The number of strings that enclose the code.
  ///   - prefix: The prefix before the quote in lower case, such as `f`.
  /// - Returns: Whether a literal or a symbol begins here.
  mutating func lexString(_ depth: Int, prefix: String = "") -> Bool {
    if language == .ruby, lexRubySymbol() || startHereDocument() { return true }
    if language == .swift || language == .kotlin, byte(0) == UInt8(ascii: "`") {
      return lexQuotedName()
    }
    let start = at
    var hashes = 0
    var (isVerbatim, isFormat) = (prefix.contains("r"), prefix.contains { "ft".contains($0) })
    switch language {
    case .swift:
      while hashes < Self.markLimit, byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
      guard byte(hashes) == UInt8(ascii: "\"") else { return false }
      at += hashes
    case .cSharp:
      while true {
        if byte(0) == UInt8(ascii: "@") {
          isVerbatim = true
        } else if byte(0) == UInt8(ascii: "$") {
          isFormat = true
        } else {
          break
        }
        at += 1
      }
    case .objectiveC: if byte(0) == UInt8(ascii: "@"), byte(1) == UInt8(ascii: "\"") { at += 1 }
    case .kotlin, .java, .javaScript, .markup, .python, .go, .ruby, .dart: break
    }
    let mark = byte(0)
    guard let quote = row.quotes.first(where: { $0.mark == mark }) else {
      at = start
      return false
    }
    lex(form(quote, hashes: hashes, isVerbatim: isVerbatim, isFormat: isFormat), start, depth)
    return true
  }

  private func form(
    _ quote: CodeLanguage.Quote,
    hashes: Int,
    isVerbatim: Bool,
    isFormat: Bool
  ) -> Form {
    var form = Form(
      quote: quote,
      hashes: hashes,
      escapes: quote.escapes && !isVerbatim,
      interpolation: isVerbatim && language == .dart ? .none : quote.interpolation,
      spansLines: quote.spansLines || (isVerbatim && language == .cSharp),
      doubles: isVerbatim && language == .cSharp
    )
    if isFormat { form.interpolation = .braces }
    if quote.isTripled, byte(1) == quote.mark, byte(2) == quote.mark {
      form.marks = 3
      if language == .cSharp {
        while form.marks < Self.markLimit, byte(form.marks) == quote.mark { form.marks += 1 }
      }
      form.spansLines = true
      form.doubles = false
      if language == .kotlin || language == .cSharp { form.escapes = false }
    }
    return form
  }

  /// Lexes the string that begins with the next quotes, including its interpolated expressions.
  private mutating func lex(_ form: Form, _ start: Int, _ depth: Int) {
    at += form.marks
    let index = tokens.count
    add(.literal, from: start, to: at)
    let (text, isClosed) = lexText(form, depth)
    if language == .javaScript, !form.spansLines, !isClosed { return reopen(index, start) }
    tokens[index].end = Int32(min(at, bytes.count))
    // A triple-quoted string that is a statement of its own is a docstring of Python.
    let isDocumentation = language == .python && form.marks == 3 && tokens[index].isFirst
    guard isClosed, !form.quote.isCharacter, !isDocumentation, let text,
      let value = String(validating: text, as: UTF8.self)
    else { return }
    tokens[index].value = Int32(values.count)
    values.append(value)
  }

  /// Lexes the text of a string up to its end, or up to the end of the line if it is not closed.
  ///
  /// - Returns: The text with decoded escape sequences, and whether the string is closed. The text is
  ///   `nil` for several lines, an interpolation, or an invalid escape sequence.
  private mutating func lexText(_ form: Form, _ depth: Int) -> (text: [UInt8]?, isClosed: Bool) {
    var text: [UInt8]? = []
    while at < bytes.count {
      let byte = bytes[at]
      if byte == .lineFeed {
        text = nil
        if !form.spansLines { break }
      }
      if byte == form.quote.mark, isEnd(form) {
        guard form.doubles, self.byte(1) == byte else {
          at += form.marks + form.hashes
          return (text, true)
        }
        at += 1
      }
      if depth < Self.depthLimit, let closer = startInterpolation(form) {
        text = nil
        if let closer {
          lexInterpolation(until: closer, form, depth)
        } else {
          lexInterpolatedName()
        }
      } else if byte == .backslash, form.escapes, hasHashes(form) {
        at += 1 + form.hashes
        var decoded: [UInt8] = []
        let isValid = decodeEscape(into: &decoded, mark: form.quote.mark)
        if isValid { text?.append(contentsOf: decoded) } else { text = nil }
      } else {
        if form.interpolation == .braces, byte == self.byte(1), "{}".utf8.contains(byte) { at += 1 }
        text?.append(byte)
        at += 1
      }
    }
    return (text, false)
  }

  /// Treats the quote of a string that is not closed as punctuation: in JSX, it can be an apostrophe in
  /// text.
  private mutating func reopen(_ index: Int, _ start: Int) {
    let isFirst = tokens[index].isFirst
    tokens.removeSubrange(index...)
    self.isFirst = isFirst
    add(.mark, from: start, to: start + 1)
    at = start + 1
  }

  private mutating func lexInterpolation(until closer: UInt8, _ form: Form, _ depth: Int) {
    lexCode(until: closer, isOneLine: !form.spansLines, depth: depth + 1)
    if byte(0) == closer { at += 1 }
    isFirst = false
  }

  /// Lexes a name without brackets, such as `name` in `"$name"`.
  private mutating func lexInterpolatedName() {
    let start = at
    while at < bytes.count, bytes[at].isWord, bytes[at] != UInt8(ascii: "$") { at += 1 }
    add(.word, from: start, to: at)
  }

  private func isEnd(_ form: Form) -> Bool {
    for offset in 0..<form.marks where byte(offset) != form.quote.mark { return false }
    for offset in 0..<form.hashes where byte(form.marks + offset) != UInt8(ascii: "#") {
      return false
    }
    return true
  }

  private func hasHashes(_ form: Form) -> Bool {
    (0..<form.hashes).allSatisfy { byte(1 + $0) == UInt8(ascii: "#") }
  }

  /// Skips the opening bracket of an interpolated expression, such as `\(` or `${`.
  ///
  /// - Returns: The bracket that closes the expression; an inner `nil` for a name without brackets, such
  ///   as `$name`; an outer `nil` if no expression begins here.
  private mutating func startInterpolation(_ form: Form) -> UInt8?? {
    let (dollar, brace) = (UInt8(ascii: "$"), UInt8(ascii: "{"))
    let count: Int
    switch form.interpolation {
    case .none: return nil
    case .parentheses:
      guard byte(0) == .backslash, hasHashes(form), byte(1 + form.hashes) == UInt8(ascii: "(")
      else { return nil }
      at += 2 + form.hashes
      return UInt8(ascii: ")")
    case .dollar, .dollarBraces:
      guard byte(0) == dollar else { return nil }
      if form.interpolation == .dollar, byte(1).isWord, byte(1) != dollar {
        at += 1
        return .some(nil)
      }
      guard byte(1) == brace else { return nil }
      count = 2
    case .hashBraces:
      guard byte(0) == UInt8(ascii: "#"), byte(1) == brace else { return nil }
      count = 2
    case .braces:
      guard byte(0) == brace, byte(1) != brace else { return nil }
      count = 1
    }
    at += count
    return UInt8(ascii: "}")
  }

  // MARK: Names in quotes

  /// Lexes a name in backticks as a word, such as a Swift keyword that is used as a name.
  private mutating func lexQuotedName() -> Bool {
    var end = at + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "`"), bytes[end] != .lineFeed { end += 1 }
    add(.word, from: min(at + 1, end), to: end)
    at = min(end + 1, bytes.count)
    return true
  }

  // MARK: Ruby

  private mutating func lexRubySymbol() -> Bool {
    guard byte(0) == UInt8(ascii: ":"), byte(1).isWord else { return false }
    if at > 0, bytes[at - 1] == UInt8(ascii: ":") || bytes[at - 1].isWord { return false }
    var end = at + 1
    while end < bytes.count, bytes[end].isWord { end += 1 }
    add(.literal, from: at, to: end)
    tokens[tokens.count - 1].value = Int32(values.count)
    values.append(String(decoding: bytes[(at + 1)..<end], as: UTF8.self))
    at = end
    return true
  }

  /// Lexes `<<~WORD`, the start of a here-document, whose text begins on the next line.
  private mutating func startHereDocument() -> Bool {
    guard !ignoresHereDocuments, starts(with: "<<") else { return false }
    var start = at + 2
    if start < bytes.count, "~-".utf8.contains(bytes[start]) { start += 1 }
    if start < bytes.count, "'\"".utf8.contains(bytes[start]) { start += 1 }
    var end = start
    while end < bytes.count, bytes[end].isWord { end += 1 }
    guard end > start, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[start]) else {
      return false
    }
    hereDocuments.append(String(decoding: bytes[start..<end], as: UTF8.self))
    add(.literal, from: at, to: end)
    if end < bytes.count, "'\"".utf8.contains(bytes[end]) { end += 1 }
    at = end
    return true
  }

  /// Skips the texts of here-documents at the start of a line; a text without an end is lexed as code.
  mutating func skipHereDocuments() {
    let words = hereDocuments
    hereDocuments = []
    for word in words {
      let start = at
      while !skipLine(endingWith: word) {
        guard at < bytes.count else {
          at = start
          ignoresHereDocuments = true
          return
        }
      }
    }
  }

  /// Skips a line with its line break; returns whether the line consists of the given word.
  private mutating func skipLine(endingWith word: String) -> Bool {
    while byte(0) == UInt8(ascii: " ") || byte(0) == UInt8(ascii: "\t") { at += 1 }
    let isEnd = starts(with: word) && !byte(word.utf8.count).isWord
    skipLine()
    if !isEnd { at = min(at + 1, bytes.count) }
    return isEnd
  }
}
