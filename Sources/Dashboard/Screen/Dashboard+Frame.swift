public import Frame

extension DashboardState {
  /// Draws the whole dashboard.
  ///
  /// - Parameter now: The current time, on the clock of ``update(_:now:)``.
  /// - Returns: A frame of the size of the screen.
  public func frame(now: Duration) -> Frame {
    var canvas = Canvas(size: size, style: theme.style(.text))
    let layout = Layout(size)
    guard !layout.isTooSmall else {
      drawTooSmall(on: &canvas)
      return canvas.frame
    }
    let scene = scene(now: now)
    drawHeader(on: &canvas, in: layout.header, now: now)
    if layout.isWide || focus == .list { panes.list.draw(on: &canvas, in: layout.list, scene) }
    if layout.isWide || focus != .list { panes[side].draw(on: &canvas, in: layout.details, scene) }
    drawFooter(on: &canvas, in: layout.footer, scene)
    if let dialog {
      if dialog.isModal {
        canvas.restyle(Area(size).inset(columns: 0)) { _ in theme.style(.backdrop) }
      }
      dialog.draw(on: &canvas, theme: theme)
    }
    drawNotice(on: &canvas, over: layout.footer, now: now)
    return canvas.frame
  }
}
