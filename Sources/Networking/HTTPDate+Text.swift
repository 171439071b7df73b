extension HTTPDate {
  /// Formats a time, in seconds since 1970, for a header such as `Last-Modified`:
  /// `Sun, 06 Nov 1994 08:49:37 GMT`.
  public static func text(_ seconds: Int64) -> String {
    let (days, rest) = seconds.floorDivided(by: 86_400)
    let date = calendarDate(days: days)
    let weekday = (days + 4).floorDivided(by: 7).remainder
    let clock = [rest / 3_600, rest / 60 % 60, rest % 60].map(padded).joined(separator: ":")
    return "\(weekdays[Int(weekday)]), \(padded(date.day)) \(months[Int(date.month) - 1]) "
      + "\(date.year) \(clock) GMT"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Returns the date of a day since 1970-01-01; the computation uses years that begin in March, so
  /// that a leap day is the last day.
  private static func calendarDate(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (days + 719_468).floorDivided(by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1
    )
  }
}

extension Int64 {
  fileprivate func floorDivided(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
