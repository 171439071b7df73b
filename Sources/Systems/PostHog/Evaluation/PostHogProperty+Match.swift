import FeatureFlags
import Targeting

extension PostHogProperty {
  /// Compares the property of a user.
  ///
  /// - Parameters:
  ///   - found: The property; `nil` if the user has none.
  ///   - now: The current time.
  /// - Returns: The result; undecided for a missing property and for what SDKs cannot compare.
  func matches(_ found: AttributeValue?, at now: Timestamp) -> ConditionResult {
    guard let found else { return .undecided("the property \"\(key.excerpt)\" is missing") }
    guard let comparison else {
      return .undecided("the operator \"\(spelling.excerpt)\" is unknown")
    }
    switch comparison {
    case .isNotSet: return .undecided("SDKs do not know that a property is not set")
    case .isNot: return ConditionResult(!isExact(found))
    case _ where found.isNull: return .no
    case .exact: return ConditionResult(isExact(found))
    case .isSet: return .yes
    case .isDateBefore, .isDateAfter: return compareDates(found, comparison == .isDateBefore, now)
    case .versionEqual, .versionUnequal, .versionGreater, .versionGreaterOrEqual, .versionLess,
      .versionLessOrEqual, .versionTilde, .versionCaret, .versionWildcard:
      return compareVersions(found, comparison)
    case .contains, .containsNot, .startsWith, .startsNotWith, .endsWith, .endsNotWith, .regex,
      .notRegex, .greater, .greaterOrEqual, .less, .lessOrEqual:
      return ConditionResult(compareTexts(found, comparison))
    }
  }

  /// Compares texts without regard to case, and numbers and texts by their order.
  private func compareTexts(_ found: AttributeValue, _ comparison: Operator) -> Bool {
    let (text, other) = (found.unquoted.lowercased(), foldedText)
    switch comparison {
    case .contains: return text.has(other, at: .anywhere)
    case .containsNot: return !text.has(other, at: .anywhere)
    case .startsWith: return text.has(other, at: .start)
    case .startsNotWith: return !text.has(other, at: .start)
    case .endsWith: return text.has(other, at: .end)
    case .endsNotWith: return !text.has(other, at: .end)
    case .regex: return pattern?.search(found.unquoted) == .found(true)
    case .notRegex: return pattern?.search(found.unquoted) == .found(false)
    case .greater:
      return isOrdered(found, >, >)
    case .greaterOrEqual:
      return isOrdered(found, >=, >=)
    case .less:
      return isOrdered(found, <, <)
    case .lessOrEqual:
      return isOrdered(found, <=, <=)
    case .exact, .isNot, .isSet, .isNotSet, .isDateBefore, .isDateAfter, .versionEqual,
      .versionUnequal, .versionGreater, .versionGreaterOrEqual, .versionLess, .versionLessOrEqual,
      .versionTilde, .versionCaret, .versionWildcard:
      return false
    }
  }

  /// Whether the property equals the value, or one of its values, without regard to case.
  private func isExact(_ found: AttributeValue) -> Bool {
    let text = found.unquoted.lowercased()
    return foldedValues.contains { $0.isSameText(as: text) }
  }

  /// Compares numbers if the value is numeric and the property a number, and otherwise texts.
  private func isOrdered(
    _ found: AttributeValue,
    _ numbers: (Double, Double) -> Bool,
    _ texts: (String, String) -> Bool
  ) -> Bool {
    if case .number(let number) = found, let other = value.numeric { return numbers(number, other) }
    if case .bool(let flag) = found, let other = value.numeric {
      return numbers(flag ? 1 : 0, other)
    }
    return texts(found.unquoted, value.unquoted)
  }

  private func compareDates(_ found: AttributeValue, _ isBefore: Bool, _ now: Timestamp)
    -> ConditionResult
  {
    guard let limit = PostHogDate.limit(value.unquoted, now: now) else {
      return .undecided("\"\(value.excerpt)\" is no date")
    }
    guard let date = found.text.flatMap({ PostHogDate.date($0, now: now) }) else {
      return .undecided("the property \"\(key.excerpt)\" is no date")
    }
    return ConditionResult(isBefore ? date < limit : date > limit)
  }

