package import Text

/// Draws into a frame; clips drawing to the frame, and lines of text to their area.
package struct Canvas {
  /// The frame with everything that was drawn so far.
  package private(set) var frame: Frame
  /// The scroll position of the last drawn box that has one; `nil` if no such box was drawn.
  package internal(set) var scroll: ScrollMark?

  package init(size: Size, style: Style) {
    frame = Frame(size: size, style: style)
  }

  /// The position of the blinking text cursor; `nil` hides the cursor.
  package var cursor: Position? {
    get { frame.cursor }
    set {
      guard let position = newValue, position.column >= 0, position.column < frame.size.columns,
        position.row >= 0, position.row < frame.size.rows
      else {
        frame.cursor = nil
        return
      }
      frame.cursor = position
    }
  }

  /// The position of the selected item, where a hidden cursor is placed; `nil` if no item is selected.
  package var focus: Position? {
    get { frame.focus }
    set { frame.focus = newValue }
  }

  /// Fills an area with blank cells in the given style.
  package mutating func fill(_ area: Area, style: Style) {
    let first = max(area.column, 0)
    let end = min(area.endColumn, frame.size.columns)
    guard first < end else { return }
    let blank = Cell(.space, style: style)
    for row in max(area.row, 0)..<max(min(area.endRow, frame.size.rows), max(area.row, 0)) {
      // Puts the end cells singly: only they can overwrite one half of a wide character.
      put(blank, column: first, row: row)
      put(blank, column: end - 1, row: row)
      let start = row * frame.size.columns
      frame.fill(start + first..<start + end, with: blank)
    }
  }

  /// Draws text from the given column to the right; truncates it with `…` to `limit` cells.
  ///
  /// - Returns: The number of drawn cells.
  @discardableResult
  package mutating func draw(
    _ text: DisplayText,
    column: Int,
    row: Int,
    limit: Int,
    style: Style
  ) -> Int {
    guard row >= 0, row < frame.size.rows, limit > 0 else { return 0 }
    let cut = text.truncated(to: limit)
    var next = column
    for cluster in cut.clusters {
      put(cluster, column: next, row: row, style: style)
      next += cluster.width
    }
    return cut.width
  }

  /// Draws a string as display text; truncates it with `…` to `limit` cells.
  @discardableResult
  package mutating func draw(
    _ text: String,
    column: Int,
    row: Int,
    limit: Int = .max,
    style: Style
  ) -> Int {
    draw(DisplayText(line: text), column: column, row: row, limit: limit, style: style)
  }

  /// Draws a line of styled text from the left edge of an area, truncated at the right edge.
  package mutating func draw(_ line: Line, in area: Area, row: Int) {
    guard row >= area.row, row < area.endRow else { return }
    var column = area.column
    for span in line.spans {
      column += draw(
        span.text,
        column: column,
        row: row,
        limit: area.endColumn - column,
        style: span.style
      )
      if column >= area.endColumn { break }
    }
  }

  /// The cells of the first row of an area; empty if the area is not inside the frame.
  package func cells(in area: Area) -> [Cell] {
    guard isInside(area) else { return [] }
    let start = area.row * frame.size.columns + area.column
    return Array(frame.cells[start..<start + area.columns])
  }

  /// Draws cells, which ``cells(in:)`` returned, from the given column to the right; cells outside the
  /// frame are dropped.
  package mutating func draw(_ cells: [Cell], column: Int, row: Int) {
    let area = Area(column: column, row: row, columns: cells.count, rows: 1)
    guard isInside(area), let first = cells.first, let last = cells.last else {
      for (offset, cell) in cells.enumerated() { put(cell, column: column + offset, row: row) }
      return
    }
    // Puts the end cells singly: only they can overwrite one half of a wide character.
    put(first, column: column, row: row)
    put(last, column: area.endColumn - 1, row: row)
    frame.replace(from: row * frame.size.columns + column, with: cells)
  }

  private func isInside(_ area: Area) -> Bool {
    area.column >= 0 && area.row >= 0 && area.endColumn <= frame.size.columns
      && area.row < frame.size.rows
  }

  /// Draws one grapheme cluster; a wide cluster that does not fit becomes a blank.
  private mutating func put(
    _ cluster: DisplayText.Cluster,
    column: Int,
    row: Int,
    style: Style
  ) {
    let fits = column + cluster.width <= frame.size.columns
    put(
      Cell(fits ? cluster.content : .space, width: fits ? UInt8(cluster.width) : 1, style: style),
      column: column,
      row: row
    )
    if fits, cluster.width == 2 {
      put(Cell(.empty, width: 0, style: style), column: column + 1, row: row)
    }
  }

  private mutating func put(_ cell: Cell, column: Int, row: Int) {
    guard column >= 0, column < frame.size.columns, row >= 0, row < frame.size.rows else { return }
    let old = frame[column: column, row: row]
    // Clears the other half of a wide character that was overwritten.
    if old.width == 2, cell.width != 2, column + 1 < frame.size.columns {
      frame[column: column + 1, row: row] = Cell(.space, style: old.style)
    }
    if old.width == 0, cell.width != 0, column > 0 {
      frame[column: column - 1, row: row] = Cell(
        .space,
        style: frame[column: column - 1, row: row].style
      )
    }
    frame[column: column, row: row] = cell
  }

  /// Changes the style of each cell of an area, and keeps the text of the cells.
  package mutating func restyle(_ area: Area, _ change: (Style) -> Style) {
    for row in area.row..<area.endRow where row >= 0 && row < frame.size.rows {
      for column in area.column..<area.endColumn
      where column >= 0 && column < frame.size.columns {
        frame[column: column, row: row].style = change(frame[column: column, row: row].style)
      }
    }
  }
}

