/// Finds constructs that PCRE2 has, but RE2 does not.
///
/// RE2 matches in linear time, because it has none of these constructs.
enum RE2Syntax {
  /// Returns the first construct that RE2 does not have; `nil` for none.
  static func unsupportedConstruct(in pattern: String) -> String? {
    var scanner = Scanner(Array(pattern.utf8))
    return scanner.firstUnsupported()
  }

  /// Walks through an expression, past escapes and classes.
  private struct Scanner {
    private let bytes: [UInt8]
    private var index = 0
    /// Whether the last item was a quantifier, which `+` would make possessive.
    private var isAfterQuantifier = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private func peek(_ offset: Int) -> UInt8? {
      index + offset < bytes.count ? bytes[index + offset] : nil
    }

    private func starts(with text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    mutating func firstUnsupported() -> String? {
      while let byte = peek(0) {
        let wasAfterQuantifier = isAfterQuantifier
        isAfterQuantifier = false
        switch byte {
        case UInt8(ascii: "\\"):
          if let construct = escape() { return construct }
        case UInt8(ascii: "["): skipClass()
        case UInt8(ascii: "("):
          if let construct = group() { return construct }
        case UInt8(ascii: "+") where wasAfterQuantifier: return "possessive quantifier"
        case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
          isAfterQuantifier = !wasAfterQuantifier
          index += 1
        case UInt8(ascii: "{"):
          isAfterQuantifier = skipRepetition()
        default: index += 1
        }
      }
      return nil
    }

    /// Skips an escape; returns the construct if RE2 does not have it.
    private mutating func escape() -> String? {
      defer { index += 2 }
      guard let next = peek(1) else { return nil }
      switch next {
      case UInt8(ascii: "1")...UInt8(ascii: "9"), UInt8(ascii: "k"), UInt8(ascii: "g"):
        return "back-reference"
      case UInt8(ascii: "Q"):
        skipQuotedText()
        return nil
      case UInt8(ascii: "K"), UInt8(ascii: "G"), UInt8(ascii: "R"), UInt8(ascii: "X"),
        UInt8(ascii: "Z"), UInt8(ascii: "h"), UInt8(ascii: "H"), UInt8(ascii: "V"),
        UInt8(ascii: "N"),
        UInt8(ascii: "u"), UInt8(ascii: "U"), UInt8(ascii: "L"), UInt8(ascii: "l"),
        UInt8(ascii: "c"), UInt8(ascii: "e"), UInt8(ascii: "o"):
        return "escape \\\(Character(UnicodeScalar(next)))"
      default: return nil
      }
    }

    /// Skips the literal text between `\Q` and `\E`, except its last two bytes.
    private mutating func skipQuotedText() {
      index += 2
      while index < bytes.count, !starts(with: "\\E") { index += 1 }
    }

    private mutating func skipClass() {
      index += 1
      if peek(0) == UInt8(ascii: "^") { index += 1 }
      // A bracket at the start is literal.
      if peek(0) == UInt8(ascii: "]") { index += 1 }
      while let byte = peek(0), byte != UInt8(ascii: "]") {
        if byte == UInt8(ascii: "\\") {
          index += 2
        } else if starts(with: "[:"), let end = endOfClassName() {
          index = end
        } else {
          index += 1
        }
      }
      index += 1
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

    /// Skips the start of a group; returns the construct if RE2 does not have it.
    private mutating func group() -> String? {
      defer { index += 1 }
      if peek(1) == UInt8(ascii: "*") { return "verb" }
      guard peek(1) == UInt8(ascii: "?") else { return nil }
      defer { index += 1 }
      guard let kind = peek(2) else { return nil }
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
      default: return flags()
      }
    }

    /// Checks the flags of a group, such as `(?i)` or `(?s:…)`.
    private func flags() -> String? {
      let flags = bytes[(index + 2)...].prefix {
        $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ")")
      }
      return flags.allSatisfy { "imsU-".utf8.contains($0) } ? nil : "flag of a group"
    }

    /// Skips a repetition such as `{2,3}`; returns whether it is one.
    private mutating func skipRepetition() -> Bool {
      let start = index
      index += 1
      while let byte = peek(0), (0x30...0x39).contains(byte) || byte == UInt8(ascii: ",") {
        index += 1
      }
      guard peek(0) == UInt8(ascii: "}"), index > start + 1 else {
        index = start + 1
        return false
      }
      index += 1
      return true
    }
  }
}
