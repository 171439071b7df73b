public import FeatureFlags

/// The trace of one evaluated condition, with the traces of its operands.
public struct ConditionTrace: Hashable, Sendable {
  /// The kind of a condition: an operator, a reference to an audience, or a condition on an
  /// attribute.
  public enum Kind: Hashable, Sendable {
    /// An operator whose operands must all match.
    case all
    /// An operator of which at least one operand must match.
    case any
    /// An operator whose operand must not match.
    case not
    /// An audience with its name, or with its id if the datafile does not have the audience.
    case audience(String)
    /// A condition on an attribute or segment.
    case attribute(Datafile.AttributeCondition)
    /// A list that is not a valid condition.
    case malformed
  }

  /// The kind of the condition, with its name or its attribute.
  public let kind: Kind
  /// The value of the user's attribute, or the list of segments for a segment condition (null if the
  /// segments were not fetched); `nil` for a missing attribute and for other kinds of conditions.
  public internal(set) var found: DataValue?
  /// The text of the attribute value that the app passed; `nil` if the app passed no value.
  var foundText: String?
  /// The result of the condition for the user, even if the condition is skipped.
  public internal(set) var result: Truth
  /// The cause of an unknown result; `nil` if the result is known, or if an operand has the cause.
  public internal(set) var cause: UnknownCause?
  /// Whether the condition has no effect, because an earlier condition determined the result.
  public internal(set) var isSkipped = false
  /// The operands of an operator, or the conditions of an audience.
  public internal(set) var parts: [ConditionTrace] = []

  /// The error that the Swift SDK reports for an unknown result; `nil` for a known result.
  ///
  /// Of several unknown operands, the last operand of an `or` operator determines the error, or the
  /// first operand of any other operator.
  var error: OptimizelyError? {
    guard result == .unknown, !isSkipped else { return nil }
    if let cause { return error(of: cause) }
    // A lazy map would compute each error twice: the time would double with each level of nesting.
    for part in kind == .any ? parts.reversed() : parts {
      if let error = part.error { return error }
    }
    return nil
  }

  private func error(of cause: UnknownCause) -> OptimizelyError {
    guard case .attribute(let condition) = kind else {
      if case .audience(let id) = kind { return .conditionNoMatchingAudience(id) }
      return .conditionInvalidFormat("\(cause)")
    }
    let (text, name) = (condition.sdkText, condition.name ?? "")
    return switch cause {
    case .conditionType: .userAttributeInvalidType(text)
    case .matchType: .userAttributeInvalidMatch(text)
    case .noName: .userAttributeInvalidName(text)
    case .noValue: .userAttributeNilValue(text)
    case .value: .evaluateAttributeInvalidCondition(text)
    case .missingAttribute: .missingAttributeValue(text, name)
    case .nullAttribute: .nilAttributeValue(text, name)
    case .kind: .evaluateAttributeInvalidType(text, foundText ?? found?.unquoted ?? "null", name)
    case .outOfRange: .evaluateAttributeValueOutOfRange(text, name)
    case .notAVersion: .evaluateAttributeInvalidFormat("\(cause)")
    case .noSuchAudience, .malformed, .tooComplex: .conditionInvalidFormat("\(cause)")
    }
  }
}

// MARK: Text

extension ConditionTrace {
  /// The condition and its operands as indented findings.
  func findings(depth: Int) -> [Explanation.Finding] {
    let remark = isSkipped ? ", skipped" : cause.map { " (\($0))" } ?? ""
    let verdict = isSkipped ? nil : result
    return [Explanation.Finding(title + remark, verdict: verdict, depth: depth)]
      + parts.flatMap { $0.findings(depth: depth + 1) }
  }

  /// The lines of the tree, indented by depth.
  var lines: [String] {
    let verdict = result.rawValue + (isSkipped ? ", skipped" : "")
    let remark = cause.map { " (\($0))" } ?? ""
    return ["\(title): \(verdict)\(remark)"] + parts.flatMap(\.lines).map { "  " + $0 }
  }

  /// Descriptions of the conditions that evaluate to unknown, each with the cause; skipped
  /// conditions are omitted.
  var unknowns: [String] {
    guard !isSkipped else { return [] }
    return cause.map { ["\(title): \($0)"] } ?? parts.flatMap(\.unknowns)
  }

  /// A description of the condition and the user's value, on one line.
  public var title: String {
    switch kind {
    case .all: "all of"
    case .any: "any of"
    case .not: "not"
    case .audience(let name): "audience \"\(name)\""
    case .attribute(let condition):
      condition.text + (found.map { ", " + Self.text(of: $0, for: condition) } ?? "")
    case .malformed: "not a condition"
    }
  }