  private func compareVersions(_ found: AttributeValue, _ comparison: Operator) -> ConditionResult {
    guard let version = PostHogVersion(found.unquoted) else {
      return .undecided("the property \"\(key.excerpt)\" is no version")
    }
    let text = value.unquoted
    if comparison == .versionWildcard {
      guard let range = PostHogVersion.wildcard(text) else {
        return .undecided("\"\(text.excerpt)\" is no version")
      }
      return ConditionResult(range.contains(version))
    }
    guard let other = self.version else {
      return .undecided("\"\(text.excerpt)\" is no version")
    }
    switch comparison {
    case .versionEqual: return ConditionResult(version == other)
    case .versionUnequal: return ConditionResult(version != other)
    case .versionGreater: return ConditionResult(version > other)
    case .versionGreaterOrEqual: return ConditionResult(version >= other)
    case .versionLess: return ConditionResult(version < other)
    case .versionLessOrEqual: return ConditionResult(version <= other)
    case .versionTilde: return ConditionResult(other <= version && version < other.nextMinor)
    case .versionCaret:
      return ConditionResult(other <= version && version < other.nextIncompatible)
    case .exact, .isNot, .isSet, .isNotSet, .contains, .containsNot, .startsWith, .startsNotWith,
      .endsWith, .endsNotWith, .regex, .notRegex, .greater, .greaterOrEqual, .less, .lessOrEqual,
      .isDateBefore, .isDateAfter, .versionWildcard:
      return .no
    }
  }
}

extension AttributeValue {
  /// The number of a number or of a numeric text; `nil` for other values.
  fileprivate var numeric: Double? {
    switch self {
    case .number(let number): number
    case .string(let text): Double(text)
    case .null, .bool, .list, .object: nil
    }
  }
}

/// Parses the dates of filters and properties.
enum PostHogDate {
  /// Returns the date of a filter: relative to now, such as `-7d`, or an absolute one.
  static func limit(_ text: String, now: Timestamp) -> Timestamp? {
    let rest = text.first == "-" ? text.dropFirst() : text[...]
    guard let unit = rest.last, let count = Int(rest.dropLast()), count >= 0,
      rest.dropLast().utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return date(text, now: now) }
    guard count < 10_000 else { return nil }
    switch unit {
    case "h": return Timestamp(seconds: now.seconds - Double(count) * 3_600)
    case "d": return Timestamp(seconds: now.seconds - Double(count) * 86_400)
    case "w": return Timestamp(seconds: now.seconds - Double(count) * 604_800)
    case "m": return now.subtracting(months: count)
    case "y": return now.subtracting(months: count * 12)
    default: return date(text, now: now)
    }
  }

  /// Parses a date of ISO 8601; without a zone it is in UTC, and four digits are a year.
  static func date(_ text: String, now: Timestamp) -> Timestamp? {
    var text = text.hasSuffix(" UTC") ? text.dropLast(4) + "Z" : text
    if text.count == 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Timestamp(text + now.text.dropFirst(4))
    }
    if text.count == 10 { return Timestamp(text + "T00:00:00Z") }
    if text.count > 10 {
      let index = text.index(text.startIndex, offsetBy: 10)
      if text[index] == " " { text.replaceSubrange(index...index, with: "T") }
    }
    text.removeAll { $0 == " " }
    return Timestamp(text) ?? Timestamp(text + "Z")
  }
}

extension Timestamp {
  /// Returns the time that many months earlier; the day is at most the last one of its month.
  fileprivate func subtracting(months: Int) -> Timestamp? {
    let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    let month = parts[0] * 12 + parts[1] - 1 - months
    guard month >= 12 else { return nil }
    for day in stride(from: parts[2], through: 28, by: -1) where day > 0 {
      if let date = Timestamp.at(month, day, text) { return date }
    }
    return Timestamp.at(month, parts[2], text)
  }

  private static func at(_ month: Int, _ day: Int, _ text: String) -> Timestamp? {
    func padded(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: max(count - "\(number)".count, 0)) + "\(number)"
    }
    let date = "\(padded(month / 12, 4))-\(padded(month % 12 + 1, 2))-\(padded(day, 2))"
    return Timestamp(date + text.dropFirst(10))
  }
}
