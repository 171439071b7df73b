/// Translates regular expressions from the syntax of RE2 to that of PCRE2, and rejects constructs that
/// only PCRE2 supports.
///
/// RE2 supports none of these constructs, because they prevent a match in linear time.
struct RE2Syntax {
  private let bytes: [UInt8]
  /// Whether groups may have the flags `x`, with which white space and comments are ignored, and `u`,
  /// which is always on.
  private let isOfRust: Bool
  private var index = 0
  private var output: [UInt8] = []
  /// Whether the last item was a quantifier, which `+` would make possessive.
  private var isAfterQuantifier = false
  /// The flags that change the translation.
  private var scope = Scope()
  /// The flags outside of each open group, which apply again after the group.
  private var outerScopes: [Scope] = []

  private struct Scope {
    /// Whether `$` is the end of a line, and not only that of the text.
    var isMultiline = false
    /// Whether white space and comments are ignored.
    var isVerbose = false
  }

  private init(_ pattern: String, isOfRust: Bool) {
    (bytes, self.isOfRust) = (Array(pattern.utf8), isOfRust)
  }

  /// Returns the expression in the syntax of PCRE2.
  ///
  /// - Throws: `unsupported` with the first construct that RE2 does not have.
  static func translated(
    _ pattern: String,
    isOfRust: Bool
  ) throws(RegularExpression.Defect) -> String {
    var syntax = RE2Syntax(pattern, isOfRust: isOfRust)
    while let byte = syntax.peek(0) { try syntax.translate(byte) }
    return String(decoding: syntax.output, as: UTF8.self)
  }

  private func peek(_ offset: Int) -> UInt8? {
    index + offset < bytes.count ? bytes[index + offset] : nil
  }

