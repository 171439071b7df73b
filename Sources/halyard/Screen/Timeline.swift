import Dashboard

import struct FoundationEssentials.Date

/// The time line of the dashboard, and the clock and time zone of the user.
struct Timeline: Sendable {
  private let start = ContinuousClock.now
  /// Relates the time line to local dates and times.
  let wallClock = WallClock.system(at: Date())

  /// How long the dashboard has been open.
  var now: Duration { start.duration(to: .now) }

  /// This moment.
  var moment: Moment { Moment(now, clock: Self.clock) }

  /// Something that happens now.
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
