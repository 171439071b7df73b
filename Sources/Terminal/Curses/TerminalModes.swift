/// The escape sequences for terminal modes that curses does not manage, and for a restore without
/// curses.
struct TerminalModes: Hashable, Sendable {
  /// Enables the modes when the terminal is acquired.
  let enter: [UInt8]
  /// Disables the modes when the terminal is released.
  let leave: [UInt8]
  /// Restores the terminal in one write after a crash or a signal.
  let rescue: [UInt8]

  /// Whether terminals of the given type ignore unknown private modes instead of printing them.
  static func hasPrivateModes(term: String) -> Bool {
    !["linux", "dumb", "vt52", "vt1", "ansi", "cons", "sun", "mach"].contains {
      term.hasPrefix($0)
    }
  }

  /// Creates the sequences from the terminfo entry, whose strings `capability` returns by name.
  init(term: String, capability: (String) -> String?) {
    func string(_ name: String) -> String { capability(name).map(Self.withoutPadding) ?? "" }
    let hasModes = Self.hasPrivateModes(term: term)
    let pasteOff = hasModes ? "\u{1B}[?2004l" : ""
    enter = Array((string("smkx") + (hasModes ? "\u{1B}[?2004h" : "")).utf8)
    leave = Array((pasteOff + string("rmkx")).utf8)
    // Without an alternate screen, the last frame stays visible: the line break moves the prompt of
    // the shell to a new line.
    let screen = string("rmcup").isEmpty ? "\r\n" : string("rmcup")
    rescue = Array(
      ((hasModes ? "\u{1B}[?2026l" : "") + pasteOff + string("rmkx") + string("rmacs")
        + string("op") + string("sgr0") + string("cnorm") + screen).utf8
    )
  }

  /// Removes terminfo delays such as `$<50/>`, which only teletypewriters need.
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
