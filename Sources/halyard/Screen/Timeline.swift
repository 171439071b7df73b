import Dashboard
import Glibc

/// The time of the dashboard: how long it has been open, and what the clock on the wall shows.
struct Timeline: Sendable {
  private let start = ContinuousClock.now

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
    var seconds = Glibc.time(nil)
    var local = tm()
    localtime_r(&seconds, &local)
    return [local.tm_hour, local.tm_min, local.tm_sec]
      .map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
  }
}
