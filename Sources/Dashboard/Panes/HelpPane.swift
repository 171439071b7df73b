import Frame

/// The help overlay: lists what every key does, filtered by a search as you type.
struct HelpPane: Dialog {
  private let actions: [Action]
  private let version: String
  private var input = TextInput()
  private var top = 0

  init(isReadOnly: Bool, version: String) {
    actions = Action.available(isReadOnly: isReadOnly)
    self.version = version
  }

  var hints: [Hint] {
    [Hint("type", "to search"), Hint("↑ ↓", "scroll"), Hint("esc", "close")]
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    let count = rows(screen: screen).count
    let height = Self.height(screen: screen)
    switch key {
    // No letter closes the help: letters are typed into its search.
    case .escape, .enter, .function(1): return .close
    // The key that opens a search in the other panes is not part of the search text.
    case .character("/") where input.isEmpty: break
    case .up: top -= 1
    case .down: top += 1
    case .pageUp: top -= height
    case .pageDown: top += height
    case .home: top = 0
    case .end: top = count
    default: if input.press(key) { top = 0 }
    }
    top = max(min(top, rows(screen: screen).count - height), 0)
    return .stay
  }

  /// The first character may be a key of the pane itself.
  var isTyping: Bool { !input.isEmpty }

  mutating func paste(_ text: String) {
    input.insert(text)
    top = 0
  }

  private static func height(screen: Size) -> Int { max(screen.rows - 6, 1) }
  private static func columns(screen: Size) -> Int { min(92, screen.columns - 2) }

  /// The width of the column of keys, with the gaps around it.
  private static let keyColumns = 18

  /// One line of the pane.
  private enum Row: Hashable {
    case gap
    case heading(String)
    /// A line of an explanation; only its first line has the keys.
    case action(keys: String, DisplayText)
  }

  /// The lines of the pane, with the explanations wrapped to the width of the screen.
  private func rows(screen: Size) -> [Row] {
    let room = max(Self.columns(screen: screen) - 4 - Self.keyColumns, 8)
    let words = FoldedText.words(of: input.text)
    var rows: [Row] = []
    for group in Action.Group.allCases {
      let found = actions.filter { $0.group == group && $0.matches(words) }
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
    // The screen may have another size than at the last key.
    let top = max(min(top, rows.count - height), 0)
    let scroll = ScrollMark(first: top, visible: height, total: rows.count)
    let inside = canvas.drawDialog(
      "Keys",
      columns: Self.columns(screen: size),
      rows: height + 4,
      theme: theme,
      scroll: scroll
    )
    drawSearch(on: &canvas, in: inside, theme: theme)
    let list = Area(
      column: inside.column + 1,
      row: inside.row + 2,
      columns: inside.columns - 2,
      rows: height
    )
    if rows.isEmpty {
      canvas.draw(
        "No key does that.",
        column: list.column,
        row: list.row,
        limit: list.columns,
        style: theme.style([.dialog, .muted])
      )
    }
    let words = FoldedText.words(of: input.text)
    for (offset, row) in rows.dropFirst(top).prefix(height).enumerated() {
      canvas.draw(line(row, words: words, theme: theme), in: list, row: list.row + offset)
    }
  }

  private func drawSearch(on canvas: inout Canvas, in area: Area, theme: Theme) {
    let line = Area(column: area.column + 1, row: area.row, columns: area.columns - 2, rows: 1)
    canvas.draw(Line([Span("/ ", theme.style([.dialog, .key]))]), in: line, row: line.row)
    let text = Area(column: line.column + 2, row: line.row, columns: line.columns - 2, rows: 1)
    canvas.draw(input, in: text, hint: "type to search the keys", theme: theme)
    let name = "Halyard \(version)"
    if input.isEmpty, text.columns > name.count + 28 {
      canvas.draw(
        name,
        column: line.endColumn - name.count,
        row: line.row,
        style: theme.style([.dialog, .muted])
      )
    }
  }

  private func line(_ row: Row, words: [[UInt8]], theme: Theme) -> Line {
    switch row {
    case .gap: return Line()
    case .heading(let title): return Line(title, theme.style([.dialog, .section]))
    case .action(let keys, let explanation):
      let plain = theme.style(.dialog)
      let found = theme.style([.dialog, .match])
      return Line(
        [
          Span(
            DisplayText("  " + keys).padded(to: Self.keyColumns),
            theme.style([.dialog, .key])
          )
        ] + Span.highlighting(words, in: explanation, plain, found)
      )
    }
  }
}

extension Action {
  /// Whether every word stands in the name, the explanation or the keys.
  func matches(_ words: [[UInt8]]) -> Bool {
    let text = FoldedText.bytes(
      of: title + " " + explanation + " " + keys.map(\.label).joined(separator: " ")
    )
    return words.allSatisfy { text.contains($0) }
  }
}
