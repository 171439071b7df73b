import Dashboard
import FeatureFlags

import struct FoundationEssentials.Date

extension Override {
  /// The override as the end of a printed state, such as `overridden until 17:30`.
  ///
  /// - Parameters:
  ///   - clock: The time zone of the user.
  ///   - now: The current date, which determines whether the day is printed.
  /// - Returns: The text without a line break.
  func mark(_ clock: WallClock, now: Date) -> String {
    switch lifetime {
    case .kept: "overridden"
    case .session: "overridden for this session"
    case .until(let end): "overridden until \(clock.shortText(of: end, now: now))"
    }
  }

  /// The mark with the time until the expiry, such as `overridden until 17:30, in 2 h`.
  func markWithRemainder(_ clock: WallClock, now: Date) -> String {
    guard case .until(let end) = lifetime else { return mark(clock, now: now) }
    return "\(mark(clock, now: now)), in \(Self.remainder(end.timeIntervalSince(now)))"
  }

  /// A number of seconds in its two largest units, rounded up to minutes, such as `1 h 30 min`.
  private static func remainder(_ seconds: Double) -> String {
    let minutes = Int((max(seconds, 0) / 60).rounded(.up))
    let units = [(minutes / 1_440, "d"), (minutes / 60 % 24, "h"), (minutes % 60, "min")]
    let parts = units.drop { $0.0 == 0 }.prefix(2).filter { $0.0 > 0 }
    return parts.isEmpty ? "0 min" : parts.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }
}

extension WallClock {
  /// The local time of a date, such as `17:30`, or `2026-11-21 17:30` on another day than today.
  func shortText(of date: Date, now: Date) -> String {
    let (local, today) = (localTime(of: date), localTime(of: now))
    let minutes = String(local.clock.prefix(5))
    let isToday = (local.year, local.month, local.day) == (today.year, today.month, today.day)
    return isToday ? minutes : local.dayText + " " + minutes
  }

  /// The local date and time of a date with seconds, such as `2026-11-21 17:30:15`.
  func text(of date: Date) -> String {
    let local = localTime(of: date)
    return local.dayText + " " + local.clock
  }
}

extension LocalTime {
  fileprivate var dayText: String {
    let parts = [month, day].map { ($0 < 10 ? "0" : "") + String($0) }
    return "\(year)-" + parts.joined(separator: "-")
  }
}
