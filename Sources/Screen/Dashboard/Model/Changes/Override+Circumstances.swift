import FeatureFlags
import Text

import struct FoundationEssentials.Date

extension Override {
  /// The lifetime, the author and the time of the override as text, such as `until 17:30 today (in
  /// 2 h) · set by ana@build-7 at 15:30 today`.
  ///
  /// - Parameters:
  ///   - clock: The user's clock and time zone.
  ///   - now: The current date, which determines the remaining time, and which times are of today.
  /// - Returns: A single line.
  func circumstances(_ clock: WallClock, now: Date) -> String {
    let today = clock.localTime(of: now).date
    let end =
      switch lifetime {
      case .kept: "until reset"
      case .session: "until the session ends"
      case .until(let end): Self.expiryText(for: end, clock, now: now, today: today)
      case .lasting(let length): "for " + length.text
      }
    var origin = author.map { " by " + $0 } ?? ""
    if let date {
      let local = clock.localTime(of: date)
      origin += local.date == today ? "" : " on " + local.date
      origin += " at " + local.minutes + (local.date == today ? " today" : "")
    }
    return end + (origin.isEmpty ? "" : " · set" + origin)
  }

  private static func expiryText(
    for end: Date,
    _ clock: WallClock,
    now: Date,
    today: String
  ) -> String {
    let local = clock.localTime(of: end)
    let moment = local.date == today ? "\(local.minutes) today" : "\(local.date) \(local.minutes)"
    let remaining = RemainingTime(until: end, at: clock.time(of: now), clock)
    return "until " + moment + (now < end ? remaining.phrase.map { " (\($0))" } ?? "" : "")
  }

  /// The next time at which the text of ``circumstances(_:now:)`` changes, on the dashboard's
  /// clock.
  func nextChange(of clock: WallClock, after time: Duration) -> Duration {
    let midnight = clock.nextMidnight(after: time)
    guard let remaining = RemainingTime(self, at: time, clock) else { return midnight }
    return min(remaining.nextChange, midnight)
  }
}
