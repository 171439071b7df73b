import Frame

/// The help dialog: lists the keys of all actions and dialogs and the meanings of all symbols, filtered
/// by a search text.
///
/// Not a ``Menu``, because the user reads and scrolls the lines, and does not choose one.
struct HelpDialog: Dialog {
  private let actions: [Action]
  private let keymap: Keymap
  private var search = SearchField(isTyping: true)
  private let version: String
  /// The symbols of the legend; none in plain mode, which has words instead of symbols.
  private let symbols: [LegendSymbol]
  private var top = 0

  init(_ context: DashboardContext, _ keymap: Keymap, hasSymbols: Bool) {
    actions = Action.available(isReadOnly: context.isReadOnly)
    self.keymap = keymap
    version = context.version
    symbols = hasSymbols ? LegendSymbol.all : []
  }

  var keyOfNumber: Key? { nil }

  var hints: [Hint] {
    [Hint("type", "to search"), Hint("↑ ↓", "scroll"), Hint("esc", "close")]
  }

  private enum Command { case close, up, down, pageUp, pageDown, first, last }

  /// The keys that close or scroll the help; all other keys edit the search text.
  private static let commands: [Key: Command] = [
    .escape: .close, .enter: .close, .function(1): .close, .up: .up, .down: .down,
    .pageUp: .pageUp, .pageDown: .pageDown, .home: .first, .end: .last,
  ]

  mutating func press(_ key: Key, screen: Size) -> Request {
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
    case nil: if search.edit(key) != .ignored { top = 0 }
    }
    top = max(min(top, rows(screen: screen).count - height), 0)
    return .stay
  }

  /// Whether the search text has characters, so that further characters are inserted into it.
  var isTyping: Bool { !search.input.isEmpty }

  mutating func paste(_ text: String) {
    search.insert(text)
    top = 0
  }

  private static func height(screen: Size) -> Int { max(screen.rows - 6, 1) }
  private static func columns(screen: Size) -> Int { screen.dialogColumns(92) }

  /// The width of the key column in cells, including the gaps around it.
  private static let keyColumns = 18

  /// One line of the help text.
  private enum Row: Hashable {
    case gap
    case heading(String)
    /// One line of an entry: a part of the keys (or of the symbol) and a part of the description, which
    /// are wrapped separately; `nil` where a text has ended.
    case entry(keys: DisplayText?, DisplayText?)
  }

  /// Lays out the matching actions by topic and the matching symbols, wrapped to the width of the
  /// dialog.
  private func rows(screen: Size) -> [Row] {
    let room = max(Self.columns(screen: screen) - 4 - Self.keyColumns, 8)
    let matching = actions.filter { $0.matches(search.words, keymap) }
    var rows: [Row] = []
    for group in Action.Group.allCases {
      let entries = matching.filter { $0.group == group }.map { action in
        let keys = keymap.labels(of: action).joined(separator: "  ")
        return (keys, action.explanation(in: keymap))
      }
      add(entries, titled: group.rawValue, room: room, to: &rows)
    }
    for dialog in DialogKeys.all {
      let heading = dialog.heading(in: keymap)
      let entries = dialog.rows.filter { $0.matches(search.words, heading, keymap) }.map { row in
        (row.keys(in: keymap).replacing(" ", with: "  "), row.text)
      }
      add(entries, titled: heading, room: room, to: &rows)
    }
    let found = symbols.filter { $0.matches(search.words, keymap) }.map {
      ($0.symbol, $0.meaning(in: keymap))
    }
    add(found, titled: "Symbols", room: room, to: &rows)
    return rows
  }

  private func add(
    _ entries: [(keys: String, text: String)],
    titled title: String,
    room: Int,
    to rows: inout [Row]
  ) {
    guard !entries.isEmpty else { return }
    if !rows.isEmpty { rows.append(.gap) }
    rows.append(.heading(title))
    for (keys, text) in entries {
      let labels = DisplayText.lines(of: keys, columns: Self.keyColumns - 4)
      let lines = DisplayText.lines(of: text, columns: room)
      for row in 0..<max(labels.count, lines.count) {
        rows.append(
          .entry(
            keys: row < labels.count ? labels[row] : nil,
            row < lines.count ? lines[row] : nil
          )
        )
      }
    }
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let rows = rows(screen: size)
    let height = Self.height(screen: size)
    // Clamps the scroll position again: the screen may have been resized since the last key press.
    let top = max(min(top, rows.count - height), 0)
    let areas = canvas.drawSearchDialog(
      symbols.isEmpty ? "Keys" : "Keys and symbols",
      search,
      symbol: "/",
      hint: symbols.isEmpty ? "type to search the keys" : "type to search keys and symbols",
      emptyText: symbols.isEmpty ? "No key matches." : "No key or symbol matches.",
      columns: Self.columns(screen: size),
      rows: height,
      theme: theme,
      scroll: ScrollMark(first: top, visible: height, total: rows.count)
    )
    drawVersion(on: &canvas, in: areas.input, theme: theme)
    let list = areas.list.inset(columns: 1, rows: 0)
    for (offset, row) in rows.dropFirst(top).prefix(height).enumerated() {
      canvas.draw(line(row, theme: theme), in: list, row: list.row + offset)
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

  private func line(_ row: Row, theme: Theme) -> Line {
    switch row {
    case .gap: return Line()
    case .heading(let title): return Line(title, theme.style([.dialog, .section]))
    case .entry(let keys, let explanation):
      let indented = DisplayText("  " + (keys?.text ?? "")).padded(to: Self.keyColumns)
      let text = Span.highlighting(
        search.words,
        in: explanation ?? DisplayText(""),
        theme.style(.dialog),
        theme.style([.dialog, .match])
      )
      return Line([Span(indented, theme.style([.dialog, .key]))] + text)
    }
  }
}

extension Action {
  /// Whether each search word occurs in the name, the synonyms, the description or the keys of the
  /// action.
  fileprivate func matches(_ words: [[UInt8]], _ keymap: Keymap) -> Bool {
    let keys = keymap.keys(for: self).map(\.label).joined(separator: " ")
    let text = [title, synonyms, explanation(in: keymap), keys].joined(separator: " ")
    return FoldedText.contains(words, in: FoldedText.bytes(of: text))
  }
}

extension DialogKeys.Row {
  /// Whether each search word occurs in the keys, in the text or in the heading of the dialog.
  fileprivate func matches(_ words: [[UInt8]], _ heading: String, _ keymap: Keymap) -> Bool {
    let text = [keys(in: keymap), text, heading].joined(separator: " ")
    return FoldedText.contains(words, in: FoldedText.bytes(of: text))
  }
}
