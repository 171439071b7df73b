public import struct FoundationEssentials.Date

/// Converts between times on the dashboard's clock, dates, and the user's time zone.
///
/// The dashboard reads neither the system clock nor the time zone itself: the program injects both.
public struct WallClock: Sendable {
  /// The date at which the dashboard's clock starts.
  public let start: Date
  /// Converts a date to the user's time zone, including daylight saving time.
  private let local: @Sendable (Date) -> LocalTime

  /// Creates a wall clock from a start date and a time zone conversion.
  ///
  /// - Parameters:
  ///   - start: The date at which the dashboard's clock starts.
  ///   - local: Converts a date to the user's time zone.
  public init(start: Date, local: @escaping @Sendable (Date) -> LocalTime) {
    self.start = start
    self.local = local
  }

  /// Converts a date to the user's time zone.
  public func localTime(of date: Date) -> LocalTime { local(date) }

  /// Converts a time on the dashboard's clock to a date.
  func date(at time: Duration) -> Date { start.addingTimeInterval(time / .seconds(1)) }

  /// Converts a date to a time on the dashboard's clock; negative before its start.
  func time(of date: Date) -> Duration { .seconds(date.timeIntervalSince(start)) }

  /// The local time of a date in minutes, with the date in front if it is not today's, such as
  /// `17:30` or `2026-11-22 00:10`.
  package func text(of date: Date, now: Date) -> String {
    let local = localTime(of: date)
    return local.date == localTime(of: now).date ? local.minutes : "\(local.date) \(local.minutes)"
  }

  /// The time of the next local midnight on the dashboard's clock; assumes a day of 24 hours.
  func nextMidnight(after time: Duration) -> Duration {
    let local = local(date(at: time))
    return time + .seconds(86_400 - local.hour * 3_600 - local.minute * 60 - local.second)
  }
}
