import Frame

extension Canvas {
  /// Draws a box with scrollable lines.
  ///
  /// - Parameters:
  ///   - lines: All lines, in and outside the viewport.
  ///   - title: The title on the upper border.
  ///   - top: The index of the first line in the viewport.
  ///   - border: The style of the border.
  ///   - theme: The theme to draw with.
  ///   - area: The area of the box, including its border.
  mutating func drawPage(
    _ lines: [Line],
    title: [Span],
    top: Int,
    border: Style,
    theme: Theme,
    in area: Area
  ) {
    let inside = area.inset(columns: 2)
    let isScrolled = lines.count > inside.rows
    let position = "\(min(top + inside.rows, lines.count))/\(lines.count)"
    let box = Box(
      title: title,
      position: isScrolled ? [Span(position, theme.style(.muted))] : [],
      border: border,
      inside: theme.style(.text),
      scroll: ScrollMark(first: top, visible: inside.rows, total: lines.count)
    )
    draw(box, in: area)
    for (offset, line) in lines.dropFirst(top).prefix(inside.rows).enumerated() {
      draw(line, in: inside, row: inside.row + offset)
    }
  }
}
