import Frame

/// A list of actions with a search line above it, as help and palette show it.
struct ActionSearch: Sendable {
  /// The actions that can be found.
  let actions: [Action]
  /// The search text.
  var input = TextInput()

  /// The folded words of the search text.
  var words: [[UInt8]] { FoldedText.words(of: input.text) }

  /// The actions that match, in the order of the table.
  var matching: [Action] {
    let words = words
    return actions.filter { $0.matches(words) }
  }

  /// The appearance of the dialog.
  struct Look {
    /// The title of the dialog.
    let title: String
    /// The sign before the search text.
    let sign: String
    /// The text while nothing is typed.
    let hint: String
    /// The text if nothing matches.
    let emptyText: String
    /// The preferred width of the dialog.
    let columns: Int
  }

  /// Draws the dialog with the search line.
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
  /// Whether every word is part of the name, the explanation or the keys.
  fileprivate func matches(_ words: [[UInt8]]) -> Bool {
    let text = FoldedText.bytes(
      of: title + " " + explanation + " " + keys.map(\.label).joined(separator: " ")
    )
    return words.allSatisfy { text.contains($0) }
  }
}
