import FeatureFlags
import Glibc

import struct FoundationEssentials.Date

/// A point in time on the command line: a time of day or a date in the local time zone, or a time
/// in ISO 8601.
enum TimeText: Equatable {
  /// A time of day in seconds, such as `17:30`.
  case time(Int)
  /// A date, at the given time of day or at its beginning.
  case date(Date)

  /// The description of the syntax in error messages.
  static let example = "a time such as 17:30, 2026-11-21, \"2026-11-21 17:30\" or ISO 8601"

  /// Parses a text; `nil` for any other syntax, and for a date that does not exist.
  init?(_ text: String) {
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
    let day = parts.first?.split(separator: "-", omittingEmptySubsequences: false) ?? []
    guard day.count == 3, day[0].count == 4, let year = Self.number(day[0]),
      let month = Self.number(day[1]), let dayOfMonth = Self.number(day[2])
    else { return nil }
    let seconds = parts.count > 1 ? Self.secondsOfDay(String(parts[1])) : 0
    guard let seconds, let date = Self.date(year, month, dayOfMonth, seconds) else { return nil }
    self = .date(date)
  }

  /// The first such time after the given date; `nil` if it has passed.
  ///
  /// A time of day that has passed today means tomorrow.
  func next(after now: Date) -> Date? {
    switch self {
    case .date(let date): date > now ? date : nil
    case .time(let seconds):
      [0, 1].lazy.compactMap { Self.date(of: seconds, on: now, plus: $0) }.first { $0 > now }
    }
  }

  /// The last such time before the given date, which can be in the future only for a date.
  func last(before now: Date) -> Date? {
    switch self {
    case .date(let date): date
    case .time(let seconds):
      [0, -1].lazy.compactMap { Self.date(of: seconds, on: now, plus: $0) }.first { $0 <= now }
    }
  }
}

// MARK: Local time

extension TimeText {
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  /// The seconds since midnight of a time such as `7:30`, `17:30` or `17:30:15`.
  private static func secondsOfDay(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(number)
    guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1],
      let second = parts.count > 2 ? parts[2] : 0,
      hour < 24, minute < 60, second < 60
    else { return nil }
    return hour * 3_600 + minute * 60 + second
  }

  /// The date of a local time; `nil` for a day that does not exist.
  private static func date(_ year: Int, _ month: Int, _ day: Int, _ seconds: Int) -> Date? {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    var local = tm()
    local.tm_year = Int32(year - 1_900)
    local.tm_mon = Int32(month - 1)
    local.tm_mday = Int32(day)
    let date = date(&local, seconds)
    // `mktime` accepts February 30 and returns March 2.
    return local.tm_mon == month - 1 && local.tm_mday == day ? date : nil
  }

  /// The date of a local time on the day of another date, or some days later.
  private static func date(of seconds: Int, on date: Date, plus days: Int) -> Date? {
    var time = time_t(date.timeIntervalSince1970.rounded(.down))
    var local = tm()
    guard localtime_r(&time, &local) != nil else { return nil }
    local.tm_mday += Int32(days)
    return Self.date(&local, seconds)
  }

  /// Converts a local day to the date at the given time of day, with daylight saving time.
  private static func date(_ local: inout tm, _ seconds: Int) -> Date? {
    local.tm_hour = Int32(seconds / 3_600)
    local.tm_min = Int32(seconds / 60 % 60)
    local.tm_sec = Int32(seconds % 60)
    local.tm_isdst = -1
    let time = mktime(&local)
    return time == -1 ? nil : Date(timeIntervalSince1970: Double(time))
  }
}
