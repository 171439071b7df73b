extension DashboardState {
  /// Draws what is said instead of the dashboard where there is no room for it.
  func drawTooSmall(on canvas: inout Canvas) {
    let area = Area(size)
    let wanted = "\(Layout.minimum.columns)x\(Layout.minimum.rows)"
    let text = "The terminal is too small: \(size.columns)x\(size.rows), needs \(wanted)."
    let lines = DisplayText(text).wrapped(to: max(size.columns - 2, 1))
    let first = max((size.rows - lines.count) / 2, 0)
    for (offset, line) in lines.enumerated() {
      canvas.draw(
        line, column: max((area.columns - line.width) / 2, 0), row: first + offset,
        limit: area.columns, style: theme.style(offset == 0 ? .title : .text))
    }
  }
}
