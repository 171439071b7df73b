public import struct FoundationEssentials.Date

/// Relates the dashboard's time line to dates, and dates to the user's time zone.
///
/// The dashboard reads neither the system clock nor the time zone itself: both are injected here.
public struct WallClock: Sendable {
  /// The date at which the dashboard's time line begins.
  public let start: Date
  /// Converts a date to the user's time zone, which may have daylight saving time.
  private let local: @Sendable (Date) -> LocalTime

  /// Makes a clock.
  ///
  /// - Parameters:
  ///   - start: The date at which the dashboard's time line begins.
  ///   - local: Converts a date to the user's time zone.
  public init(start: Date, local: @escaping @Sendable (Date) -> LocalTime) {
    self.start = start
    self.local = local
  }

  /// The local time of a date.
  public func localTime(of date: Date) -> LocalTime { local(date) }

  /// The date at a time of the dashboard's time line.
  func date(at time: Duration) -> Date { start.addingTimeInterval(time / .seconds(1)) }

  /// The time on the dashboard's time line at a date; negative before its beginning.
  func time(of date: Date) -> Duration { .seconds(date.timeIntervalSince(start)) }

  /// The time on the dashboard's time line at which the day ends, by a day of 24 hours.
  func nextMidnight(after time: Duration) -> Duration {
    let local = local(date(at: time))
    return time + .seconds(86_400 - local.hour * 3_600 - local.minute * 60 - local.second)
  }
}
