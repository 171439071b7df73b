import FeatureFlags

/// A compiled condition on an attribute, which is evaluated for users.
///
/// A class: copying a struct with this many fields for each evaluation would retain every field.
final class AttributeTest: Sendable {
  /// The comparison that a condition makes, with the expected value converted to its type.
  private enum Test: Sendable {
    case unknown(UnknownCause)
    case exists
    case qualified(String)
    case number(Double)
    case text(String)
    case exact(DataValue)
    case substring(String)
    case compare(Comparison, Double)
    case version(VersionTest)
  }

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

  /// The parsed condition, which traces display.
  let condition: Datafile.AttributeCondition
  private let name: String
  private let test: Test

  init(_ condition: Datafile.AttributeCondition) {
    self.condition = condition
    name = condition.name ?? ""
    test = Self.test(for: condition)
  }

  private static func test(for condition: Datafile.AttributeCondition) -> Test {
    guard let type = condition.type, ["custom_attribute", "third_party_dimension"].contains(type)
    else { return .unknown(.conditionType(condition.type)) }
    let match = condition.match ?? "exact"
    guard let make = makers[match] else { return .unknown(.matchType(match)) }
    guard condition.name != nil else { return .unknown(.noName) }
    if match == "exists" { return .exists }
    guard let value = condition.value else { return .unknown(.noValue) }
    return make(value) ?? .unknown(.value(value))
  }

  /// The functions that compile a condition's value, by match type; they return `nil` for a value
  /// that the match type does not support.
  private static let makers: [String: @Sendable (DataValue) -> Test?] = [
    "exists": { _ in .exists },
    "exact": exact,
    "qualified": { value in if case .string(let text) = value { .qualified(text) } else { nil } },
    "substring": { value in if case .string(let text) = value { .substring(text) } else { nil } },
    "lt": { compare(.lt, $0) },
    "le": { compare(.le, $0) },
    "gt": { compare(.gt, $0) },
    "ge": { compare(.ge, $0) },
    "semver_eq": { .version(VersionTest(.eq, $0)) },
    "semver_lt": { .version(VersionTest(.lt, $0)) },
    "semver_le": { .version(VersionTest(.le, $0)) },
    "semver_gt": { .version(VersionTest(.gt, $0)) },
    "semver_ge": { .version(VersionTest(.ge, $0)) },
  ]

  private static func exact(_ value: DataValue) -> Test? {
    switch value {
    case .number(let number): number.isFinite ? .number(number) : nil
    case .string(let text): .text(text)
    case .null, .bool, .list, .object: .exact(value)
    }
  }

  private static func compare(_ comparison: Comparison, _ value: DataValue) -> Test? {
    guard case .number(let number) = value, number.isFinite else { return nil }
    return .compare(comparison, number)
  }
}

// MARK: Evaluation

extension AttributeTest {
  /// Returns the value that the condition tests: the user's attribute, or the list of segments for
  /// a segment condition; null if the segments were not fetched.
  func found(in user: UserContext) -> DataValue? {
    guard case .qualified = test else {
      guard user.given?.isOpaque(name) == true else { return user.attribute(name) }
      return (user.given?.text(of: name)).map(DataValue.string)
    }
    return user.segments.map { .list($0.sorted().map(DataValue.string)) } ?? .null
  }

  /// Evaluates the condition for a user; returns a cause if the result is unknown.
  func evaluate(_ user: UserContext) -> (Truth, UnknownCause?) {
    switch test {
    case .unknown(let cause): (.unknown, cause)
    case .exists:
      (
        Truth((user.attribute(name) ?? .null) != .null || user.given?.isOpaque(name) == true),
        nil
      )
    case .qualified(let segment): (Truth(user.isQualified(for: segment)), nil)
    case .number, .text, .exact, .substring, .compare, .version:
      evaluate(user.attribute(name), in: user)
    }
  }

  private func evaluate(
    _ found: DataValue?,
    in user: UserContext
  ) -> (Truth, UnknownCause?) {
    guard let found else {
      let isOpaque = user.given?.isOpaque(name) == true
      return (.unknown, isOpaque ? .kind(found: "an unsupported value") : .missingAttribute)
    }
    if case .null = found { return (.unknown, .nullAttribute) }
    switch test {
    case .number(let expected):
      guard case .number(let number) = found else { break }
      return Self.ranged(number, number == expected)
    case .text(let expected):
      guard case .string(let text) = found else { break }
      return (Truth(expected == text), nil)
    case .exact(let expected) where expected.kind == found.kind:
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
    case .unknown, .exists, .qualified, .exact: break
    }
    return (.unknown, .kind(found: found.kind))
  }

  /// Returns unknown for magnitudes above 2^53, where a `Double` cannot represent all integers.
  private static func ranged(_ number: Double, _ result: Bool) -> (Truth, UnknownCause?) {
    number.magnitude > 9_007_199_254_740_992 ? (.unknown, .outOfRange) : (Truth(result), nil)
  }
}
