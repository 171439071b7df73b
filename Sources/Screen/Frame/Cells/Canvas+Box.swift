import Text

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
