import Frame

extension Canvas {
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
