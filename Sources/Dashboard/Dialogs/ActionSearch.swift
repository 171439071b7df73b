import Frame

/// A searchable list of actions, which the help and the command palette share.
struct ActionSearch: Sendable {
  let actions: [Action]
  /// The search text that the user types.
  var input = TextInput()

  /// The search text, split into case-folded words.
  var words: [[UInt8]] { FoldedText.words(of: input.text) }

  /// The actions that match the search text, in the order of the action table.
  var matching: [Action] {
    let words = words
    return actions.filter { $0.matches(words) }
  }

  /// The texts and the width that distinguish the help from the command palette.
  struct Look {
    let title: String
    /// The symbol before the search text.
    let sign: String
    /// The placeholder for an empty search text.
    let hint: String
    /// The message for a search without a match.
    let emptyText: String
    /// The preferred width of the dialog in cells.
    let columns: Int
  }

  /// Draws the dialog, its search line, and the message for a search without a match.
  ///
  /// - Returns: The areas of the search text and of the list.
  func draw(
    _ look: Look,
    rows: Int,
    scroll: ScrollMark,
    on canvas: inout Canvas,
    theme: Theme
  ) -> (input: Area, list: Area) {
    let inside = canvas.drawDialog(
      look.title,
      columns: look.columns,
      rows: rows + 4,
      theme: theme,
      scroll: scroll
    )
    let key = theme.style([.dialog, .key])
    canvas.draw(look.sign, column: inside.column + 1, row: inside.row, style: key)
    let text = Area(
      column: inside.column + 3,
      row: inside.row,
      columns: inside.columns - 4,
      rows: 1
    )
    canvas.draw(input, in: text, hint: look.hint, theme: theme)
    let list = Area(
      column: inside.column,
      row: inside.row + 2,
      columns: inside.columns,
      rows: rows
    )
    if scroll.total == 0 {
      canvas.draw(
        look.emptyText,
        column: list.column + 1,
        row: list.row,
        limit: list.columns - 2,
        style: theme.style([.dialog, .muted])
      )
    }
    return (text, list)
  }
}

extension Action {
  /// Whether each search word occurs in the name, the description or the keys of the action.
  fileprivate func matches(_ words: [[UInt8]]) -> Bool {
    let text = FoldedText.bytes(
      of: title + " " + explanation + " " + keys.map(\.label).joined(separator: " ")
    )
    return words.allSatisfy { text.contains($0) }
  }
}