  /// Returns a description of the user's value; of many segments, 8 are listed, the matching one
  /// first.
  private static func text(
    of found: DataValue,
    for condition: Datafile.AttributeCondition
  ) -> String {
    guard condition.match == "qualified" else { return "the user has \(found)" }
    guard case .list(let segments) = found else { return "the user's segments were never fetched" }
    if segments.isEmpty { return "the user is in no segment" }
    let sorted =
      segments.filter { $0 == condition.value } + segments.filter { $0 != condition.value }
    let shown = sorted.prefix(8).map(\.description).joined(separator: ", ")
    let more = segments.count > 8 ? " and \(segments.count - 8) more" : ""
    return "the user is in \(shown)\(more)"
  }
}

extension Datafile.AttributeCondition {
  /// The condition as people write it, such as `age ≥ 18`.
  var text: String {
    let match = match ?? "exact"
    let verb = Self.verbs[match] ?? match
    return "\(name ?? "?") \(verb)" + (value.map { " \($0)" } ?? "")
  }

  /// The words and symbols that describe the match types.
  private static let verbs = [
    "exact": "is", "exists": "is set", "qualified": "has", "substring": "contains",
    "lt": "<", "le": "≤", "gt": ">", "ge": "≥",
    "semver_eq": "= version", "semver_lt": "< version", "semver_le": "≤ version",
    "semver_gt": "> version", "semver_ge": "≥ version",
  ]
}

/// The cause of the result `unknown` of a condition.
public enum UnknownCause: Hashable, Sendable, CustomStringConvertible {
  /// The condition type is missing or not supported.
  case conditionType(String?)
  /// The match type is not supported.
  case matchType(String)
  /// The condition has no attribute name.
  case noName
  /// The condition has no value with which the attribute could be compared.
  case noValue
  /// The match type does not support the condition's value.
  case value(AttributeValue)
  /// The user does not have the attribute of the condition.
  case missingAttribute
  /// The user's attribute is null.
  case nullAttribute
  /// The user's attribute and the condition's value have different types.
  case kind(found: String)
  /// The magnitude of the user's number is above 2^53, where a `Double` cannot represent all
  /// integers.
  case outOfRange
  /// The user's text, or the text of the condition, is not a semantic version.
  case notAVersion(String)
  /// The datafile does not have the referenced audience.
  case noSuchAudience
  /// The list is empty, or does not begin with an operator or a condition.
  case malformed
  /// The conditions are nested too deeply, or there are too many.
  case tooComplex

  /// A description of the cause, which traces append to the description of the condition.
  public var description: String {
    switch self {
    case .conditionType(let type?): "condition type \"\(type)\" is not supported"
    case .conditionType(nil): "has no condition type"
    case .matchType(let match): "match type \"\(match)\" is not supported"
    case .noName: "has no attribute name"
    case .noValue: "has no value to compare with"
    case .value(let value): "cannot compare with \(value)"
    case .missingAttribute: "the user has no such attribute"
    case .nullAttribute: "the user's attribute is null"
    case .kind(let found): "the user's attribute is \(found)"
    case .outOfRange: "the user's number is above 2^53"
    case .notAVersion(let text): "\"\(text)\" is not a version"
    case .noSuchAudience: "the audience does not exist"
    case .malformed: "the list is empty, or begins with a list"
    case .tooComplex: "the conditions are too many or nested too deeply"
    }
  }
}

/// The truth value of a condition in three-valued logic.
public typealias Truth = Explanation.Verdict

extension Truth {
  var negated: Truth {
    switch self {
    case .yes: .no
    case .no: .yes
    case .unknown: .unknown
    }
  }

  /// The result as the SDKs name it: `true`, `false` or `unknown`.
  public var rawValue: String {
    switch self {
    case .yes: "true"
    case .no: "false"
    case .unknown: "unknown"
    }
  }

  /// Creates a result from its name: `true`, `false` or `unknown`; `nil` for another name.
  public init?(rawValue: String) {
    guard let result = [Truth.yes, .no, .unknown].first(where: { $0.rawValue == rawValue }) else {
      return nil
    }
    self = result
  }
}

/// Determines the result of an `and` condition that has both a false and an unknown operand.
public enum ConjunctionOrder: String, Hashable, Sendable {
  /// The first operand that is not true determines the result, as in the Swift SDK.
  case leftToRight
  /// False takes precedence over unknown in any order of the operands, as in the other SDKs.
  case canonical
}
