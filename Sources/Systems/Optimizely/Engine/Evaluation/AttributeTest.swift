import FeatureFlags

/// A compiled condition on an attribute, which is evaluated for users.
///
/// A class, because each evaluation would copy a struct, and retain every one of its many fields.
final class AttributeTest: Sendable {
  /// The test of a condition, compiled from its match type and value.
  private enum Test: Sendable {
    case unknown(UnknownCause)
    case exists
    case qualified(String)
    case value(ValueTest)
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
    "exact": { ValueTest(equalTo: $0).map(Test.value) },
    "qualified": { value in if case .string(let text) = value { .qualified(text) } else { nil } },
    "substring": { value in
      if case .string(let text) = value { .value(.substring(text)) } else { nil }
    },
    "lt": { ValueTest(.lt, $0).map(Test.value) },
    "le": { ValueTest(.le, $0).map(Test.value) },
    "gt": { ValueTest(.gt, $0).map(Test.value) },
    "ge": { ValueTest(.ge, $0).map(Test.value) },
    "semver_eq": { .value(.version(VersionTest(.eq, $0))) },
    "semver_lt": { .value(.version(VersionTest(.lt, $0))) },
    "semver_le": { .value(.version(VersionTest(.le, $0))) },
    "semver_gt": { .value(.version(VersionTest(.gt, $0))) },
    "semver_ge": { .value(.version(VersionTest(.ge, $0))) },
  ]
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
    case .unknown(let cause): return (.unknown, cause)
    case .exists:
      let isSet = (user.attribute(name) ?? .null) != .null || user.given?.isOpaque(name) == true
      return (Truth(isSet), nil)
    case .qualified(let segment): return (Truth(user.isQualified(for: segment)), nil)
    case .value(let test):
      if let found = user.attribute(name) { return test.evaluate(found) }
      let isOpaque = user.given?.isOpaque(name) == true
      return (.unknown, isOpaque ? .kind(found: "an unsupported value") : .missingAttribute)
    }
  }
}
