public import Frame

extension DashboardState {
  /// Draws the whole dashboard.
  ///
  /// - Parameter now: The current time, on the clock of ``update(_:now:)``.
  /// - Returns: A frame of the size of the screen.
  public func frame(now: Duration) -> Frame {
    var cache = FrameCache()
    return frame(now: now, reusing: &cache)
  }

  /// Draws the whole dashboard, and copies unchanged parts of the previous frame.
  ///
  /// - Parameters:
  ///   - now: The current time, on the clock of ``update(_:now:)``.
  ///   - cache: The parts of the previous frame; the call replaces them.
  /// - Returns: The same frame as without a cache.
  package func frame(now: Duration, reusing cache: inout FrameCache) -> Frame {
    var canvas = Canvas(size: size, style: theme.style(.text))
    let layout = Layout(size)
    guard !layout.isTooSmall else {
      drawTooSmall(on: &canvas)
      return canvas.frame
    }
    let scene = scene(now: now)
    drawHeader(on: &canvas, in: layout.header, now: now)
    for place in scene.panes.places {
      if place.pane == .list {
        panes.list.draw(on: &canvas, in: place.area, scene, &cache.rows)
      } else {
        panes[place.pane].draw(on: &canvas, in: place.area, scene)
      }
    }
    drawFooter(on: &canvas, in: layout.footer, scene)
    if dialog?.isModal == true {
      canvas.restyle(Area(size).inset(columns: 0)) { _ in theme.style(.backdrop) }
      canvas.focus = nil
    }
    drawTour(on: &canvas, over: layout.footer, now: now)
    dialog?.draw(on: &canvas, theme: theme)
    drawNotice(on: &canvas, over: layout.footer, now: now)
    return canvas.frame
  }
}

/// The parts of a frame that the next frame copies if they are unchanged.
package struct FrameCache: Sendable {
  var rows = RowCache()

  /// Creates an empty cache, with which a frame is drawn completely.
  package init() {}
}
