/// Parses the dates of HTTP headers.
///
/// libcurl's `curl_getdate` is not used: it accepts texts that are not HTTP dates, such as `20040911`
/// and `Sun, -6 Nov 1994 08:49 GMT`, and maps all dates before 1970 to 0.
public enum HTTPDate {
  /// Parses a date in one of the three formats of RFC 9110; returns the seconds since 1970, or
  /// `nil` for other text.
  public static func seconds(_ text: String) -> Int64? {
    var fields = text.split { " ,".contains($0) }
    if fields.count == 4 {
      fields.replaceSubrange(1...1, with: fields[1].split(separator: "-"))
    }
    switch fields.count {
    case 6 where fields[5] == "GMT":
      return seconds(day: fields[1], month: fields[2], year: fields[3], time: fields[4])
    case 5:
      return seconds(day: fields[2], month: fields[1], year: fields[4], time: fields[3])
    default:
      return nil
    }
  }

  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func seconds(
    day: Substring,
    month: Substring,
    year: Substring,
    time: Substring
  ) -> Int64? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number($0) }
    guard let day = number(day), let year = number(year), clock.count == 3,
      let month = months.firstIndex(of: String(month)),
      let hour = clock[0], let minute = clock[1], let second = clock[2],
      (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let fullYear = year >= 100 ? year : year + (year < 70 ? 2000 : 1900)
    return days(year: fullYear, month: Int64(month) + 1, day: day) * 86_400
      + hour * 3_600 + minute * 60 + second
  }

  private static func number(_ text: Substring) -> Int64? {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int64(text)
  }

  /// Returns the days since 1970-01-01; the computation uses years that begin in March, so that a
  /// leap day is the last day.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }
}

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
