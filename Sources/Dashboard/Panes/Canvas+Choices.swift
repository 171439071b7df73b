import Frame

extension Canvas {
  /// Draws a box in the middle of the screen, with a rim of blanks that sets it off.
  ///
  /// - Returns: The area inside.
  mutating func drawDialog(
    _ title: String,
    columns: Int,
    rows: Int,
    theme: Theme,
    scroll: ScrollMark? = nil
  ) -> Area {
    let area = Area(frame.size).centred(columns: columns, rows: rows)
    let rim = Area(
      column: area.column - 1,
      row: area.row,
      columns: area.columns + 2,
      rows: area.rows
    )
    fill(rim, style: theme.style(.text))
    let box = Box(
      title: [Span(title, theme.style([.dialog, .title]))],
      border: theme.style([.dialog, .focusedBorder]),
      inside: theme.style(.dialog),
      scroll: scroll
    )
    draw(box, in: area)
    return area.inset()
  }

  /// Draws a few words in the middle of an area, the first line as what matters most.
  mutating func drawCentred(_ lines: [String], in area: Area, theme: Theme) {
    let first = area.row + max((area.rows - lines.count) / 2, 0)
    for (offset, text) in lines.enumerated() where first + offset < area.endRow {
      let line = DisplayText(text, limit: Span.limit).truncated(to: area.columns - 2)
      draw(
        line,
        column: area.column + (area.columns - line.width) / 2,
        row: first + offset,
        limit: area.columns,
        style: theme.style(offset == 0 ? .text : .muted)
      )
    }
  }

  /// Draws the choices that are in view, with the one under the cursor set off.
  mutating func draw(choices: [Line], cursor: ListCursor, in area: Area, theme: Theme) {
    for (offset, index) in (cursor.top..<choices.count).prefix(area.rows).enumerated() {
      let row = area.row + offset
      draw(choices[index], in: area.inset(columns: 1, rows: 0), row: row)
      guard index == cursor.selected else { continue }
      let line = Area(column: area.column, row: row, columns: area.columns, rows: 1)
      let base = theme.style(.dialog)
      restyle(line) { theme.selected($0, row: base) }
      draw("▌", column: area.column, row: row, style: theme.selectionBar(row: base))
    }
  }
}

extension Theme {
  /// How a cell looks in the line under the cursor.
  ///
  /// A theme without a colour for that line turns it over as a whole, since cells of many colours
  /// turned over one by one are hard to read.
  func selected(_ style: Style, row: Style) -> Style {
    let selection = self.style(.selection)
    // What stands out within the line, such as a match, does so here too.
    guard style.background == row.background else { return style }
    guard !selection.attributes.contains(.reversed) else {
      return Style(
        foreground: row.foreground,
        background: row.background,
        attributes: [.bold, .reversed]
      )
    }
    return Style(
      foreground: style.foreground,
      background: selection.background,
      attributes: style.attributes.union(selection.attributes).subtracting(.dim)
    )
  }

  /// How the bar looks that begins the line under the cursor.
  func selectionBar(row: Style) -> Style {
    guard !style(.selection).attributes.contains(.reversed) else { return selected(row, row: row) }
    var bar = row
    bar.foreground = style(.focusedBorder).foreground
    return selected(bar, row: row)
  }
}
