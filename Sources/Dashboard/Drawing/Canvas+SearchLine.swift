import Frame

extension Canvas {
  /// Draws the line in which a search is typed.
  ///
  /// - Parameters:
  ///   - input: The search text.
  ///   - count: The number of matches.
  ///   - hint: The text while nothing is typed.
  ///   - area: The line.
  ///   - theme: The theme.
  mutating func drawSearchLine(
    _ input: TextInput,
    count: Span,
    hint: String,
    in area: Area,
    theme: Theme
  ) {
    draw(" /", column: area.column, row: area.row, style: theme.style(.key))
    let isRoomy = area.columns >= 60
    let tail = Line([
      count, Span("   ", theme.style(.text)),
      Span(isRoomy ? "enter keep   esc back " : "", theme.style(.muted)),
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
