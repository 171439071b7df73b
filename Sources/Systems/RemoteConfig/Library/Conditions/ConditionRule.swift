import Documents
import Targeting

/// The rule of a condition: the expression of a client template, or the object of a server template.
indirect enum ConditionRule: Hashable, Sendable {
  case constant(Bool)
  case all([ConditionRule])
  case any([ConditionRule])
  /// A share of the users of an app with a server SDK.
  case percent(PercentRule)
  /// A comparison of an attribute of the user.
  case attribute(AttributeRule)
  /// A comparison with a date.
  case date(DateRule)
  /// A part that only Firebase can evaluate, or that cannot be parsed.
  case undecided(String, reason: String)
}

extension ConditionRule {
  /// The first part of an expression that cannot be parsed; `nil` for none.
  var unreadablePart: String? {
    switch self {
    case .undecided(let text, ConditionExpression.unreadable): text
    case .all(let parts), .any(let parts): parts.lazy.compactMap(\.unreadablePart).first
    case .constant, .percent, .attribute, .date, .undecided: nil
    }
  }

  /// Whether the rule depends on the bucket of the user.
  var hasBuckets: Bool {
    switch self {
    case .percent: true
    case .all(let parts), .any(let parts): parts.contains(where: \.hasBuckets)
    case .constant, .attribute, .date, .undecided: false
    }
  }
}

/// A share of users, who are bucketed by their randomization id.
struct PercentRule: Hashable, Sendable {
  let seed: String
  /// The end of the users before the share, in millionths of a percent, exclusive.
  let lower: Double
  /// The end of the share in millionths of a percent, inclusive.
  let upper: Double

  /// The number of buckets: 100 % in millionths of a percent.
  static let count = 100_000_000
}

/// A comparison of an attribute with one or more targets, of which one has to match.
struct AttributeRule: Hashable, Sendable {
  /// The name as in the expression, such as `device.os`.
  let name: String
  /// Whether each app knows the attribute, so that a user without it is not described completely.
  ///
  /// A user without a custom signal or a user property does not meet the condition.
  var isAlwaysKnown = false
  let test: Test
  let targets: [Target]

  enum Test: Hashable, Sendable {
    case contains
    case doesNotContain
    /// Equal without white space at both ends.
    case equals
    /// Equal without regard to letter case.
    case isCode
    case isNotCode
    /// Contains a match of a regular expression.
    case matches
    /// A language tag such as `pt-BR`.
    case language
    case number(Comparison)
    case version(Comparison)

    /// Returns a text as it is compared by the test.
    func comparedText(of text: String) -> String {
      switch self {
      case .equals: text.trimmed
      case .isCode, .isNotCode: text.lowercased()
      case .contains, .doesNotContain, .matches, .language, .number, .version: text
      }
    }
  }

  /// A target; its regular expression is compiled if the test is a search, and its version parsed if the
  /// test compares versions.
  struct Target: Hashable, Sendable {
    let text: String
    /// The text as it is compared: without surrounding white space if the texts have to be equal, and in
    /// lower case for codes.
    let comparedText: String
    /// The compiled expression; `nil` if it is invalid.
    let pattern: RegularExpression?
    /// The version; `nil` if the text is no version.
    let version: DottedVersion?

    init(_ text: String, of test: Test) {
      self.text = text
      comparedText = test.comparedText(of: text)
      version = if case .version = test { DottedVersion(text) } else { nil }
      // Drops the error: a rule with an expression that cannot be compiled is undecided.
      pattern = test == .matches ? try? RegularExpression(text) : nil
    }

    static func == (one: Target, other: Target) -> Bool { one.text == other.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  init(_ name: String, isAlwaysKnown: Bool = false, _ test: Test, _ targets: [String]) {
    (self.name, self.isAlwaysKnown, self.test) = (name, isAlwaysKnown, test)
    self.targets = targets.map { Target($0, of: test) }
  }
}

/// A comparison of the current time, or of a date of the user, with a date.
struct DateRule: Hashable, Sendable {
  /// The name of the attribute with the date of the user; `nil` for the current time.
  let attribute: String?
  let comparison: Comparison
  let date: Timestamp
  /// The date as in the expression, with its time zone.
  let text: String
}

// MARK: Descriptions

extension ConditionRule: CustomStringConvertible {
  var description: String {
    switch self {
    case .constant(let isTrue): "\(isTrue)"
    case .all(let parts): Self.joined(parts, by: " and ", empty: "true")
    case .any(let parts): Self.joined(parts, by: " or ", empty: "false")
    case .percent(let rule): "\(rule)"
    case .attribute(let rule): "\(rule)"
    case .date(let rule): "\(rule.attribute ?? "the time") \(rule.comparison.rawValue) \(rule.text)"
    case .undecided(let text, _): text
    }
  }

  private static func joined(
    _ parts: [ConditionRule],
    by word: String,
    empty: String
  ) -> String {
    guard parts.count != 1 else { return "\(parts[0])" }
    let texts = parts.map { part in
      switch part {
      case .all(let inner), .any(let inner): inner.count > 1 ? "(\(part))" : "\(part)"
      case .constant, .percent, .attribute, .date, .undecided: "\(part)"
      }
    }
    return texts.isEmpty ? empty : texts.joined(separator: word)
  }
}

extension PercentRule: CustomStringConvertible {
  var description: String {
    let name = seed.isEmpty ? "percent" : "percent with the seed \"\(seed.excerpt)\""
    if lower.isInfinite { return "\(name) <= \(Self.text(upper))" }
    if upper.isInfinite { return "\(name) > \(Self.text(lower))" }
    return "\(name) between \(Self.text(lower)) and \(Self.text(upper))"
  }

  /// Returns a number of millionths of a percent as text, such as `12.5 %`.
  static func text(_ bound: Double) -> String { (bound / 1_000_000).decimalText + " %" }
}

extension AttributeRule: CustomStringConvertible {
  var description: String {
    let values = targets.map { "\"\($0.text.excerpt)\"" }
    return "\(name) \(test) \(values.isEmpty ? "nothing" : values.joined(separator: ", "))"
  }
}

extension AttributeRule.Test: CustomStringConvertible {
  var description: String {
    switch self {
    case .contains: "contains"
    case .doesNotContain: "does not contain"
    case .equals, .isCode, .language: "is"
    case .isNotCode: "is not"
    case .matches: "matches"
    case .number(let comparison), .version(let comparison): comparison.rawValue
    }
  }
}

extension String {
  /// The text without white space at both ends.
  var trimmed: String {
    func isPlain(_ byte: UInt8?) -> Bool { byte.map { (0x21...0x7e).contains($0) } ?? true }
    // Skips the look-up of the properties of characters for texts that start and end with ASCII.
    guard !isPlain(utf8.first) || !isPlain(utf8.last) else { return self }
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
