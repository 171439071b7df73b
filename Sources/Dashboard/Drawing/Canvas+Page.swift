import Frame

extension Canvas {
  /// Draws a box with lines that can be scrolled.
  ///
  /// - Parameters:
  ///   - lines: All lines.
  ///   - title: The title on the upper border.
  ///   - top: The first line in the viewport.
  ///   - border: The style of the border.
  ///   - theme: The theme.
  ///   - area: The area of the box.
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
