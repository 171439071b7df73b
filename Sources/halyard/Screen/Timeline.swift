import Dashboard

import struct FoundationEssentials.Date

/// The monotonic clock of the dashboard, and the clock and time zone of the user.
struct Timeline: Sendable {
  private let start = ContinuousClock.now
  /// Converts times on the monotonic clock to local dates and times.
  let wallClock = WallClock.system(at: Date())

  /// The time since the dashboard was opened.
  var now: Duration { start.duration(to: .now) }

  /// The current moment, with its local time.
  var moment: Moment { Moment(now, clock: Self.clock) }

  /// Creates an entry of the activity log for the current moment.
  func entry(
    _ kind: ActivityEntry.Kind,
    hasFailed: Bool = false,
    _ text: String,
    details: String = ""
  ) -> ActivityEntry {
    ActivityEntry(when: moment, kind: kind, hasFailed: hasFailed, text: text, details: details)
  }

  /// The local time, such as `10:04:12`.
  static var clock: String {
    let now = Date()
    return WallClock.system(at: now).localTime(of: now).clock
  }
}
