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
