import Frame

/// The rows in the viewport of a pane whose rows have several lines each.
struct TallRows {
  private var rows: [(area: Area, lines: ArraySlice<Line>)] = []
  private let top: Int

  /// Lays out rows from the top of an area to its end; the last one may be cut off.
  ///
  /// - Parameters:
  ///   - count: The number of all rows of the pane.
  ///   - top: The index of the first row in the viewport.
  ///   - inside: The area inside the border of the pane.
  ///   - lines: Returns the lines of a row; called only for rows in the viewport.
  init(_ count: Int, from top: Int, in inside: Area, lines: (Int) -> [Line]) {
    self.top = top
    var row = inside.row
    for index in top..<max(count, top) where row < inside.endRow {
      let lines = lines(index).prefix(inside.endRow - row)
      let area = Area(column: inside.column, row: row, columns: inside.columns, rows: lines.count)
      rows.append((area, lines))
      row += lines.count
    }
  }

  /// The number of rows in the viewport.
  var count: Int { rows.count }

  /// Returns the area of a row; `nil` for a row outside the viewport.
  func area(of index: Int) -> Area? {
    rows.indices.contains(index - top) ? rows[index - top].area : nil
  }

  /// Draws the rows; highlights the one under the cursor.
  ///
  /// - Parameters:
  ///   - canvas: The canvas to draw on.
  ///   - selected: The index of the row under the cursor; `nil` if the pane does not have the focus.
  ///   - theme: The theme to draw with.
  ///   - bar: Returns the style of the bar at the start of a row without the cursor; `nil` for a row
  ///     without a bar.
  func draw(
    on canvas: inout Canvas,
    selected: Int?,
    theme: Theme,
    bar: (Int) -> Style? = { _ in nil }
  ) {
    let text = theme.style(.text)
    for (index, (area, lines)) in zip(top..., rows) {
      for (line, row) in zip(lines, area.row...) {
        canvas.draw(line, in: area.inset(columns: 1, rows: 0), row: row)
      }
      if index == selected { canvas.restyle(area) { theme.selected($0, row: text) } }
      guard let style = index == selected ? theme.selectionBar(row: text) : bar(index) else {
        continue
      }
      for row in area.row..<area.endRow {
        canvas.draw("▌", column: area.column, row: row, style: style)
      }
      if index == selected { canvas.focus = Position(column: area.column, row: area.endRow - 1) }
    }
  }
}
