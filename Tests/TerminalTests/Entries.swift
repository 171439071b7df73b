import Frame

@testable import Terminal

/// Entries of the terminal database, read once: reading is not thread-safe.
enum Entries {
  /// The types whose entries are installed with ncurses.
  static let all: [String: TerminfoEntry] = [
    "xterm-256color", "xterm", "tmux-256color", "screen", "linux", "vt100", "vt52", "dumb",
    "nonsense", "",
  ].reduce(into: [:]) { entries, term in entries[term] = TerminfoEntry(term: term, output: 1) }
}

extension TerminfoEntry {
  /// The text attributes that the terminal has.
  var attributes: Style.Attributes {
    Style.Attributes(
      Self.attributeNames.filter { strings[$0.name] != nil }.map(\.attribute)
    )
  }
}
