import Frame

extension DashboardState {
  /// Draws a message instead of the dashboard on a screen that is too small.
  func drawTooSmall(on canvas: inout Canvas) {
    let area = Area(size)
    let minimum = "\(Layout.minimum.columns)x\(Layout.minimum.rows)"
    let found = "\(size.columns)x\(size.rows)"
    let texts = [
      "The terminal is too small: \(found), needs \(minimum).",
      "Too small: \(found), needs \(minimum)", "\(found) < \(minimum)",
    ].map { DisplayText($0).wrapped(to: max(size.columns - 2, 1)) }
    let lines = texts.first { $0.count <= size.rows } ?? texts.last ?? []
    let first = max((size.rows - lines.count) / 2, 0)
    for (offset, line) in lines.enumerated() {
      canvas.draw(
        line,
        column: max((area.columns - line.width) / 2, 0),
        row: first + offset,
        limit: area.columns,
        style: theme.style(offset == 0 ? .title : .text)
      )
    }
  }
}