  private func starts(with text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  /// Copies bytes of the expression to the translation, and continues after these bytes.
  private mutating func copy(_ count: Int) {
    let end = min(index + count, bytes.count)
    output += bytes[index..<end]
    index = end
  }

  private mutating func translate(_ byte: UInt8) throws(RegularExpression.Defect) {
    let wasAfterQuantifier = isAfterQuantifier
    if scope.isVerbose, skipIgnored(byte) { return }
    isAfterQuantifier = false
    switch byte {
    case UInt8(ascii: "\\"): try escape()
    case UInt8(ascii: "["): copyClass()
    case UInt8(ascii: "("): try group()
    case UInt8(ascii: ")"):
      scope = outerScopes.popLast() ?? scope
      copy(1)
    case UInt8(ascii: "$") where !scope.isMultiline:
      // In PCRE2, `$` also matches before a line break at the end of the text. The option
      // `PCRE2_DOLLAR_ENDONLY` would prevent this, but would also change `$` in multi-line groups.
      let isQuantified = peek(1).map("*+?{".utf8.contains) ?? false
      output += Array((isQuantified ? #"(?:\z)"# : #"\z"#).utf8)
      index += 1
    case UInt8(ascii: "+") where wasAfterQuantifier: throw .unsupported("possessive quantifier")
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
      isAfterQuantifier = !wasAfterQuantifier
      copy(1)
    case UInt8(ascii: "{"): isAfterQuantifier = copyRepetition()
    default: copy(1)
    }
  }

  /// Skips white space or a comment, and returns `true`; returns `false` for any other byte.
  private mutating func skipIgnored(_ byte: UInt8) -> Bool {
    if byte == UInt8(ascii: "#") {
      while let byte = peek(0), byte != 0x0A { index += 1 }
      return true
    }
    guard byte == 0x20 || (0x09...0x0D).contains(byte) else { return false }
    index += 1
    return true
  }
}

// MARK: Escapes and classes

extension RE2Syntax {
  private mutating func escape() throws(RegularExpression.Defect) {
    guard let next = peek(1) else { return copy(1) }
    switch next {
    case UInt8(ascii: "1")...UInt8(ascii: "9"), UInt8(ascii: "k"), UInt8(ascii: "g"):
      throw .unsupported("back-reference")
    case UInt8(ascii: "Q"): copyQuotedText()
    case UInt8(ascii: "K"), UInt8(ascii: "G"), UInt8(ascii: "R"), UInt8(ascii: "X"),
      UInt8(ascii: "Z"), UInt8(ascii: "h"), UInt8(ascii: "H"), UInt8(ascii: "V"),
      UInt8(ascii: "N"), UInt8(ascii: "u"), UInt8(ascii: "U"), UInt8(ascii: "L"),
      UInt8(ascii: "l"), UInt8(ascii: "c"), UInt8(ascii: "e"), UInt8(ascii: "o"):
      throw .unsupported("escape \\\(Character(UnicodeScalar(next)))")
    default: copy(2)
    }
  }

  /// Copies the literal text from `\Q` to `\E`, or to the end.
  private mutating func copyQuotedText() {
    copy(2)
    while index < bytes.count, !starts(with: "\\E") { copy(1) }
    copy(2)
  }

  private mutating func copyClass() {
    copy(1)
    if peek(0) == UInt8(ascii: "^") { copy(1) }
    // A bracket at the start is literal.
    if peek(0) == UInt8(ascii: "]") { copy(1) }
    while let byte = peek(0), byte != UInt8(ascii: "]") {
      if byte == UInt8(ascii: "\\") {
        copy(2)
      } else if starts(with: "[:"), let end = endOfClassName() {
        copy(end - index)
      } else if !scope.isVerbose || byte == UInt8(ascii: "#") || !skipIgnored(byte) {
        copy(1)
      }
    }
    copy(1)
  }

  /// Returns the index after a class name such as `[:alpha:]` at the current byte.
  private func endOfClassName() -> Int? {
    var end = index + 2
    while end < bytes.count, bytes[end] != UInt8(ascii: "]") {
      if bytes[end] == UInt8(ascii: ":"), end + 1 < bytes.count,
        bytes[end + 1] == UInt8(ascii: "]")
      {
        return end + 2
      }
      end += 1
    }
    return nil
  }

  /// Copies a repetition such as `{2,3}`, or only the bracket `{` if it begins no repetition; returns
  /// whether it does.
  private mutating func copyRepetition() -> Bool {
    var end = index + 1
    while end < bytes.count, (0x30...0x39).contains(bytes[end]) || bytes[end] == UInt8(ascii: ",") {
      end += 1
    }
    let isRepetition = end < bytes.count && bytes[end] == UInt8(ascii: "}") && end > index + 1
    copy(isRepetition ? end + 1 - index : 1)
    return isRepetition
  }
}

// MARK: Groups

extension RE2Syntax {
  /// Translates the start of a group, or flags such as `(?i)`.
  private mutating func group() throws(RegularExpression.Defect) {
    if let construct = unsupportedGroup { throw .unsupported(construct) }
    guard peek(1) == UInt8(ascii: "?"), let kind = peek(2), kind != UInt8(ascii: "<"),
      kind != UInt8(ascii: "P")
    else {
      outerScopes.append(scope)
      return copy(peek(1) == UInt8(ascii: "?") ? 2 : 1)
    }
    try flags()
  }

  /// The name of the unsupported construct that begins at an opening parenthesis; `nil` for a supported
  /// group.
  private var unsupportedGroup: String? {
    if peek(1) == UInt8(ascii: "*") { return "verb" }
    guard peek(1) == UInt8(ascii: "?"), let kind = peek(2) else { return nil }
    switch kind {
    case UInt8(ascii: "="), UInt8(ascii: "!"): return "look-around"
    case UInt8(ascii: ">"): return "atomic group"
    case UInt8(ascii: "<"):
      let next = peek(3)
      return next == UInt8(ascii: "=") || next == UInt8(ascii: "!") ? "look-around" : nil
    case UInt8(ascii: "P"):
      return peek(3) == UInt8(ascii: "<") ? nil : "back-reference"
    case UInt8(ascii: "|"): return "branch reset"
    case UInt8(ascii: "("): return "conditional group"
    case UInt8(ascii: "#"): return "comment"
    case UInt8(ascii: "R"), UInt8(ascii: "&"), UInt8(ascii: "+"), UInt8(ascii: "'"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      return "recursion"
    default: return nil
    }
  }

  /// Translates the flags of a group, such as `(?s:`, or of the rest of the group around them, such as
  /// `(?i)`.
  private mutating func flags() throws(RegularExpression.Defect) {
    let flags = bytes[(index + 2)...].prefix {
      $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ")")
    }
    let inner = try applied(flags)
    // Removes the flags `x` and `u`: the translation contains no ignored white space, and Unicode is
    // always on.
    output += Array("(?".utf8) + flags.filter { !"xu".utf8.contains($0) }
    index = flags.endIndex
    if peek(0) == UInt8(ascii: ":") { outerScopes.append(scope) }
    scope = inner
    copy(1)
  }

  /// Returns the scope after the given flags; a minus sign turns off the flags that follow it.
  private func applied(_ flags: ArraySlice<UInt8>) throws(RegularExpression.Defect) -> Scope {
    var scope = scope
    var isOn = true
    for flag in flags {
      switch flag {
      case UInt8(ascii: "-") where isOn: isOn = false
      case UInt8(ascii: "m"): scope.isMultiline = isOn
      case UInt8(ascii: "x") where isOfRust: scope.isVerbose = isOn
      case UInt8(ascii: "u") where isOfRust && isOn: break
      case UInt8(ascii: "i"), UInt8(ascii: "s"), UInt8(ascii: "U"): break
      default: throw .unsupported("flag of a group")
      }
    }
    return scope
  }
}
