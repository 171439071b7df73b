/// A condition on an attribute, made ready to be tested against users.
///
/// It is a class because it is passed around for every decision, and has much to copy.
final class AttributeTest: Sendable {
  /// What makes the condition hold.
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

  /// How an attribute stands to a value.
  enum Comparison {
    case eq, lt, le, gt, ge

    /// Whether a number stands so to another one; one that is no number stands to none.
    func holds(of number: Double, and wanted: Double) -> Bool {
      switch self {
      case .eq: number == wanted
      case .lt: number < wanted
      case .le: number <= wanted
      case .gt: number > wanted
      case .ge: number >= wanted
      }
    }
  }

  /// The condition as it is written.
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

  /// What makes a test of a condition's value, by match type; `nil` if the value does not fit.
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
  /// The user's attribute, or the list of segments for a condition on those; null before anybody
  /// has asked for them.
  func found(in user: UserContext) -> DataValue? {
    guard case .qualified = test else { return user.attributes[name] }
    return user.segments.map { .list($0.sorted().map(DataValue.string)) } ?? .null
  }

  /// Tests the condition against a user, and says why if the result is unknown.
  func evaluate(_ user: UserContext) -> (Truth, UnknownCause?) {
    switch test {
    case .unknown(let cause): (.unknown, cause)
    case .exists: (Truth((user.attributes[name] ?? .null) != .null), nil)
    case .qualified(let segment): (Truth(user.isQualified(for: segment)), nil)
    case .number, .text, .exact, .substring, .compare, .version:
      evaluate(user.attributes[name])
    }
  }

  private func evaluate(_ found: DataValue?) -> (Truth, UnknownCause?) {
    guard let found else { return (.unknown, .missingAttribute) }
    if case .null = found { return (.unknown, .nullAttribute) }
    switch test {
    case .number(let wanted):
      guard case .number(let number) = found else { break }
      return Self.ranged(number, number == wanted)
    case .text(let wanted):
      guard case .string(let text) = found else { break }
      return (Truth(wanted == text), nil)
    case .exact(let wanted) where wanted.kind == found.kind: return (Truth(wanted == found), nil)
    case .substring(let part):
      guard case .string(let text) = found else { break }
      // Foundation, and so the SDK, does not find an empty text anywhere.
      return (Truth(!part.isEmpty && text.holds(part)), nil)
    case .compare(let comparison, let wanted):
      guard case .number(let number) = found else { break }
      return Self.ranged(number, comparison.holds(of: number, and: wanted))
    case .version(let test): return test.evaluate(found)
    case .unknown, .exists, .qualified, .exact: break
    }
    return (.unknown, .kind(found: found.kind))
  }

  /// Whole numbers beyond 2^53 are no longer exact, so nothing is said of them.
  private static func ranged(_ number: Double, _ result: Bool) -> (Truth, UnknownCause?) {
    number.magnitude > 9_007_199_254_740_992 ? (.unknown, .outOfRange) : (Truth(result), nil)
  }
}
