import FeatureFlags
import Targeting

/// A compiled condition on an attribute, which is evaluated for users.
///
/// A class, because each evaluation would copy a struct, and would retain each of its fields.
final class AttributeTest: Sendable {
  /// The test of a condition, compiled from its match type and value.
  private enum Test: Sendable {
    case unknown(UnknownCause)
    case exists
    case qualified(String)
    case value(Operand)
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
  private static let makers: [String: @Sendable (AttributeValue) -> Test?] = [
    "exists": { _ in .exists },
    "exact": { Operand(equalTo: $0).map(Test.value) },
    "qualified": { if case .string(let text) = $0 { .qualified(text) } else { nil } },
    "substring": { if case .string(let text) = $0 { .value(.substring(text)) } else { nil } },
    "lt": { compare(.less, $0) },
    "le": { compare(.lessOrEqual, $0) },
    "gt": { compare(.greater, $0) },
    "ge": { compare(.greaterOrEqual, $0) },
    "semver_eq": { .value(.version(VersionTest(.equal, $0))) },
    "semver_lt": { .value(.version(VersionTest(.less, $0))) },
    "semver_le": { .value(.version(VersionTest(.lessOrEqual, $0))) },
    "semver_gt": { .value(.version(VersionTest(.greater, $0))) },
    "semver_ge": { .value(.version(VersionTest(.greaterOrEqual, $0))) },
  ]

  private static func compare(_ comparison: Comparison, _ value: AttributeValue) -> Test? {
    guard case .number(let number) = value, number.isFinite else { return nil }
    return .value(.number(comparison, number))
  }
}

// MARK: Evaluation

extension AttributeTest {
  /// Returns the value that the condition tests; `nil` if the user does not have the attribute.
  ///
  /// The value for a segment condition is the list of the user's segments, or null if the segments were
  /// not fetched.
  func found(in user: UserContext) -> AttributeValue? {
    guard case .qualified = test else {
      guard user.given?.isOpaque(name) == true else { return user.attribute(name) }
      return (user.given?.text(of: name)).map(AttributeValue.string)
    }
    return user.segments.map { .list($0.sorted().map(AttributeValue.string)) } ?? .null
  }

  /// Evaluates the condition for a user; returns a cause if the result is unknown.
  func evaluate(_ user: UserContext) -> (Truth, UnknownCause?) {
    switch test {
    case .unknown(let cause): return (.unknown, cause)
    case .exists:
      let isSet = (user.attribute(name) ?? .null) != .null || user.given?.isOpaque(name) == true
      return (Truth(isSet), nil)
    case .qualified(let segment): return (Truth(user.isQualified(for: segment)), nil)
    case .value(let operand):
      if let found = user.attribute(name) { return operand.evaluate(found) }
      let isOpaque = user.given?.isOpaque(name) == true
      return (.unknown, isOpaque ? .kind(found: "an unsupported value") : .missingAttribute)
    }
  }
}

/// The value with which a condition compares an attribute, converted for the match type.
private enum Operand: Sendable {
  case number(Comparison, Double)
  case text(String)
  case exact(AttributeValue)
  case substring(String)
  case version(VersionTest)

  /// Creates the operand of a test for equality; `nil` for a number that is not finite.
  init?(equalTo value: AttributeValue) {
    switch value {
    case .number(let number):
      guard number.isFinite else { return nil }
      self = .number(.equal, number)
    case .string(let text): self = .text(text)
    case .null, .bool, .list, .object: self = .exact(value)
    }
  }

  /// Compares a user's value; returns a cause if the result is unknown.
  func evaluate(_ found: AttributeValue) -> (Truth, UnknownCause?) {
    if case .null = found { return (.unknown, .nullAttribute) }
    switch self {
    case .number(let comparison, let expected):
      guard case .number(let number) = found else { break }
      // Above 2^53, a `Double` cannot represent all integers.
      return number.magnitude > 9_007_199_254_740_992
        ? (.unknown, .outOfRange) : (Truth(comparison.holds(number, expected)), nil)
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
    case .version(let test): return test.evaluate(found)
    }
    return (.unknown, .kind(found: found.kind))
  }
}
