import Dashboard
import FeatureFlags

import struct FoundationEssentials.Date

/// The monotonic clock of the dashboard, and the clock and time zone of the user.
struct DashboardClock: Sendable {
  private let read: @Sendable () -> Duration
  /// Converts times on the monotonic clock to local dates and times.
  let wallClock = WallClock.system(at: Date())

  /// Starts a timeline now.
  init() {
    let start = ContinuousClock.now
    read = { start.duration(to: .now) }
  }

  /// Creates the timeline of another clock.
  init(now: @escaping @Sendable () -> Duration) { read = now }

  /// The time since the dashboard was opened.
  var now: Duration { read() }

  /// The current moment, with its local time.
  var moment: Moment { Moment(now, clock: Self.clock) }

  /// Creates an entry of the activity log for the current moment.
  func entry(
    _ kind: ActivityEntry.Kind,
    hasFailed: Bool = false,
    _ text: String,
    details: String = "",
    author: String? = nil,
    features: [Feature.Name] = []
  ) -> ActivityEntry {
    ActivityEntry(
      when: moment,
      kind: kind,
      hasFailed: hasFailed,
      text: text,
      details: details,
      author: author,
      features: features
    )
  }

  /// The local time, such as `10:04:12`.
  static var clock: String {
    let now = Date()
    return WallClock.system(at: now).localTime(of: now).clock
  }
}
