import FeatureFlags
import Text

package import struct FoundationEssentials.Date

/// A point in time that the user types: a time of day or a date in the user's time zone, or a time
/// in ISO 8601.
package enum TimeText: Equatable {
  /// A time of day in seconds, such as `17:30`.
  case time(Int)
  /// A date, at the given time of day or at its beginning.
  case date(Date)

  /// The description of the syntax in error messages.
  package static let example = "a time such as 17:30, 2026-11-21, \"2026-11-21 17:30\" or ISO 8601"

  /// Parses a text; `nil` for any other syntax, and for a date that does not exist.
  package init?(_ text: String, _ clock: WallClock) {
    if let time = Self.secondsOfDay(text) {
      self = .time(time)
      return
    }
    if let date = Date(storedText: text) {
      self = .date(date)
      return
    }
    let separator: Character = text.contains("T") ? "T" : " "
    let parts = text.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
    let midnight = String(parts.first ?? "") + "T00:00:00Z"
    // The parser accepts February 30 as March 2, and years with five digits.
    guard midnight.utf8.count == 20, let day = Date(storedText: midnight),
      day.storedText == midnight,
      let seconds = parts.count > 1 ? Self.secondsOfDay(String(parts[1])) : 0
    else { return nil }
    self = .date(clock.date(showing: day.addingTimeInterval(Double(seconds))))
  }

  /// Parses the end of a lifetime: a time, or a duration from the current time, such as `2h 30m`.
  ///
  /// Returns `nil` for any other text, and for a time that has passed.
  static func end(_ text: String, now: Date, _ clock: WallClock) -> Date? {
    if let time = TimeText(text.trimmed, clock) { return time.next(after: now, clock) }
    let text = text.filter { $0 != " " }.lowercased()
    // Rejects a number without a unit, which could also mean an hour of the day.
    guard text.last?.isNumber == false, let duration = Duration(text: text) else { return nil }
    return now.addingTimeInterval(duration / .seconds(1)).inTenths
  }

  /// The time that the text stands for, at its first occurrence after the given date; `nil` if the text is a
  /// date in the past.
  ///
  /// A time of day that has passed today means tomorrow.
  package func next(after now: Date, _ clock: WallClock) -> Date? {
    switch self {
    case .date(let date): date > now ? date : nil
    case .time(let seconds):
      [0, 1].lazy.map { clock.date(onDayOf: now, plus: $0, seconds) }.first { $0 > now }
    }
  }

  /// The last time before the given date that the text means.
  ///
  /// A text with a date means that date, even if it is in the future.
  package func last(before now: Date, _ clock: WallClock) -> Date? {
    switch self {
    case .date(let date): date
    case .time(let seconds):
      [0, -1].lazy.map { clock.date(onDayOf: now, plus: $0, seconds) }.first { $0 <= now }
    }
  }

  /// The seconds since midnight of a time such as `7:30`, `17:30` or `17:30:15`.
  private static func secondsOfDay(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.map { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    guard (2...3).contains(parts.count), parts.dropFirst().allSatisfy({ $0.count == 2 }),
      let hour = numbers[0], let minute = numbers[1], let second = parts.count > 2 ? numbers[2] : 0,
      parts[0].count <= 2, hour < 24, minute < 60, second < 60
    else { return nil }
    return hour * 3_600 + minute * 60 + second
  }
}

extension WallClock {
  /// The first date at which the user's clock shows a local time, which is given as if it were UTC.
  ///
  /// A time that the clock skips for daylight saving time is moved by the skipped hour.
  fileprivate func date(showing local: Date) -> Date {
    let dates = [-86_400.0, 86_400].map { seconds in
      local.addingTimeInterval(-offset(at: local.addingTimeInterval(seconds)))
    }
    return dates.first { $0.addingTimeInterval(offset(at: $0)) == local } ?? dates[0]
  }

  /// The date of a time of day, on the local day of a date or some days later.
  fileprivate func date(onDayOf date: Date, plus days: Int, _ seconds: Int) -> Date {
    let local = date.addingTimeInterval(offset(at: date)).timeIntervalSince1970
    let midnight = ((local / 86_400).rounded(.down) + Double(days)) * 86_400
    return self.date(showing: Date(timeIntervalSince1970: midnight + Double(seconds)))
  }

  /// The offset of the user's time zone from UTC in seconds; 0 for a year that does not have four
  /// digits, which the conversion does not support.
  private func offset(at date: Date) -> Double {
    let local = localTime(of: date)
    let shown = Date(storedText: "\(local.date)T\(local.clock)Z")
    return shown?.timeIntervalSince(date.inWholeSeconds) ?? 0
  }
}
