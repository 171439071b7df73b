import Dashboard
import FeatureFlags
import Text

import struct FoundationEssentials.Date

extension Override {
  /// The text after the state of a feature that says how long the override applies, such as
  /// `overridden until 17:30`.
  ///
  /// - Parameters:
  ///   - clock: The time zone of the user.
  ///   - now: The current date, which determines whether the day is printed.
  /// - Returns: The text without a line break.
  func mark(_ clock: WallClock, now: Date) -> String {
    switch lifetime {
    case .kept: "overridden"
    case .session: "overridden for this session"
    case .until(let end): "overridden until \(clock.text(of: end, now: now))"
    case .lasting(let length): "overridden for \(length.text)"
    }
  }

  /// The text of ``mark(_:now:)`` with the time that remains until the expiry, such as `overridden until
  /// 17:30, in 2h`.
  func markWithRemainder(_ clock: WallClock, now: Date) -> String {
    guard case .until(let end) = lifetime else { return mark(clock, now: now) }
    // Rounds the remaining time up to minutes, because no screen shows the seconds of an expiry.
    let minutes = max((end.timeIntervalSince(now) / 60).rounded(.up), 1)
    return "\(mark(clock, now: now)), in \(Duration.seconds(minutes * 60).text)"
  }
}

extension WallClock {
  /// The local date and time of a date with seconds, such as `2026-11-21 17:30:15`.
  func text(of date: Date) -> String {
    let local = localTime(of: date)
    return local.date + " " + local.clock
  }
}
