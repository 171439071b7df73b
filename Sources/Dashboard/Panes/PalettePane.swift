import Frame

/// The list of actions, from which one is found by typing and done.
struct PalettePane: Dialog {
  private let actions: [Action]
  private var input = TextInput()
  private var cursor = ListCursor()

  init(isReadOnly: Bool) {
    actions = Action.available(isReadOnly: isReadOnly).filter { $0 != .palette && $0 != .back }
  }

  var hints: [Hint] {
    [Hint("type", "to find"), Hint("↑ ↓", "move"), Hint("enter", "do"), Hint("esc", "close")]
  }

  /// What was found: first by how a name begins, then by a name, then by an explanation.
  private var found: [Action] {
    let words = FoldedText.words(of: input.text)
    let matching = actions.filter { $0.matches(words) }
    guard let first = words.first else { return matching }
    let begins = { (action: Action) in FoldedText.bytes(of: action.title).starts(with: first) }
    let holds = { (action: Action) in FoldedText.bytes(of: action.title).contains(first) }
    return matching.filter(begins) + matching.filter { holds($0) && !begins($0) }
      + matching.filter { !holds($0) }
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    let found = found
    let height = Self.height(screen: screen)
    switch key {
    case .escape: return .close
    case .enter:
      guard found.indices.contains(cursor.selected) else { return .stay }
      return .perform(found[cursor.selected])
    case .up, .down, .pageUp, .pageDown, .control("n"), .control("p"):
      _ = cursor.press(key, count: found.count, height: height, letters: false)
    default:
      if input.press(key) { cursor = ListCursor() }
    }
    return .stay
  }

  var isTyping: Bool { true }

  mutating func paste(_ text: String) {
    input.insert(text)
    cursor = ListCursor()
  }

  private static func height(screen: Size) -> Int { max(min(14, screen.rows - 6), 1) }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let found = found
    let height = Self.height(screen: size)
    let cursor = cursor.settled(count: found.count, height: height)
    let scroll = ScrollMark(first: cursor.top, visible: height, total: found.count)
    let inside = canvas.drawDialog(
      "Actions",
      columns: min(88, size.columns - 4),
      rows: height + 4,
      theme: theme,
      scroll: scroll
    )
    drawInput(on: &canvas, in: inside, theme: theme)
    let list = Area(
      column: inside.column,
      row: inside.row + 2,
      columns: inside.columns,
      rows: height
    )
    if found.isEmpty {
      canvas.draw(
        "No action is called that.",
        column: list.column + 1,
        row: list.row,
        limit: list.columns - 2,
        style: theme.style([.dialog, .muted])
      )
    }
    let lines = found.map { line($0, columns: list.columns - 2, theme: theme) }
    canvas.draw(choices: lines, cursor: cursor, in: list, theme: theme)
  }

  private func drawInput(on canvas: inout Canvas, in inside: Area, theme: Theme) {
    canvas.draw(
      ":",
      column: inside.column + 1,
      row: inside.row,
      style: theme.style([.dialog, .key])
    )
    let text = Area(
      column: inside.column + 3,
      row: inside.row,
      columns: inside.columns - 4,
      rows: 1
    )
    canvas.draw(input, in: text, hint: "type the name of an action", theme: theme)
  }

  private func line(_ action: Action, columns: Int, theme: Theme) -> Line {
    let key = action.keys.first?.label ?? ""
    let words = FoldedText.words(of: input.text)
    let plain = theme.style(.dialog)
    let found = theme.style([.dialog, .match])
    let title = DisplayText(action.title).padded(to: 20)
    let room = max(columns - 20 - 9, 0)
    let explanation = DisplayText(action.explanation).padded(to: room)
    return Line(
      Span.highlighting(words, in: title, plain, found)
        + [Span(explanation, theme.style([.dialog, .muted]))]
        + [Span(key.leftPadded(to: 9), theme.style([.dialog, .key]))]
    )
  }
}
