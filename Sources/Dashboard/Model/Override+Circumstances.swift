import FeatureFlags
import Frame

import struct FoundationEssentials.Date

extension Override {
  /// The lifetime, the author and the time of the override as text, such as `until 17:30 today (in
  /// 2 h) · set by ana@build-7 at 15:30 today`.
  ///
  /// - Parameters:
  ///   - clock: The user's clock and time zone.
  ///   - now: The current date, which determines today.
  /// - Returns: A single line.
  func circumstances(_ clock: WallClock, now: Date) -> String {
    let today = clock.localTime(of: now).date
    let end =
      switch lifetime {
      case .kept: "until reset"
      case .session: "until the session ends"
      case .until(let end): Self.expiryText(for: end, clock, now: now, today: today)
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
    let remaining = remainingText(until: end, now: now)
    return "until " + moment + (remaining.map { " (\($0))" } ?? "")
  }

  /// The time until the expiry as text, rounded up to minutes; `nil` for more than a day.
  private static func remainingText(until end: Date, now: Date) -> String? {
    let seconds = end.timeIntervalSince(now)
    guard seconds > 0, seconds <= 86_400 else { return nil }
    let minutes = Int((seconds / 60).rounded(.up))
    guard minutes >= 60 else { return "in \(minutes) min" }
    return "in \(minutes / 60) h" + (minutes % 60 == 0 ? "" : " \(minutes % 60) min")
  }

  /// The next time at which the text of ``circumstances(_:now:)`` changes, on the dashboard's
  /// clock.
  func nextChange(of clock: WallClock, after time: Duration) -> Duration {
    let midnight = clock.nextMidnight(after: time)
    guard case .until(let date) = lifetime else { return midnight }
    let end = clock.time(of: date)
    let remaining = end - time
    guard remaining > .zero else { return midnight }
    guard remaining <= .seconds(86_400) else { return min(end - .seconds(86_400), midnight) }
    // The text shows the remaining minutes, rounded up, so it changes when the remaining time is a
    // whole number of minutes.
    let minutes = (remaining.secondsRoundedUp - 1) / 60
    return min(end - .seconds(minutes * 60), midnight)
  }
}
