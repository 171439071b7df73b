/// Parses the dates of HTTP headers.
///
/// libcurl's `curl_getdate` is not used: it accepts texts that are no HTTP dates, such as `20040911` and
/// `Sun, -6 Nov 1994 08:49 GMT`, and maps all dates before 1970 to 0.
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
