import FeatureFlags

/// A comparison of a user's value with the value of a condition.
///
/// The value of the condition is converted when the test is created, and not at each evaluation.
enum ValueTest: Sendable {
  case number(Double)
  case text(String)
  case exact(AttributeValue)
  case substring(String)
  case compare(Comparison, Double)
  case version(VersionTest)

  /// The operator of a comparison of numbers or versions.
  enum Comparison {
    case eq, lt, le, gt, ge

    /// Compares two numbers; returns `false` if one of the numbers is NaN.
    func holds(of number: Double, and expected: Double) -> Bool {
      switch self {
      case .eq: number == expected
      case .lt: number < expected
      case .le: number <= expected
      case .gt: number > expected
      case .ge: number >= expected
      }
    }
  }

  /// Creates a test for equality; `nil` for a number that is not finite.
  init?(equalTo value: AttributeValue) {
    switch value {
    case .number(let number):
      guard number.isFinite else { return nil }
      self = .number(number)
    case .string(let text): self = .text(text)
    case .null, .bool, .list, .object: self = .exact(value)
    }
  }

  /// Creates a test that compares numbers; `nil` for a value that is not a finite number.
  init?(_ comparison: Comparison, _ value: AttributeValue) {
    guard case .number(let number) = value, number.isFinite else { return nil }
    self = .compare(comparison, number)
  }

  /// Evaluates the test for a user's value; returns a cause if the result is unknown.
  func evaluate(_ found: AttributeValue) -> (Truth, UnknownCause?) {
    if case .null = found { return (.unknown, .nullAttribute) }
    switch self {
    case .number(let expected):
      guard case .number(let number) = found else { break }
      return Self.ranged(number, number == expected)
    case .text(let expected):
      guard case .string(let text) = found else { break }
      return (Truth(expected == text), nil)
    case .exact(let expected):
      guard expected.kind == found.kind else { break }
      return (Truth(expected == found), nil)
    case .substring(let part):
      guard case .string(let text) = found else { break }
      // An empty condition value never matches, as in the SDK: Foundation does not find an empty
      // string.
      return (Truth(!part.isEmpty && text.containsText(part)), nil)
    case .compare(let comparison, let expected):
      guard case .number(let number) = found else { break }
      return Self.ranged(number, comparison.holds(of: number, and: expected))
    case .version(let test): return test.evaluate(found)
    }
    return (.unknown, .kind(found: found.kind))
  }

  /// Returns unknown for magnitudes above 2^53, where a `Double` cannot represent all integers.
  private static func ranged(_ number: Double, _ result: Bool) -> (Truth, UnknownCause?) {
    number.magnitude > 9_007_199_254_740_992 ? (.unknown, .outOfRange) : (Truth(result), nil)
  }
}
