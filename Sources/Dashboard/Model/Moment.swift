/// A moment on the dashboard's time line, with the local time of day.
public struct Moment: Hashable, Sendable {
  /// The time on the clock of ``DashboardState/update(_:now:)``; negative before its start.
  public var time: Duration
  /// The local time of day, such as `10:04:12`.
  public var clock: String

  /// Makes a moment.
  public init(_ time: Duration, clock: String) {
    self.time = time
    self.clock = clock
  }
}

extension Moment {
  /// The local time of day, preceded by the date if the moment is on another day.
  ///
  /// - Parameters:
  ///   - wallClock: The user's clock and time zone.
  ///   - now: The time that counts as today.
  /// - Returns: Text such as `10:04:12` or `2026-11-21 10:04:12`.
  func text(_ wallClock: WallClock, now: Duration) -> String {
    let day = wallClock.localTime(of: wallClock.date(at: time)).date
    let today = wallClock.localTime(of: wallClock.date(at: now)).date
    return day == today ? clock : day + " " + clock
  }
}
