/// A point in time on the dashboard's clock, with its local time of day.
public struct Moment: Hashable, Sendable {
  /// The time on the clock of ``DashboardState/update(_:now:)``; negative before the clock's start.
  public var time: Duration
  /// The local time of day as text, such as `10:04:12`.
  public var clock: String

  /// Creates a moment; the caller converts the time to the local time of day.
  public init(_ time: Duration, clock: String) {
    self.time = time
    self.clock = clock
  }
}

extension Moment {
  /// The local time of day as text, with the date in front if the date is not today's.
  ///
  /// - Parameters:
  ///   - wallClock: The user's clock and time zone.
  ///   - now: The current time, which determines today's date.
  /// - Returns: Text such as `10:04:12` or `2026-11-21 10:04:12`.
  func text(_ wallClock: WallClock, now: Duration) -> String {
    let day = wallClock.localTime(of: wallClock.date(at: time)).date
    let today = wallClock.localTime(of: wallClock.date(at: now)).date
    return day == today ? clock : day + " " + clock
  }
}

extension WallClock {
  /// The moment at a time on the dashboard's clock.
  func moment(at time: Duration) -> Moment {
    Moment(time, clock: localTime(of: date(at: time)).clock)
  }
}
