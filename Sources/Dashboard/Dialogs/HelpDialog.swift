import Frame

/// The help dialog: lists the actions of all keys, and filters them by a search text.
struct HelpDialog: Dialog {
  private var search: ActionSearch
  private let version: String
  private var top = 0

  init(isReadOnly: Bool, version: String) {
    search = ActionSearch(actions: Action.available(isReadOnly: isReadOnly))
    self.version = version
  }

  var hints: [Hint] {
    [Hint("type", "to search"), Hint("↑ ↓", "scroll"), Hint("esc", "close")]
  }

  private enum Command { case close, up, down, pageUp, pageDown, first, last }

  /// The keys that close or scroll the help; all other keys edit the search text.
  private static let commands: [Key: Command] = [
    .escape: .close, .enter: .close, .function(1): .close, .up: .up, .down: .down,
    .pageUp: .pageUp, .pageDown: .pageDown, .home: .first, .end: .last,
  ]

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    // Ignores `/` before any search text: this key only starts a search, as in the other panes.
    if key == .character("/"), search.input.isEmpty { return .stay }
    let height = Self.height(screen: screen)
    switch Self.commands[key] {
    case .close: return .close
    case .up: top -= 1
    case .down: top += 1
    case .pageUp: top -= height
    case .pageDown: top += height
    case .first: top = 0
    case .last: top = rows(screen: screen).count
    case nil: if search.input.press(key) { top = 0 }
    }
    top = max(min(top, rows(screen: screen).count - height), 0)
    return .stay
  }

  /// Whether the search text has characters, so that further characters are inserted into it.
  var isTyping: Bool { !search.input.isEmpty }

  mutating func paste(_ text: String) {
    search.input.insert(text)
    top = 0
  }

  private static func height(screen: Size) -> Int { max(screen.rows - 6, 1) }
  private static func columns(screen: Size) -> Int { min(92, screen.columns - 2) }

  /// The width of the key column in cells, including the gaps around it.
  private static let keyColumns = 18

  /// One line of the help text.
  private enum Row: Hashable {
    case gap
    case heading(String)
    /// One line of a wrapped description; `keys` is empty except on its first line.
    case action(keys: String, DisplayText)
  }

  /// Lays out the matching actions by topic, wrapped to the width of the dialog.
  private func rows(screen: Size) -> [Row] {
    let room = max(Self.columns(screen: screen) - 4 - Self.keyColumns, 8)
    let matching = search.matching
    var rows: [Row] = []
    for group in Action.Group.allCases {
      let found = matching.filter { $0.group == group }
      if found.isEmpty { continue }
      if !rows.isEmpty { rows.append(.gap) }
      rows.append(.heading(group.rawValue))
      for action in found {
        let keys = action.keys.map(\.label).joined(separator: "  ")
        for (number, line) in DisplayText(action.explanation).wrapped(to: room).enumerated() {
          rows.append(.action(keys: number == 0 ? keys : "", line))
        }
      }
    }
    return rows
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let rows = rows(screen: size)
    let height = Self.height(screen: size)
    // Clamps the scroll position again: the screen may have been resized since the last key press.
    let top = max(min(top, rows.count - height), 0)
    let look = ActionSearch.Look(
      title: "Keys",
      sign: "/",
      hint: "type to search the keys",
      emptyText: "No key matches.",
      columns: Self.columns(screen: size)
    )
    let scroll = ScrollMark(first: top, visible: height, total: rows.count)
    let areas = search.draw(look, rows: height, scroll: scroll, on: &canvas, theme: theme)
    drawVersion(on: &canvas, in: areas.input, theme: theme)
    let list = areas.list.inset(columns: 1, rows: 0)
    let words = search.words
    for (offset, row) in rows.dropFirst(top).prefix(height).enumerated() {
      canvas.draw(line(row, words: words, theme: theme), in: list, row: list.row + offset)
    }
  }

  private func drawVersion(on canvas: inout Canvas, in area: Area, theme: Theme) {
    let name = "Halyard \(version)"
    guard search.input.isEmpty, area.columns > name.count + 28 else { return }
    canvas.draw(
      name,
      column: area.endColumn - name.count,
      row: area.row,
      style: theme.style([.dialog, .muted])
    )
  }

  private func line(_ row: Row, words: [[UInt8]], theme: Theme) -> Line {
    switch row {
    case .gap: return Line()
    case .heading(let title): return Line(title, theme.style([.dialog, .section]))
    case .action(let keys, let explanation):
      let keys = Span(
        DisplayText("  " + keys).padded(to: Self.keyColumns),
        theme.style([.dialog, .key])
      )
      let text = Span.highlighting(
        words,
        in: explanation,
        theme.style(.dialog),
        theme.style([.dialog, .match])
      )
      return Line([keys] + text)
    }
  }
}
