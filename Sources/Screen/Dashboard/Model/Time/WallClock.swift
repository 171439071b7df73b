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

/// A point in time on the dashboard's clock, with its local time of day.
public struct Moment: Hashable, Sendable {
  /// The time on the clock of ``DashboardState/update(_:now:)``; negative before the clock's start.
  public var time: Duration
  /// The local time of day as text, such as `10:04:12`.
  public var clock: String

  /// Creates a moment; the caller converts the time to the local time of day.
  public init(_ time: Duration, clock: String) {
    self.time = time
    self.clock = clock
  }
}

extension Moment {
  /// The local time of day as text, with the date in front if the date is not today's.
  ///
  /// - Parameters:
  ///   - wallClock: The user's clock and time zone.
  ///   - now: The current time, which determines today's date.
  /// - Returns: Text such as `10:04:12` or `2026-11-21 10:04:12`.
  func text(_ wallClock: WallClock, now: Duration) -> String {
    let day = wallClock.localTime(of: wallClock.date(at: time)).date
    let today = wallClock.localTime(of: wallClock.date(at: now)).date
    return day == today ? clock : day + " " + clock
  }
}

extension WallClock {
  /// The moment at a time on the dashboard's clock.
  func moment(at time: Duration) -> Moment {
    Moment(time, clock: localTime(of: date(at: time)).clock)
  }
}

/// A date with the time of day, in the time zone of the user.
public struct LocalTime: Hashable, Sendable {
  /// The year, such as 2026.
  public var year: Int
  /// The month, from 1 to 12.
  public var month: Int
  /// The day of the month, from 1 to 31.
  public var day: Int
  /// The hour, from 0 to 23.
  public var hour: Int
  /// The minute, from 0 to 59.
  public var minute: Int
  /// The second, from 0 to 60; 60 is a leap second.
  public var second: Int

  /// Creates a local time from its components without validation.
  public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }
}

extension LocalTime {
  /// The time of day with seconds as text, such as `10:04:12`.
  public var clock: String { minutes + ":" + Self.twoDigits(second) }

  /// The time of day without seconds as text, such as `10:04`.
  package var minutes: String { Self.twoDigits(hour) + ":" + Self.twoDigits(minute) }

  /// The date as text, such as `2026-11-21`.
  package var date: String { "\(year)-\(Self.twoDigits(month))-\(Self.twoDigits(day))" }

  private static func twoDigits(_ number: Int) -> String {
    (number < 10 ? "0" : "") + String(number)
  }
}
