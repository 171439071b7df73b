import FeatureFlags
import Frame
import Workbench

/// Lays out the address, the access and the requests of the server.
struct ServerLines {
  let activity: ServingActivity
  let theme: Theme
  let wallClock: WallClock

  /// The facts about the server in one line, or in two lines on a narrow screen.
  ///
  /// - Parameters:
  ///   - columns: The width of a line in cells.
  ///   - count: The number of lines, 1 or 2.
  /// - Returns: As many lines as `count`.
  func lines(columns: Int, count: Int) -> [Line] {
    let gap = Span("   ", theme.style(.text))
    guard count == 1 else {
      let first = Line(address + [gap] + access)
      guard first.width > columns else { return [first, Line(requests(hasStart: true))] }
      let url = DisplayText(activity.url, fittedTo: columns)
      return [
        Line([Span(url, theme.style(.title))]),
        Line(access + [Span("  ", gap.style)] + requests(hasStart: false)),
      ]
    }
    let head = address + [gap] + access + [gap]
    let line = Line(head + requests(hasStart: true))
    return [line.width <= columns ? line : Line(head + requests(hasStart: false))]
  }

  private var address: [Span] {
    [Span(DisplayText(activity.url, limit: 200), theme.style(.title))]
  }

  private var access: [Span] {
    switch activity.access {
    case .token: [Span("● token required", theme.style(.success))]
    case .open(isLoopback: true): [Span("○ this machine only", theme.style(.muted))]
    case .open(isLoopback: false): [Span("▲ open without token", theme.style(.warning))]
    }
  }

  private func requests(hasStart: Bool) -> [Span] {
    let start = hasStart ? " since " + wallClock.localTime(of: activity.start).minutes : ""
    let count = Number.count(activity.requestCount, "request") + start
    guard activity.rejectedCount > 0 else { return [Span(count, theme.style(.muted))] }
    return [
      Span(count, theme.style(.muted)), Span(" · ", theme.style(.muted)),
      Span("✗ \(activity.rejectedCount) rejected", theme.style(.failure)),
    ]
  }
}
