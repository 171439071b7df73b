import Frame

/// The searchable list of actions of the help.
struct ActionSearch: Sendable {
  let actions: [Action]
  /// The keys of the actions.
  let keymap: Keymap
  /// The search text that the user types.
  var input = TextInput()

  /// The search text, split into case-folded words.
  var words: [[UInt8]] { FoldedText.words(of: input.text) }

  /// The actions that match the search text, in the order of the action table.
  var matching: [Action] {
    let words = words
    return actions.filter { $0.matches(words, keymap) }
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
}

extension ActionSearch.Look {
  /// Draws the dialog, its search line, and the message for a search without a match.
  ///
  /// - Returns: The areas of the search text and of the list.
  func draw(
    _ input: TextInput,
    rows: Int,
    scroll: ScrollMark,
    on canvas: inout Canvas,
    theme: Theme
  ) -> (input: Area, list: Area) {
    let inside = canvas.drawDialog(
      title,
      columns: columns,
      rows: rows + 4,
      theme: theme,
      scroll: scroll
    )
    let key = theme.style([.dialog, .key])
    canvas.draw(sign, column: inside.column + 1, row: inside.row, style: key)
    let text = Area(
      column: inside.column + 3,
      row: inside.row,
      columns: inside.columns - 4,
      rows: 1
    )
    canvas.draw(input, in: text, hint: hint, theme: theme)
    let list = Area(
      column: inside.column,
      row: inside.row + 2,
      columns: inside.columns,
      rows: rows
    )
    if scroll.total == 0 {
      canvas.drawEmpty([emptyText], in: list, theme: theme, on: .dialog)
    }
    return (text, list)
  }
}

extension Action {
  /// Whether each search word occurs in the name, the synonyms, the description or the keys of the
  /// action.
  fileprivate func matches(_ words: [[UInt8]], _ keymap: Keymap) -> Bool {
    let keys = keymap.keys(for: self).map(\.label).joined(separator: " ")
    let text = FoldedText.bytes(of: [title, synonyms, explanation, keys].joined(separator: " "))
    return words.allSatisfy { text.contains($0) }
  }
}
