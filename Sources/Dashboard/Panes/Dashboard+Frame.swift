extension DashboardState {
  /// Draws the dashboard.
  ///
  /// - Parameter now: The time, on the clock that `update` is given.
  /// - Returns: What every cell of the screen shows.
  public func frame(now: Duration) -> Frame {
    var canvas = Canvas(size: size, style: theme.style(.text))
    let layout = Layout(size)
    guard !layout.isTooSmall else {
      drawTooSmall(on: &canvas)
      return canvas.frame
    }
    drawHeader(on: &canvas, in: layout.header)
    if layout.isWide || focus == .list { drawList(on: &canvas, in: layout.list) }
    if layout.isWide || focus == .details { drawDetails(on: &canvas, in: layout.details) }
    drawFooter(on: &canvas, in: layout.footer, now: now)
    if let dialog {
      if dialog.isModal {
        canvas.restyle(Area(size).inset(columns: 0)) { _ in theme.style(.backdrop) }
      }
      dialog.draw(on: &canvas, theme: theme)
    }
    return canvas.frame
  }
}
