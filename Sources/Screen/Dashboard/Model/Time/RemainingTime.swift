import FeatureFlags
import Text

import struct FoundationEssentials.Date

/// The remaining time until an expiry as a short text, such as `1h 58m` or `45s`.
///
/// Like an ``Age``, it is the difference of two whole minutes on the dashboard's clock, or of two
/// whole seconds in the last minute. All remaining times of a screen thus change at the same
/// times: at most one tick per minute updates them, and one per second in the last minute.
struct RemainingTime: Hashable, Sendable {
  /// The remaining whole seconds, at least 1.
  private let seconds: Int64
  /// The remaining whole minutes.
  private let minutes: Int64
  /// The current whole second on the dashboard's clock.
  private let now: Int64
  /// The whole second of the expiry on the dashboard's clock.
  private let end: Int64

  private static let minute: Int64 = 60
  private static let day: Int64 = 1_440

  /// Computes the remaining time until a date; 1 second for a date in the past.
  init(until date: Date, at time: Duration, _ wallClock: WallClock) {
    now = time.wholeSeconds
    end = max(wallClock.time(of: date).wholeSeconds, now + 1)
    seconds = end - now
    minutes = max(end.wholeMinutes - now.wholeMinutes, 1)
  }

  /// The remaining time of the override; `nil` unless it expires at a time.
  init?(_ override: Override?, at time: Duration, _ wallClock: WallClock) {
    guard case .until(let date) = override?.lifetime else { return nil }
    self.init(until: date, at: time, wallClock)
  }

  /// The smallest unit of `text` in minutes, for a remaining time of at least a minute.
  private var unit: Int64 { minutes < Self.day ? 1 : minutes < 100 * Self.day ? 60 : Self.day }

  /// The maximum width of ``text`` in cells.
  static let width = 7

  /// The remaining time in at most seven characters, such as `45s`, `12m`, `1h 58m` or `3d 4h`.
  var text: String {
    Duration.seconds(seconds < Self.minute ? seconds : minutes / unit * unit * 60).text
  }

  /// The remaining time as a phrase, such as `in 1h 58m`; `nil` from one day on.
  var phrase: String? { minutes >= Self.day ? nil : "in " + text }

  /// The time on the dashboard's clock at which ``text`` changes.
  var nextChange: Duration {
    if seconds < Self.minute { return .seconds(now + 1) }
    if minutes >= Self.day {
      return .seconds((end.wholeMinutes - minutes / unit * unit + 1) * 60)
    }
    return .seconds(min((now.wholeMinutes + 1) * 60, end - Self.minute + 1))
  }
}

extension Int64 {
  /// The number of whole minutes of a number of seconds, rounded down.
  fileprivate var wholeMinutes: Int64 {
    self >= 0 ? self / 60 : (self - 59) / 60
  }
}

/// The age of an event in its largest whole unit, such as `3s` or `12m`.
///
/// An age is the difference of two whole seconds on the dashboard's clock. All ages of a screen
/// thus change at the same times, and at most one tick per second updates them.
struct Age: Hashable, Sendable {
  /// The age in seconds; 0 for a date in the future.
  let seconds: Int64
  /// The whole second of the event on the dashboard's clock.
  private let start: Int64

  /// Computes the age of an event.
  ///
  /// - Parameters:
  ///   - date: The date of the event.
  ///   - now: The current time on the dashboard's clock.
  ///   - wallClock: Converts the date to a time on the dashboard's clock.
  init(of date: Date, at now: Duration, _ wallClock: WallClock) {
    let current = now.wholeSeconds
    start = min(wallClock.time(of: date).wholeSeconds, current)
    seconds = current - start
  }

  private static let minute: Int64 = 60
  private static let hour: Int64 = 3_600
  private static let day: Int64 = 86_400

  /// The unit of the text in seconds.
  private var unit: Int64 {
    seconds < Self.minute
      ? 1 : seconds < Self.hour ? Self.minute : seconds < Self.day ? Self.hour : Self.day
  }

  /// The age as text of at most four characters, such as `now`, `3s`, `12m`, `5h` or `2d`.
  var text: String {
    seconds == 0 ? "now" : Duration.seconds(min(seconds / unit, 999) * unit).text
  }

  /// The time on the dashboard's clock at which ``text`` changes.
  var nextChange: Duration { .seconds(start + (seconds / unit + 1) * unit) }
}

extension Duration {
  /// The duration in whole seconds, rounded down.
  var wholeSeconds: Int64 {
    components.seconds - (components.attoseconds < 0 ? 1 : 0)
  }
}
