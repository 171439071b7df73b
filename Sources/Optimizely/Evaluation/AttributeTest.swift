/// A condition on an attribute, made ready to be tested against users.
///
/// It is a class because it is passed around for every decision, and has much to copy.
final class AttributeTest: Sendable {
  /// What makes the condition hold.
  private enum Test: Sendable {
    case unknown(UnknownCause)
    case exists
    case qualified(String)
    case exact(DataValue)
    case substring(String)
    case compare(Comparison, Double)
    case version(Comparison, DataValue, SemanticVersion?)
  }

  /// How an attribute stands to a value.
  private enum Comparison: String {
    case eq, lt, le, gt, ge

    /// Whether an order (-1, 0 or 1) is one that is asked for.
    func allows(_ order: Int) -> Bool {
      switch self {
      case .eq: order == 0
      case .lt: order < 0
      case .le: order <= 0
      case .gt: order > 0
      case .ge: order >= 0
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
    "exact": { value in isFinite(value) ? .exact(value) : nil },
    "qualified": { value in if case .string(let text) = value { .qualified(text) } else { nil } },
    "substring": { value in if case .string(let text) = value { .substring(text) } else { nil } },
    "lt": { compare(.lt, $0) },
    "le": { compare(.le, $0) },
    "gt": { compare(.gt, $0) },
    "ge": { compare(.ge, $0) },
    "semver_eq": { version(.eq, $0) },
    "semver_lt": { version(.lt, $0) },
    "semver_le": { version(.le, $0) },
    "semver_gt": { version(.gt, $0) },
    "semver_ge": { version(.ge, $0) },
  ]

  private static func isFinite(_ value: DataValue) -> Bool {
    if case .number(let number) = value { number.isFinite } else { true }
  }

  private static func compare(_ comparison: Comparison, _ value: DataValue) -> Test? {
    guard case .number(let number) = value, number.isFinite else { return nil }
    return .compare(comparison, number)
  }

  private static func version(_ comparison: Comparison, _ value: DataValue) -> Test {
    // The SDK reads every number of a condition as one with a fraction: 2 is "2.0".
    let text = if case .number(let number) = value { "\(number)" } else { Self.text(of: value) }
    return .version(comparison, value, SemanticVersion(text))
  }

  private static func text(of value: DataValue) -> String {
    if case .string(let text) = value { text } else { value.description }
  }
}

// MARK: Evaluation

extension AttributeTest {
  /// The user's attribute, if the condition is about one.
  func found(in user: UserContext) -> DataValue? {
    if case .qualified = test { nil } else { user.attributes[name] }
  }

  /// Tests the condition against a user, and says why if the result is unknown.
  func evaluate(_ user: UserContext) -> (Truth, UnknownCause?) {
    switch test {
    case .unknown(let cause): (.unknown, cause)
    case .exists: (Truth((user.attributes[name] ?? .null) != .null), nil)
    case .qualified(let segment): (Truth(user.isQualified(for: segment)), nil)
    case .exact, .substring, .compare, .version: evaluate(user.attributes[name])
    }
  }

  private func evaluate(_ found: DataValue?) -> (Truth, UnknownCause?) {
    guard let found else { return (.unknown, .missingAttribute) }
    guard found != .null else { return (.unknown, .nullAttribute) }
    switch (test, found) {
    case (.exact(.number(let wanted)), .number(let number)):
      return Self.ranged(number) { number == wanted }
    case (.exact(.string(let wanted)), .string(let text)): return (Truth(wanted == text), nil)
    case (.exact(let wanted), _) where wanted.kind == found.kind:
      return (Truth(wanted == found), nil)
    case (.substring(let part), .string(let text)):
      // Foundation, and so the SDK, does not find an empty text anywhere.
      return (Truth(!part.isEmpty && text.holds(part)), nil)
    case (.compare(let comparison, let wanted), .number(let number)):
      let order = number < wanted ? -1 : number > wanted ? 1 : 0
      return Self.ranged(number) { !number.isNaN && comparison.allows(order) }
    case (.version(let comparison, let wanted, let version), _) where wanted.kind == found.kind:
      return Self.evaluate(found, comparison, Self.text(of: wanted), version)
    default: return (.unknown, .kind(found: found.kind))
    }
  }

  /// Whole numbers beyond 2^53 are no longer exact, so nothing is said of them.
  private static func ranged(
    _ number: Double,
    _ result: () -> Bool
  ) -> (Truth, UnknownCause?) {
    number.magnitude > 9_007_199_254_740_992 ? (.unknown, .outOfRange) : (Truth(result()), nil)
  }

  private static func evaluate(
    _ found: DataValue,
    _ comparison: Comparison,
    _ wantedText: String,
    _ wanted: SemanticVersion?
  ) -> (Truth, UnknownCause?) {
    let text = text(of: found)
    guard let version = SemanticVersion(text) else { return (.unknown, .notAVersion(text)) }
    guard let wanted else { return (.unknown, .notAVersion(wantedText)) }
    return (Truth(comparison.allows(version.compared(to: wanted))), nil)
  }
}
