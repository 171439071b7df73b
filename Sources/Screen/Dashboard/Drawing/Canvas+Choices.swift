import Frame

extension Size {
  /// The minimum number of columns beside a dialog; with fewer columns, the dialog takes the whole width
  /// of the screen, because narrow strips of the panes show nothing useful.
  private static let sideColumns = 16

  /// The width of a dialog on a screen of this size: the preferred width, or the width of the screen.
  func dialogColumns(_ preferred: Int) -> Int {
    columns - preferred < Self.sideColumns ? columns : preferred
  }
}

extension Canvas {
  /// Draws the box of a dialog in the middle of the screen, with a blank column on each side.
  ///
  /// - Returns: The area inside the border of the box.
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

  /// Draws sentences in the middle of an empty part of the screen.
  ///
  /// The first one says what is missing; the others, which are muted, say how to fill the part or how
  /// to end the search.
  ///
  /// - Parameters:
  ///   - texts: The sentences, each of which starts a line; long ones are wrapped.
  ///   - area: The empty area.
  ///   - theme: The theme to draw with.
  ///   - base: The role of the area, such as `dialog`.
  mutating func drawEmpty(_ texts: [String], in area: Area, theme: Theme, on base: Role = .text) {
    let lines = texts.enumerated().flatMap { index, text in
      DisplayText.lines(of: text, columns: max(area.columns - 2, 1)).map { (index, $0) }
    }
    let first = area.row + max((area.rows - lines.count) / 2, 0)
    for (offset, (index, line)) in lines.enumerated() where first + offset < area.endRow {
      draw(
        line,
        column: area.column + (area.columns - line.width) / 2,
        row: first + offset,
        limit: area.columns,
        style: theme.style(index == 0 ? [base] : [base, .muted])
      )
    }
  }

  /// Draws the bar at the start of the selected row, and places the hidden cursor there.
  mutating func drawSelectionBar(column: Int, row: Int, style: Style) {
    draw("▌", column: column, row: row, style: style)
    focus = Position(column: column, row: row)
  }

  /// Draws the choices in the viewport, and highlights the choice under the cursor.
  ///
  /// - Parameters:
  ///   - count: The number of all choices.
  ///   - cursor: The cursor, and the scroll position of the viewport.
  ///   - area: The area of the viewport.
  ///   - theme: The theme to draw with.
  ///   - line: Returns the line of a choice by its index; called only for choices in the viewport.
  mutating func draw(
    choices count: Int,
    cursor: ListCursor,
    in area: Area,
    theme: Theme,
    _ line: (Int) -> Line
  ) {
    for (offset, index) in (cursor.top..<max(count, cursor.top)).prefix(area.rows).enumerated() {
      let row = area.row + offset
      draw(line(index), in: area.inset(columns: 1, rows: 0), row: row)
      guard index == cursor.selected else { continue }
      let place = Area(column: area.column, row: row, columns: area.columns, rows: 1)
      let base = theme.style(.dialog)
      restyle(place) { theme.selected($0, row: base) }
      drawSelectionBar(column: area.column, row: row, style: theme.selectionBar(row: base))
    }
  }
}

extension Theme {
  /// The style of a cell in the highlighted row; `row` is the base style of that row.
  ///
  /// If the theme highlights with reversed colours, the whole row gets one style, because a row of
  /// cells that are reversed in different colours is hard to read.
  func selected(_ style: Style, row: Style) -> Style {
    let selection = self.style(.selection)
    // Keeps the style of cells with their own background, such as search matches.
    guard style.background == row.background else { return style }
    guard !selection.attributes.contains(.reversed) else { return selection }
    return Style(
      foreground: style.foreground,
      background: selection.background,
      attributes: style.attributes.union(selection.attributes).subtracting(.dim)
    )
  }

  /// The style of the bar at the start of the highlighted row.
  func selectionBar(row: Style) -> Style {
    guard !style(.selection).attributes.contains(.reversed) else { return selected(row, row: row) }
    var bar = row
    bar.foreground = style(.focusedBorder).foreground
    return selected(bar, row: row)
  }
}
