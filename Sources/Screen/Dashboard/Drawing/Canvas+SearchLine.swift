import Frame

extension Canvas {
  /// Draws the line with the text field of a search.
  ///
  /// - Parameters:
  ///   - search: The search text.
  ///   - count: The number of matches, as styled text.
  ///   - remark: A note about the text, in place of the keys; `nil` if there is none.
  ///   - hint: The placeholder for an empty search text.
  ///   - area: The area of the line, one row high.
  ///   - theme: The theme to draw with.
  mutating func drawSearchLine(
    _ search: SearchField,
    count: Span,
    remark: Span? = nil,
    hint: String,
    in area: Area,
    theme: Theme
  ) {
    draw(" /", column: area.column, row: area.row, style: theme.style(.key))
    let isRoomy = area.columns >= 60
    let room =
      area.columns - 10 - count.text.width - min(search.input.cursorColumn, area.columns / 2)
    let note = remark.map { Span($0.text.truncated(to: max(room, 8)), $0.style) }
    let tail = Line([
      count, Span("   ", theme.style(.text)),
      note ?? Span(isRoomy ? "enter keep   esc back " : "", theme.style(.muted)),
    ])
    let end = Area(
      column: area.endColumn - tail.width,
      row: area.row,
      columns: tail.width,
      rows: 1
    )
    draw(tail, in: end, row: area.row)
    let text = Area(
      column: area.column + 3,
      row: area.row,
      columns: end.column - area.column - 5,
      rows: 1
    )
    draw(search.input, in: text, hint: hint, theme: theme, style: theme.style(.text))
  }

  /// Draws the line with the text field of a search in a pane.
  ///
  /// - Parameters:
  ///   - search: The search text.
  ///   - matches: The number of rows that match.
  ///   - hint: The placeholder for an empty search text.
  ///   - area: The area of the line, one row high.
  ///   - theme: The theme to draw with.
  mutating func drawSearchLine(
    _ search: SearchField,
    matches: Int,
    hint: String,
    in area: Area,
    theme: Theme
  ) {
    let count = search.words.isEmpty ? "" : matches == 0 ? "no match" : "\(matches)"
    let style = theme.style(matches == 0 ? .failure : .information)
    drawSearchLine(search, count: Span(count, style), hint: hint, in: area, theme: theme)
  }

  /// Draws a dialog with a search line above its list.
  ///
  /// - Parameters:
  ///   - title: The title of the dialog.
  ///   - search: The search text.
  ///   - symbol: The symbol before the search text.
  ///   - hint: The placeholder for an empty search text.
  ///   - emptyText: The message for a search without a match.
  ///   - columns: The width of the dialog in cells.
  ///   - rows: The height of the list in rows.
  ///   - theme: The theme to draw with.
  ///   - scroll: The scroll position of the list.
  /// - Returns: The areas of the search text and of the list.
  mutating func drawSearchDialog(
    _ title: String,
    _ search: SearchField,
    symbol: String,
    hint: String,
    emptyText: String,
    columns: Int,
    rows: Int,
    theme: Theme,
    scroll: ScrollMark
  ) -> (input: Area, list: Area) {
    let inside = drawDialog(title, columns: columns, rows: rows + 4, theme: theme, scroll: scroll)
    let key = theme.style([.dialog, .key])
    draw(symbol, column: inside.column + 1, row: inside.row, style: key)
    let text = Area(
      column: inside.column + 3,
      row: inside.row,
      columns: inside.columns - 4,
      rows: 1
    )
    draw(search.input, in: text, hint: hint, theme: theme)
    let list = Area(
      column: inside.column,
      row: inside.row + 2,
      columns: inside.columns,
      rows: rows
    )
    if scroll.total == 0 { drawEmpty([emptyText], in: list, theme: theme, on: .dialog) }
    return (text, list)
  }
}
