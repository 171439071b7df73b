import struct FoundationEssentials.Date

/// A comparison operator for two ordered values; the raw value is its usual symbol.
package enum Comparison: String, Hashable, Sendable {
  case less = "<"
  case lessOrEqual = "<="
  case equal = "=="
  case unequal = "!="
  case greaterOrEqual = ">="
  case greater = ">"

  /// Returns whether the comparison is true; `left` is the value of the user, `right` that of the
  /// condition.
  package func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .less: left < right
    case .lessOrEqual: left <= right
    case .equal: left == right
    case .unequal: left != right
    case .greaterOrEqual: left >= right
    case .greater: left > right
    }
  }
}

/// A version of SemVer 2.0.0, which is compared by its precedence: build metadata is ignored, and a
/// prerelease is lower than its release.
package struct SemanticVersion: Comparable, Sendable {
  /// Deviations from the syntax of SemVer 2.0.0 that a flag system accepts.
  package struct Leniency: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// One leading `v` or `V` is ignored.
    package static let prefix = Leniency(rawValue: 1)
    /// A missing minor or patch number is 0, unless a prerelease or build metadata follows.
    package static let missingNumbers = Leniency(rawValue: 2)
    /// A missing minor or patch number is 0, even if a prerelease or build metadata follows.
    package static let missingNumbersBeforeTail = Leniency(rawValue: 4)
  }

  /// A number of any length without leading zeros.
  private enum Number: Hashable, Comparable {
    case small(UInt64)
    case large(count: Int, digits: String)

    /// Parses the digits at the start of a text, and removes them; `nil` if there is no number.
    init?(_ rest: inout Substring.UTF8View) {
      var (number, count, index) = (UInt64(0), 0, rest.startIndex)
      while index < rest.endIndex, (0x30...0x39).contains(rest[index]) {
        number = number &* 10 &+ UInt64(rest[index] - 0x30)
        count += 1
        index = rest.index(after: index)
      }
      guard count == 1 || count > 1 && rest.first != 0x30 else { return nil }
      self =
        count < 20
        ? .small(number) : .large(count: count, digits: String(Substring(rest[..<index])))
      rest = rest[index...]
    }
  }

  /// An identifier of a prerelease; numbers are lower than texts.
  private enum Identifier: Hashable, Comparable {
    case number(Number)
    case text(String)
  }

  private let major: Number
  private let minor: Number
  private let patch: Number
  private let prerelease: [Identifier]

  /// Parses a version; `nil` for other text.
  package init?(_ text: String, allowing leniency: Leniency = []) {
    var rest = text.utf8[...]
    if leniency.contains(.prefix), let first = rest.first, first | 0x20 == UInt8(ascii: "v") {
      rest.removeFirst()
    }
    guard let major = Number(&rest), let minor = Self.nextNumber(&rest),
      let patch = Self.nextNumber(&rest),
      rest.isEmpty || rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+")
    else { return nil }
    let isPadded =
      leniency.contains(.missingNumbersBeforeTail)
      || (leniency.contains(.missingNumbers) && rest.isEmpty)
    guard patch != nil || isPadded else { return nil }
    (self.major, self.minor, self.patch) = (major, minor ?? .small(0), patch ?? .small(0))
    guard !rest.isEmpty else {
      prerelease = []
      return
    }
    let tail = Substring(rest)
    let parts = tail.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, !Self.areIdentifiers(parts[1]) { return nil }
    guard let first = parts.first, first.first == "-" else {
      prerelease = []
      return
    }
    guard let prerelease = Self.identifiers(first.dropFirst()) else { return nil }
    self.prerelease = prerelease
  }

  /// Parses a point with the number after it: `.some(nil)` if there is no point, and `nil` if no number
  /// follows.
  private static func nextNumber(_ rest: inout Substring.UTF8View) -> Number?? {
    guard rest.first == UInt8(ascii: ".") else { return .some(nil) }
    rest.removeFirst()
    return Number(&rest).map(Optional.some)
  }

  private static func isIdentifier(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || byte == 0x2D
      }
  }

  private static func areIdentifiers(_ text: Substring) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isIdentifier)
  }

  private static func identifiers(_ text: Substring) -> [Identifier]? {
    var identifiers: [Identifier] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard isIdentifier(part) else { return nil }
      if part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
        var digits = part.utf8[...]
        guard let number = Number(&digits) else { return nil }
        identifiers.append(.number(number))
      } else {
        identifiers.append(.text(String(part)))
      }
    }
    return identifiers
  }

  /// Compares the precedence of two versions.
  package static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
    if left.major != right.major { return left.major < right.major }
    if left.minor != right.minor { return left.minor < right.minor }
    if left.patch != right.patch { return left.patch < right.patch }
    if left.prerelease.isEmpty || right.prerelease.isEmpty {
      return !left.prerelease.isEmpty && right.prerelease.isEmpty
    }
    return left.prerelease.lexicographicallyPrecedes(right.prerelease)
  }

  /// Whether both versions have the same major number, and with `minor` also the same minor number.
  package func hasSameNumbers(as other: SemanticVersion, minor: Bool) -> Bool {
    major == other.major && (!minor || self.minor == other.minor)
  }
}

/// A point in time of RFC 3339, such as `2026-11-23T10:15:30.5+01:00`, in seconds since 1970.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// The seconds since the start of 1970 in UTC.
  package let seconds: Double

  package init(seconds: Double) { self.seconds = seconds }

  /// Returns the current time.
  @Sendable
  package static func current() -> Timestamp { Timestamp(seconds: Date().timeIntervalSince1970) }

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

    /// Reads a number with exactly the given number of digits.
    mutating func number(_ count: Int) -> Int? {
      var number = 0
      for _ in 0..<count {
        guard let digit else { return nil }
        number = number * 10 + digit
        index += 1
      }
      return number
    }

    /// Skips one of the given characters; returns `false` if none of them is next.
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

extension Timestamp {
  /// The time in UTC as text of RFC 3339, without a fraction, such as `2026-11-23T09:15:30Z`.
  package var text: String {
    // A time outside of the years 1 to 9999 has no text of RFC 3339.
    let range = -62_135_596_800.0...253_402_300_799.0
    let total = Int(min(max(seconds, range.lowerBound), range.upperBound).rounded(.down))
    let day = Int((Double(total) / 86_400).rounded(.down))
    let second = total - day * 86_400
    // Days since 1 March of year 0, in cycles of 400 years of 146,097 days.
    let shifted = day + 719_468
    let (cycle, dayOfCycle) = (shifted / 146_097, shifted % 146_097)
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
    let date = "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(dayOfMonth, 2))"
    let clock = [second / 3_600, second / 60 % 60, second % 60].map { Self.digits($0, 2) }
    return "\(date)T\(clock.joined(separator: ":"))Z"
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
