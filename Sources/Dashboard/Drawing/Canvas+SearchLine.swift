import Frame

extension Canvas {
  /// Draws the line with the text field of a search.
  ///
  /// - Parameters:
  ///   - input: The search text.
  ///   - count: The number of matches, as styled text.
  ///   - remark: A note about the text, in place of the keys; `nil` if there is none.
  ///   - hint: The placeholder for an empty search text.
  ///   - area: The area of the line, one row high.
  ///   - theme: The theme to draw with.
  mutating func drawSearchLine(
    _ input: TextInput,
    count: Span,
    remark: Span? = nil,
    hint: String,
    in area: Area,
    theme: Theme
  ) {
    draw(" /", column: area.column, row: area.row, style: theme.style(.key))
    let isRoomy = area.columns >= 60
    let room = area.columns - 10 - count.text.width - min(input.cursorColumn, area.columns / 2)
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
    draw(input, in: text, hint: hint, theme: theme, style: theme.style(.text))
  }
}
