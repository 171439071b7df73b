extension Canvas {
  /// What a box has on its border.
  package struct Box {
    /// The words on the upper border, at its left.
    package var title: [Span]
    /// The words on the lower border, at its left.
    package var footnote: [Span]
    /// The words on the lower border, at its right.
    package var position: [Span]
    /// How the border looks.
    package var border: Style
    /// How the inside looks.
    package var inside: Style
    /// The part of the content that is in view, if it does not all fit.
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

  /// Draws a box with round corners, and blanks what is inside.
  package mutating func draw(_ box: Box, in area: Area) {
    guard area.columns >= 2, area.rows >= 2 else { return }
    fill(area, style: box.inside)
    let line = String(repeating: "─", count: area.columns - 2)
    draw("╭" + line + "╮", column: area.column, row: area.row, style: box.border)
    draw("╰" + line + "╯", column: area.column, row: area.endRow - 1, style: box.border)
    let thumb = box.scroll?.thumb(height: area.rows - 2)
    for row in (area.row + 1)..<(area.endRow - 1) {
      let isThumb = thumb?.contains(row - area.row - 1) ?? false
      draw("│", column: area.column, row: row, style: box.border)
      draw(isThumb ? "┃" : "│", column: area.endColumn - 1, row: row, style: box.border)
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

  /// Draws words on a border, with a space before and after them.
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

/// Which part of a long list is in view.
package struct ScrollMark: Hashable, Sendable {
  /// The number of the first row in view.
  package var first: Int
  /// The number of rows in view.
  package var visible: Int
  /// The number of all rows.
  package var total: Int

  package init(first: Int, visible: Int, total: Int) {
    self.first = first
    self.visible = visible
    self.total = total
  }

  /// The rows of a border of this height that show the part in view; `nil` if all is in view.
  package func thumb(height: Int) -> Range<Int>? {
    guard total > visible, height > 1 else { return nil }
    let length = max(height * visible / total, 1)
    let start = (height - length) * first / max(total - visible, 1)
    return start..<(start + length)
  }
}
