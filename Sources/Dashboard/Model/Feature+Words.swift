public import FeatureFlags
import FoundationEssentials

extension Feature {
  /// What the feature is, in words.
  var typeWords: String {
    isDevelopment ? type.description + ", development" : type.description
  }

  /// What the feature is for this user, in words.
  public var stateWords: String {
    let state = state
    let enabled = state.isEnabled ? "Enabled" : "Disabled"
    switch type {
    case .featureTest(.ab), .featureTest(.mvt): return state.variation?.rawValue ?? enabled
    case .unlockFlag: return enabled + ((state.isUnlocked ?? false) ? ", unlocked" : ", locked")
    case .featureFlag, .featureTest(.featureFlagAB), .deprecated: return enabled
    }
  }
}

extension Override {
  /// What was decided, in words.
  var words: String {
    var parts: [String] = []
    if let enabled { parts.append(enabled ? "Enabled" : "Disabled") }
    if let variation { parts.append(variation.rawValue) }
    if let unlocked { parts.append(unlocked ? "Unlocked" : "Locked") }
    return parts.joined(separator: ", ")
  }

  /// How long the override stands, and who made it when.
  var circumstances: String {
    var words =
      switch lifetime {
      case .kept: "kept until it is reset"
      case .session: "until this session ends"
      case .until(let end): "until " + end.words
      }
    if let author { words += ", by " + author }
    if let date { words += ", " + date.words }
    return words
  }
}

extension Date {
  /// The moment as `2026-11-21 10:02 UTC`.
  fileprivate var words: String {
    let seconds = timeIntervalSince1970.rounded(.down)
    guard abs(seconds) < 1e12 else { return "another age" }
    let minutes = Int(seconds / 60)
    let day = Day(number: minutes.flooredQuotient(by: 24 * 60))
    let minute = minutes - minutes.flooredQuotient(by: 24 * 60) * 24 * 60
    let time = [minute / 60, minute % 60].map(Self.twoDigits).joined(separator: ":")
    let date = [day.month, day.day].map(Self.twoDigits).joined(separator: "-")
    return "\(day.year)-\(date) \(time) UTC"
  }

  private static func twoDigits(_ number: Int) -> String {
    (number < 10 ? "0" : "") + String(number)
  }
}

/// A day of the Gregorian calendar.
private struct Day {
  var year = 1970
  var month = 1
  var day = 1

  /// Makes a day from its number, 0 for 1 January 1970.
  ///
  /// Years are counted from March, so that the day that not every year has comes last.
  init(number: Int) {
    let days = number + 719_468
    let era = days.flooredQuotient(by: 146_097)
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }
}

extension Int {
  /// The quotient, rounded down for negative numbers too.
  fileprivate func flooredQuotient(by divisor: Int) -> Int {
    let quotient = self / divisor
    return self < 0 && quotient * divisor != self ? quotient - 1 : quotient
  }
}
