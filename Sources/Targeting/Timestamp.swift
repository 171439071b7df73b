/// A point in time of RFC 3339, such as `2026-11-23T10:15:30.5+01:00`, in seconds since 1970.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// The seconds since the start of 1970 in UTC.
  package let seconds: Double

  package init(seconds: Double) { self.seconds = seconds }

  /// Parses a date with a time and an offset; `nil` for other text and for dates that do not exist.
  ///
  /// The letters `T` and `Z` may be lower case.
  package init?(_ text: String) {
    var fields = Fields(Array(text.utf8))
    guard let year = fields.number(4), fields.skip("-"), let month = fields.number(2),
      fields.skip("-"),
      let day = fields.number(2), fields.skip("Tt"),
      let hour = fields.number(2), fields.skip(":"), let minute = fields.number(2),
      fields.skip(":"),
      let second = fields.number(2),
      (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day),
      hour < 24, minute < 60, second <= 60, let fraction = fields.fraction(),
      let offset = fields.offset(), fields.isAtEnd
    else { return nil }
    let days = Self.days(before: year, month) + day - 1
    seconds = Double(((days * 24 + hour) * 60 + minute) * 60 + second - offset) + fraction
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool { left.seconds < right.seconds }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The number of days from the start of 1970 to the start of a month.
  private static func days(before year: Int, _ month: Int) -> Int {
    let last = year - 1
    let leapDays = (last / 4 - last / 100 + last / 400) - (1969 / 4 - 1969 / 100 + 1969 / 400)
    return (year - 1970) * 365 + leapDays + (1..<month).reduce(0) { $0 + days(in: $1, of: year) }
  }

  /// Reads the fields of a timestamp.
  private struct Fields {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index == bytes.count }

    private var digit: Int? {
      guard index < bytes.count, (0x30...0x39).contains(bytes[index]) else { return nil }
      return Int(bytes[index]) - 0x30
    }

    /// Reads a number with the given count of digits.
    mutating func number(_ count: Int) -> Int? {
      var number = 0
      for _ in 0..<count {
        guard let digit else { return nil }
        number = number * 10 + digit
        index += 1
      }
      return number
    }

    /// Skips one of the given characters; returns `false` if another one follows.
    mutating func skip(_ characters: String) -> Bool {
      guard index < bytes.count, characters.utf8.contains(bytes[index]) else { return false }
      index += 1
      return true
    }

    /// Reads an optional fraction of a second, of up to 9 digits; `nil` for a point without digits.
    mutating func fraction() -> Double? {
      guard skip(".") else { return 0 }
      var (number, unit) = (0.0, 1.0)
      let start = index
      while let digit, index - start < 9 {
        unit /= 10
        number += Double(digit) * unit
        index += 1
      }
      return index > start ? number : nil
    }

    /// Reads the offset from UTC in seconds: `Z`, or a sign with hours and minutes.
    mutating func offset() -> Int? {
      if skip("Zz") { return 0 }
      let isNegative = skip("-")
      guard isNegative || skip("+"), let hours = number(2), skip(":"), let minutes = number(2),
        hours < 24, minutes < 60
      else { return nil }
      let seconds = (hours * 60 + minutes) * 60
      return isNegative ? -seconds : seconds
    }
  }
}
