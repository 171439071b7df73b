import struct FoundationEssentials.Date

/// Parses the expiry of an override that the user types: a time of day such as `17:30`, or a
/// duration such as `2h30m`.
struct ExpiryText: Hashable, Sendable {
  /// The date of the expiry, which is in the future.
  let date: Date

  private static let units: [Character: Int] = ["d": 86_400, "h": 3_600, "m": 60, "s": 1]
  /// The longest duration in seconds: about ten years.
  private static let longest = 3_650 * 86_400

  /// Parses the text; `nil` if it is neither a time of day nor a positive duration of at most ten
  /// years.
  ///
  /// A time of day means the next moment at which the user's clock shows it, at most a day later.
  init?(_ text: String, now: Date, _ clock: WallClock) {
    let text = text.filter { $0 != " " }.lowercased()
    guard let date = Self.date(ofTime: text, now: now, clock) ?? Self.date(after: text, now: now)
    else { return nil }
    self.date = date
  }

  private static func date(after text: String, now: Date) -> Date? {
    var seconds = 0
    var digits = ""
    for character in text {
      if character.isASCIIDigit, digits.count < 9 {
        digits.append(character)
      } else {
        guard let unit = units[character], let count = Int(digits) else { return nil }
        seconds += count * unit
        digits = ""
      }
    }
    guard digits.isEmpty, (1...longest).contains(seconds) else { return nil }
    return now.addingTimeInterval(Double(seconds))
  }

  private static func date(ofTime text: String, now: Date, _ clock: WallClock) -> Date? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy(\.isASCIIDigit) }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), parts[1].count == 2,
      (0...23).contains(hour), (0...59).contains(minute)
    else { return nil }
    let local = clock.localTime(of: now)
    let past = (local.hour * 60 + local.minute) * 60 + local.second
    let wait = ((hour * 60 + minute) * 60 - past + 86_400 - 1) % 86_400 + 1
    let date = now.addingTimeInterval(Double(wait))
    // A change to or from daylight saving time shifts the clock by an hour, at most.
    return [0, 3_600, -3_600].lazy.map { date.addingTimeInterval($0) }.first { candidate in
      let shown = clock.localTime(of: candidate)
      return candidate > now && shown.hour == hour && shown.minute == minute
    } ?? date
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
