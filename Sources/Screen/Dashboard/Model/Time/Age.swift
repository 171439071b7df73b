import Text

import struct FoundationEssentials.Date

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
