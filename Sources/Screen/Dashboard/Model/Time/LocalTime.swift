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
