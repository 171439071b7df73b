import Frame

extension Canvas {
  /// Draws a line that is being typed, with the cursor in view, or a hint while it is empty.
  mutating func draw(
    _ input: TextInput,
    in area: Area,
    hint: String,
    theme: Theme,
    style: Style? = nil
  ) {
    let plain = style ?? theme.style(.dialog)
    let place = input.cursorColumn
    // Scrolled by whole halves, so that the text does not slide under each key.
    let half = max(area.columns / 2, 1)
    let offset = place < area.columns ? 0 : ((place - area.columns) / half + 1) * half
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
    cursor = Position(column: area.column + place - offset, row: area.row)
  }
}
