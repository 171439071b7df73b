public import Dashboard
import Foundation

extension WallClock {
  /// Creates a clock that starts at the given date, in the time zone with the given identifier.
  public static func zone(
    _ identifier: String = "UTC",
    start: String = "2026-11-21T12:00:00Z"
  ) -> WallClock {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: identifier) ?? .gmt
    let date = (try? Date(start, strategy: .iso8601)) ?? .distantPast
    return WallClock(start: date) { [calendar] date in
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second],
        from: date
      )
      return LocalTime(
        year: parts.year ?? 0,
        month: parts.month ?? 0,
        day: parts.day ?? 0,
        hour: parts.hour ?? 0,
        minute: parts.minute ?? 0,
        second: parts.second ?? 0
      )
    }
  }
}
