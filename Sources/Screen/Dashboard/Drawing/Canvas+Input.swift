import Frame

extension Canvas {
  /// Draws the label of a field of a form, with a bar if the field is selected.
  ///
  /// - Returns: The area of the field's content.
  mutating func drawLabel(
    _ label: String,
    isSelected: Bool,
    in inside: Area,
    row: Int,
    theme: Theme
  ) -> Area {
    let key = theme.style([.dialog, .key])
    let line = Line([
      Span(isSelected ? "▌" : " ", key),
      Span(
        DisplayText(line: label).truncated(to: 11).padded(to: 12),
        isSelected ? key : theme.style([.dialog, .muted])
      ),
    ])
    draw(line, in: inside, row: row)
    return Area(column: inside.column + 13, row: row, columns: inside.columns - 14, rows: 1)
  }

  /// Draws a text field of a form, which has a cursor only if the field is selected.
  mutating func draw(
    field input: TextInput,
    isSelected: Bool,
    hint: String,
    in area: Area,
    theme: Theme
  ) {
    guard !isSelected else { return draw(input, in: area, hint: hint, theme: theme) }
    let text = DisplayText(line: input.isEmpty ? hint : input.text).truncated(to: area.columns)
    let style = theme.style(input.isEmpty ? [.dialog, .muted] : [.dialog])
    draw(Line([Span(text, style)]), in: area, row: area.row)
  }

  /// Draws a text field, scrolled so that its cursor is visible; draws a placeholder while it is
  /// empty.
  mutating func draw(
    _ input: TextInput,
    in area: Area,
    hint: String,
    theme: Theme,
    style: Style? = nil
  ) {
    let plain = style ?? theme.style(.dialog)
    let cursorColumn = input.cursorColumn
    // Scrolls by half the width, so that the text does not move with every key press.
    let half = max(area.columns / 2, 1)
    let offset = cursorColumn < area.columns ? 0 : ((cursorColumn - area.columns) / half + 1) * half
    if input.isEmpty {
      draw(
        hint,
        column: area.column,
        row: area.row,
        limit: area.columns,
        style: theme.style([.dialog, .muted])
      )
    }
    var column = 0
    for cluster in DisplayText(input.text).clusters {
      if column >= offset, column + cluster.width <= offset + area.columns {
        draw(
          DisplayText(clusters: [cluster]),
          column: area.column + column - offset,
          row: area.row,
          limit: cluster.width,
          style: plain
        )
      }
      column += cluster.width
    }
    cursor = Position(column: area.column + cursorColumn - offset, row: area.row)
  }
}
