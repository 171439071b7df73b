import Dashboard
import FeatureFlags

import struct FoundationEssentials.Date

/// The monotonic clock of the dashboard, and the clock and time zone of the user.
struct DashboardClock: Sendable {
  private let read: @Sendable () -> Duration
  /// Converts times on the monotonic clock to local dates and times.
  let wallClock = WallClock.system(at: Date())

  /// Creates a clock whose time is zero now.
  init() {
    let start = ContinuousClock.now
    read = { start.duration(to: .now) }
  }

  /// Creates a clock with another source of time, such as that of a test.
  init(now: @escaping @Sendable () -> Duration) { read = now }

  /// The time since the dashboard was opened.
  var now: Duration { read() }

  /// The current moment, with its local time.
  var moment: Moment { Moment(now, clock: Self.clock) }

  /// The local time, such as `10:04:12`.
  static var clock: String {
    let now = Date()
    return WallClock.system(at: now).localTime(of: now).clock
  }
}
