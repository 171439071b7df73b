/// The modes that curses leaves to the program, and the text that undoes everything at once.
struct TerminalModes: Hashable, Sendable {
  let enter: [UInt8]
  let leave: [UInt8]
  let rescue: [UInt8]

  /// Whether a terminal skips private modes that it does not know, instead of showing them.
  static func hasPrivateModes(term: String) -> Bool {
    !["linux", "dumb", "vt52", "vt1", "ansi", "cons", "sun", "mach"].contains {
      term.hasPrefix($0)
    }
  }

  /// Takes them from a terminal's description.
  init(term: String, capability: (String) -> String?) {
    func string(_ name: String) -> String { capability(name).map(Self.withoutPadding) ?? "" }
    let hasModes = Self.hasPrivateModes(term: term)
    let pasteOff = hasModes ? "\u{1B}[?2004l" : ""
    enter = Array((string("smkx") + (hasModes ? "\u{1B}[?2004h" : "")).utf8)
    leave = Array((pasteOff + string("rmkx")).utf8)
    // Without an alternate screen there is nothing to go back to but a line of its own.
    let screen = string("rmcup").isEmpty ? "\r\n" : string("rmcup")
    rescue = Array(
      ((hasModes ? "\u{1B}[?2026l" : "") + pasteOff + string("rmkx") + string("rmacs")
        + string("op") + string("sgr0") + string("cnorm") + screen).utf8
    )
  }

  /// Drops the pauses that descriptions ask for, as in `$<50/>`; only real typewriters need them.
  private static func withoutPadding(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      let after = rest[rest.index(after: dollar)...]
      guard after.first == "<", let end = after.firstIndex(of: ">") else {
        result += rest[...dollar]
        rest = after
        continue
      }
      result += rest[..<dollar]
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
