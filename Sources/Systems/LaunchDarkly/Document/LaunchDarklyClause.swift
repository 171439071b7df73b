import Documents
import FeatureFlags
import Targeting

/// A condition on an attribute of a context, compiled when the document is parsed.
final class LaunchDarklyClause: Sendable {
  /// The context kind whose attribute is read; `user` by default.
  let kind: String
  let attribute: AttributeReference
  /// Whether the clause tests the kinds of a context instead of an attribute.
  let readsKind: Bool
  /// The name of the operator in the document, such as `startsWith`.
  let operatorName: String
  let values: [AttributeValue]
  let isNegated: Bool
  let test: ClauseTest
  /// The warnings about the clause for the user of Halyard.
  let remarks: [String]

  init(_ fields: some DocumentFields) throws(DocumentError) {
    let kind = try fields.filledText("contextKind")
    self.kind = kind ?? LaunchDarklyContext.userKind
    attribute = AttributeReference(
      try fields.optionalText("attribute") ?? "",
      isLiteral: kind == nil
    )
    readsKind = attribute.name == "kind" && attribute.rest.isEmpty
    operatorName = try fields.optionalText("op") ?? ""
    values = try fields.all("values") { AttributeValue($0.node) }
    isNegated = try fields.optionalFlag("negate") ?? false
    var remarks: [String] = []
    test = ClauseTest(operatorName, values, &remarks)
    if attribute.name == nil, operatorName != "segmentMatch" {
      remarks.append("\(attribute.defect): an evaluation that reaches it fails")
    }
    self.remarks = remarks
  }

  /// The keys of the segments to which the clause refers; empty for any other operator.
  var segments: [String] { if case .segments(let keys) = test { keys } else { [] } }

  /// The clause in readable form, with at most five values.
  var title: String { text(values: 5) }

  var text: String { text(values: .max) }

  private func text(values count: Int) -> String {
    let rest = values.count > count ? " and \(values.count - count) more" : ""
    let list =
      values.isEmpty ? "nothing" : values.prefix(count).map(\.description).joined(separator: ", ")
    let owner = kind == LaunchDarklyContext.userKind ? "" : kind + " "
    let subject = operatorName == "segmentMatch" ? "" : owner + attribute.text + " "
    return "\(subject)\(isNegated ? "not " : "")\(operatorName) \(list)\(rest)"
  }
}

extension AttributeReference {
  /// The reason why the reference is malformed, for messages.
  var defect: String {
    text.isEmpty ? "the attribute is missing" : "the attribute \"\(text.excerpt)\" is malformed"
  }
}

/// The compiled test of a clause: a value of a context must match one of the values of the clause.
enum ClauseTest: Sendable {
  /// The value is equal to one of the strings, or to one of the numbers and Booleans.
  case equal(TextList, [AttributeValue])
  case texts(TextPosition, [String])
  case patterns([RegularExpression])
  case numbers(Comparison, [Double])
  case times(Comparison, [Timestamp])
  case versions(Comparison, [SemanticVersion])
  /// The context is a member of one of the segments.
  case segments([String])
  /// The operator is unknown, so no value matches.
  case unknown

  /// Compiles the test of an operator, and appends warnings about its values to `remarks`.
  init(_ name: String, _ values: [AttributeValue], _ remarks: inout [String]) {
    func all<Value>(_ convert: (AttributeValue) -> Value?) -> [Value] {
      let converted = values.compactMap(convert)
      if converted.count < values.count {
        remarks.append("a value of \"\(name)\" has the wrong type or syntax, and matches nothing")
      }
      return converted
    }
    switch name {
    case "in":
      let texts = values.compactMap(\.string)
      self = .equal(TextList(texts), texts.count == values.count ? [] : all(\.other))
    case "startsWith": self = .texts(.start, all(\.string))
    case "endsWith": self = .texts(.end, all(\.string))
    case "contains": self = .texts(.anywhere, all(\.string))
    case "matches": self = .patterns(all(\.string).compactMap { Self.pattern($0, &remarks) })
    case "lessThan": self = .numbers(.less, all(\.number))
    case "lessThanOrEqual": self = .numbers(.lessOrEqual, all(\.number))
    case "greaterThan": self = .numbers(.greater, all(\.number))
    case "greaterThanOrEqual": self = .numbers(.greaterOrEqual, all(\.number))
    case "before": self = .times(.less, all(\.time))
    case "after": self = .times(.greater, all(\.time))
    case "semVerEqual": self = .versions(.equal, all(\.version))
    case "semVerLessThan": self = .versions(.less, all(\.version))
    case "semVerGreaterThan": self = .versions(.greater, all(\.version))
    case "segmentMatch": self = .segments(all(\.string))
    default:
      self = .unknown
      remarks.append("the operator \"\(name)\" is unknown, so no value matches")
    }
  }

  private static func pattern(_ text: String, _ remarks: inout [String]) -> RegularExpression? {
    do throws(RegularExpression.Defect) { return try RegularExpression(text) } catch {
      var remark = "the regular expression \"\(text.excerpt)\" matches nothing: \(error)"
      if case .unsupported = error { remark += "; SDKs in other languages than Go may match it" }
      remarks.append(remark)
      return nil
    }
  }

  /// Returns the steps that a test of the value charges to the evaluation budget.
  func steps(for value: AttributeValue) -> Int {
    let blocks = 1 + (value.string.map(EvaluationRun.blocks) ?? 0)
    return switch self {
    case .equal(_, let others): blocks + others.count
    case .texts(_, let texts): texts.count * blocks
    case .segments(let keys): keys.count
    case .patterns(let patterns): patterns.count * (EvaluationRun.search + blocks)
    case .numbers(_, let numbers): numbers.count
    case .times(_, let times): times.count
    case .versions(_, let versions): versions.count
    case .unknown: 1
    }
  }

  /// Returns whether a single value matches; always `false` for segments, which do not depend on an
  /// attribute.
  func isMet(by value: AttributeValue) -> Bool {
    switch self {
    case .equal(let texts, let others):
      if case .string(let text) = value { texts.contains(text) } else { others.contains(value) }
    case .texts(let position, let texts):
      value.string.map { text in texts.contains { text.has($0, at: position) } } ?? false
    case .patterns(let patterns):
      // A search that exceeds its step limit counts as no match.
      value.string.map { text in patterns.contains { $0.search(text) == .found(true) } } ?? false
    case .numbers(let comparison, let numbers):
      value.number.map { number in numbers.contains { comparison.holds(number, $0) } } ?? false
    case .times(let comparison, let times):
      value.time.map { time in times.contains { comparison.holds(time, $0) } } ?? false
    case .versions(let comparison, let versions):
      value.version.map { own in versions.contains { comparison.holds(own, $0) } } ?? false
    case .segments, .unknown: false
    }
  }
}

extension AttributeValue {
  fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }

  fileprivate var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// The value if it is a number or a Boolean; otherwise `nil`.
  fileprivate var other: AttributeValue? { number != nil || bool != nil ? self : .none }

  /// The time from a number of milliseconds since 1970, or from a string in the format of RFC 3339;
  /// `nil` otherwise.
  fileprivate var time: Timestamp? {
    if let number { return Timestamp(seconds: number.rounded(.towardZero) / 1_000) }
    return string.flatMap { Timestamp($0) }
  }

  fileprivate var version: SemanticVersion? {
    string.flatMap { SemanticVersion($0, allowing: .missingNumbersBeforeTail) }
  }
}