extension Canvas {
  /// A frame of border lines around an area, with texts on the border.
  package struct Box {
    /// The text on the left of the upper border.
    package var title: [Span]
    /// The text on the left of the lower border.
    package var footnote: [Span]
    /// The text on the right of the lower border, such as the position in a list.
    package var position: [Span]
    /// The style of the border lines.
    package var border: Style
    /// The style of the cells inside the border.
    package var inside: Style
    /// The position of the scroll thumb on the right border; drawn only if not all rows fit.
    package var scroll: ScrollMark?

    package init(
      title: [Span] = [],
      footnote: [Span] = [],
      position: [Span] = [],
      border: Style,
      inside: Style,
      scroll: ScrollMark? = nil
    ) {
      self.title = title
      self.footnote = footnote
      self.position = position
      self.border = border
      self.inside = inside
      self.scroll = scroll
    }
  }

  /// Draws the border of a box with round corners, and clears the cells inside.
  package mutating func draw(_ box: Box, in area: Area) {
    guard area.columns >= 2, area.rows >= 2 else { return }
    scroll = box.scroll ?? scroll
    fill(area, style: box.inside)
    drawBorder("╭", "╮", in: area, row: area.row, style: box.border)
    drawBorder("╰", "╯", in: area, row: area.endRow - 1, style: box.border)
    let (side, mark) = (DisplayText("│"), DisplayText("┃"))
    let thumb = box.scroll?.thumb(height: area.rows - 2)
    for row in (area.row + 1)..<(area.endRow - 1) {
      let isThumb = thumb?.contains(row - area.row - 1) ?? false
      draw(side, column: area.column, row: row, limit: 1, style: box.border)
      let right = isThumb ? mark : side
      draw(right, column: area.endColumn - 1, row: row, limit: 1, style: box.border)
    }
    drawOnBorder(box.title, in: area, row: area.row)
    drawOnBorder(box.footnote, in: area, row: area.endRow - 1)
    let width = Line(box.position).width + 3
    if width + Line(box.footnote).width + 4 <= area.columns {
      let right = Area(
        column: area.endColumn - width - 1,
        row: area.row,
        columns: width + 1,
        rows: area.rows
      )
      drawOnBorder(box.position, in: right, row: area.endRow - 1)
    }
  }

  /// Draws the upper or lower border of a box between two corners.
  private mutating func drawBorder(
    _ left: String,
    _ right: String,
    in area: Area,
    row: Int,
    style: Style
  ) {
    let line = DisplayText.Cluster("─", width: 1)
    var clusters = Array(repeating: line, count: area.columns)
    clusters[0].content = CellText(left)
    clusters[area.columns - 1].content = CellText(right)
    let text = DisplayText(clusters: clusters)
    draw(text, column: area.column, row: row, limit: area.columns, style: style)
  }

  /// Draws text on a border line, with a space before and after the text.
  private mutating func drawOnBorder(_ spans: [Span], in area: Area, row: Int) {
    guard !spans.isEmpty, area.columns > 6, let first = spans.first, let last = spans.last else {
      return
    }
    let line = Line([Span(" ", first.style)] + spans + [Span(" ", last.style)])
    let inside = Area(
      column: area.column + 1,
      row: area.row,
      columns: area.columns - 2,
      rows: area.rows
    )
    draw(line, in: inside, row: row)
  }
}

/// The scroll position of a list, from which the scroll thumb is computed.
package struct ScrollMark: Hashable, Sendable {
  /// The index of the first row in the viewport.
  package var first: Int
  /// The number of rows in the viewport.
  package var visible: Int
  /// The number of rows in the whole list.
  package var total: Int

  package init(first: Int, visible: Int, total: Int) {
    self.first = first
    self.visible = visible
    self.total = total
  }

  /// The rows of the scroll thumb on a border of the given height in cells; `nil` if all rows of
  /// the list are in the viewport.
  package func thumb(height: Int) -> Range<Int>? {
    guard total > visible, height > 1 else { return nil }
    let length = max(height * visible / total, 1)
    let start = (height - length) * first / max(total - visible, 1)
    return start..<(start + length)
  }
}
