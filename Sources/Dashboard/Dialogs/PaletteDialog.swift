import Frame

/// The command palette: finds an action by its name, and performs it.
struct PaletteDialog: Dialog {
  private var search: ActionSearch
  private var cursor = ListCursor()

  init(isReadOnly: Bool) {
    let actions = Action.available(isReadOnly: isReadOnly)
    search = ActionSearch(
      actions: actions.filter { $0 != .program(.palette) && $0 != .find(.back) }
    )
  }

  var hints: [Hint] {
    [Hint("type", "to find"), Hint("↑ ↓", "move"), Hint("enter", "run"), Hint("esc", "close")]
  }

  /// The matching actions: first those whose name starts with the first search word, then those
  /// whose name contains the word, then all others.
  private var found: [Action] {
    let matching = search.matching
    guard let first = search.words.first else { return matching }
    let begins = { (action: Action) in FoldedText.bytes(of: action.title).starts(with: first) }
    let holds = { (action: Action) in FoldedText.bytes(of: action.title).contains(first) }
    return matching.filter(begins) + matching.filter { holds($0) && !begins($0) }
      + matching.filter { !holds($0) }
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    let found = found
    if key == .escape { return .close }
    if key == .enter {
      guard found.indices.contains(cursor.selected) else { return .stay }
      return .perform(found[cursor.selected])
    }
    // Home and End move the cursor in the search text, so they must not move in the list.
    let isMove = key != .home && key != .end
    let height = Self.height(screen: screen)
    if isMove, cursor.press(key, count: found.count, height: height, letters: false) {
      return .stay
    }
    if search.input.press(key) { cursor = ListCursor() }
    return .stay
  }

  var isTyping: Bool { true }

  mutating func paste(_ text: String) {
    search.input.insert(text)
    cursor = ListCursor()
  }

  private static func height(screen: Size) -> Int { max(min(14, screen.rows - 6), 1) }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let found = found
    let height = Self.height(screen: size)
    let cursor = cursor.settled(count: found.count, height: height)
    let look = ActionSearch.Look(
      title: "Actions",
      sign: ":",
      hint: "type the name of an action",
      emptyText: "No action matches.",
      columns: min(88, size.columns - 4)
    )
    let scroll = ScrollMark(first: cursor.top, visible: height, total: found.count)
    let list = search.draw(look, rows: height, scroll: scroll, on: &canvas, theme: theme).list
    let words = search.words
    let lines = found.map { line($0, words, columns: list.columns - 2, theme: theme) }
    canvas.draw(choices: lines, cursor: cursor, in: list, theme: theme)
  }

  private func line(_ action: Action, _ words: [[UInt8]], columns: Int, theme: Theme) -> Line {
    let key = action.keys.first?.label ?? ""
    let title = Span.highlighting(
      words,
      in: DisplayText(action.title).padded(to: 20),
      theme.style(.dialog),
      theme.style([.dialog, .match])
    )
    let explanation = DisplayText(action.explanation).padded(to: max(columns - 20 - 9, 0))
    return Line(
      title
        + [Span(explanation, theme.style([.dialog, .muted]))]
        + [Span(key.leftPadded(to: 9), theme.style([.dialog, .key]))]
    )
  }
}
