public import Frame

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
    drawHeader(on: &canvas, in: layout.header, now: now)
    if layout.isWide || focus == .list { drawList(on: &canvas, in: layout.list, now: now) }
    if layout.isWide || focus != .list { drawSide(on: &canvas, in: layout.details, now: now) }
    drawFooter(on: &canvas, in: layout.footer)
    if let dialog {
      if dialog.isModal {
        canvas.restyle(Area(size).inset(columns: 0)) { _ in theme.style(.backdrop) }
      }
      dialog.draw(on: &canvas, theme: theme)
    }
    drawNotice(on: &canvas, over: layout.footer, now: now)
    return canvas.frame
  }

  /// Draws the pane beside the list, or over it.
  private func drawSide(on canvas: inout Canvas, in area: Area, now: Duration) {
    switch side {
    case .connectivity: drawConnectivity(on: &canvas, in: area, now: now)
    case .activity: drawActivity(on: &canvas, in: area)
    case .problems: drawProblems(on: &canvas, in: area)
    case .list, .details: drawDetails(on: &canvas, in: area, now: now)
    }
  }
}
