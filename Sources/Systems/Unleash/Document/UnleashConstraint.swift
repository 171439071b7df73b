import Documents
import FeatureFlags
import Targeting

/// A constraint on one field of the Unleash context, compiled when the document is parsed.
final class UnleashConstraint: Sendable {
  let field: ContextField
  /// The name of the operator in the document, such as `STR_CONTAINS`.
  let operatorName: String
  /// The values of a list operator, or the single value of any other operator.
  let values: [String]
  let isInverted: Bool
  let ignoresCase: Bool
  /// The compiled check of the field; `nil` for a constraint that no user meets, even if it is inverted.
  private let test: ConstraintCheck?
  /// The reason why SDKs turn the whole flag off; `nil` if the constraint can be compiled.
  let defect: String?
  /// The warnings about the constraint for the user of Halyard.
  let remarks: [String]

  init(_ fields: some DocumentFields) throws(DocumentError) {
    field = ContextField(try fields.text("contextName"))
    operatorName = try fields.text("operator")
    isInverted = try fields.optionalFlag("inverted") ?? false
    ignoresCase = try fields.optionalFlag("caseInsensitive") ?? false
    let list = try fields.scalars("values")
    let value = try fields.optionalScalar("value")
    let isOfList = ["IN", "STR", "NOT"].contains(operatorName.prefix { $0 != "_" })
    values = isOfList ? list : value.map { [$0] } ?? []
    var remarks: [String] = []
    do throws(ConstraintCheck.Defect) {
      test = try ConstraintCheck(operatorName, list, value, ignoresCase: ignoresCase, &remarks)
      defect = nil
    } catch {
      (test, defect) = (nil, "\(field.name) \(operatorName): \(error.text)")
    }
    if operatorName.hasPrefix("DATE"), field != .currentTime {
      remarks.append(
        "\(operatorName) reads \"\(field.name)\"; SDKs on Node compare the current time"
      )
    }
    self.remarks = remarks
  }

  /// Returns whether the user meets the constraint, and records the result in the trace; the result is
  /// meaningless after the evaluation budget is exceeded.
  func isMet(by user: UnleashUser, _ run: inout EvaluationRun) -> Bool {
    let isMet = test.map { $0.isMet(field, by: user, &run) != isInverted } ?? false
    run.trace?.append(title + found(in: user), verdict: Explanation.Verdict(isMet))
    return isMet
  }

  /// The constraint in readable form, with at most five values.
  var title: String {
    let quoted = values.prefix(5).map { JSONValue.string($0).text() }
    let rest = values.count > 5 ? " and \(values.count - 5) more" : ""
    let list = quoted.isEmpty ? "nothing" : quoted.joined(separator: ", ") + rest
    let letterCase = ignoresCase ? " in any case" : ""
    return "\(field.name) \(isInverted ? "not " : "")\(operatorName) \(list)\(letterCase)"
  }

  /// Describes the user's value, or the reason why no user meets the constraint.
  private func found(in user: UnleashUser) -> String {
    let text = user.text(of: field)
    let found = text.map { ", the user has \(AttributeValue.string($0))" } ?? ""
    let cause = defect ?? (text == nil ? "the user has no \(field.name)" : nil)
    return found + (cause.map { " (\($0))" } ?? "")
  }
}

/// A segment: a named group of constraints, to which strategies refer.
struct UnleashSegment: Sendable {
  let id: Int
  let name: String
  let constraints: [UnleashConstraint]
  /// The reason why SDKs turn off each flag that refers to the segment; `nil` if its constraints can be
  /// compiled.
  let defect: String?
  let line: Int?

  init(_ fields: some DocumentFields, line: Int?) throws(DocumentError) {
    id = try fields.wholeNumber("id")
    name = try fields.optionalText("name") ?? "\(id)"
    constraints = try fields.objects("constraints", of: UnleashConstraint.init)
    defect = constraints.lazy.compactMap(\.defect).first
    self.line = line
  }
}

/// The compiled check of one context field.
///
/// As in the engines of the SDKs, the format of the constraint's value decides whether an operator such
/// as `NUM_GT` compares dates, versions or numbers.
enum ConstraintCheck: Sendable {
  /// The value is in the list, or is not if `isMember` is false.
  case list(TextList, isMember: Bool)
  /// The value contains one of the texts at the position; the texts are in lower case if case is
  /// ignored.
  case texts(TextPosition, [String], ignoresCase: Bool)
  /// The regular expression is found in the value; `nil` for an invalid expression, which matches
  /// nothing.
  case pattern(RegularExpression?)
  /// The IP address is in one of the ranges.
  case ranges([IPRange])
  case number(Comparison, Double)
  case version(Comparison, SemanticVersion)
  case time(Comparison, Timestamp)

  /// An error in a constraint because of which SDKs turn the whole flag off.
  struct Defect: Error {
    let text: String
  }

  /// Compiles a constraint; the result is `nil` for a constraint that no user meets, even if it is
  /// inverted.
  init?(
    _ name: String,
    _ values: [String],
    _ value: String?,
    ignoresCase: Bool,
    _ remarks: inout [String]
  ) throws(Defect) {
    func filledValues() throws(Defect) -> [String] {
      guard !values.isEmpty else { throw Defect(text: "the list of values is empty") }
      return values
    }
    func texts(at position: TextPosition) throws(Defect) -> ConstraintCheck {
      let texts = try filledValues()
      let folded = ignoresCase ? texts.map { $0.lowercased() } : texts
      return .texts(position, folded, ignoresCase: ignoresCase)
    }
    switch name {
    case "IN", "NOT_IN":
      if values.contains(where: { $0.isEmpty || !$0.isSameText(as: $0.trimmed) }) {
        remarks.append("a value has spaces or is empty; SDKs on Node trim the values")
      }
      self = .list(TextList(values), isMember: name == "IN")
    case "STR_STARTS_WITH": self = try texts(at: .start)
    case "STR_ENDS_WITH": self = try texts(at: .end)
    case "STR_CONTAINS": self = try texts(at: .anywhere)
    case "IN_CIDR": self = .ranges(Self.parsed(ranges: try filledValues(), &remarks))
    case "REGEX":
      do throws(RegularExpression.Defect) {
        let pattern = value ?? ""
        self = .pattern(try RegularExpression(pattern, ignoresCase: ignoresCase, isOfRust: true))
      } catch {
        remarks.append("the regular expression matches nothing: \(error)")
        self = .pattern(nil)
      }
    default: try self.init(comparison: name, value?.trimmed, &remarks)
    }
  }

  /// The type of value that an operator is intended to compare.
  private enum ComparedKind { case number, version, time }

  private static let comparisons: [String: (kind: ComparedKind, comparison: Comparison)] = [
    "NUM_EQ": (.number, .equal),
    "NUM_GT": (.number, .greater), "NUM_GTE": (.number, .greaterOrEqual),
    "NUM_LT": (.number, .less), "NUM_LTE": (.number, .lessOrEqual),
    "SEMVER_EQ": (.version, .equal),
    "SEMVER_GT": (.version, .greater), "SEMVER_GTE": (.version, .greaterOrEqual),
    "SEMVER_LT": (.version, .less), "SEMVER_LTE": (.version, .lessOrEqual),
    "DATE_AFTER": (.time, .greater), "DATE_BEFORE": (.time, .less),
  ]

  private init?(
    comparison name: String,
    _ text: String?,
    _ remarks: inout [String]
  ) throws(Defect) {
    guard let (expected, comparison) = Self.comparisons[name] else {
      throw Defect(text: "the operator is unknown")
    }
    guard let text else { throw Defect(text: "the value is missing") }
    if expected == .version, text.hasPrefix("v") {
      remarks.append("the version \"\(text)\" begins with v, so no user meets it")
      return nil
    }
    let kind: ComparedKind
    if let time = Timestamp(plain: text) {
      (self, kind) = (.time(comparison, time), .time)
    } else if let version = SemanticVersion(text) {
      (self, kind) = (.version(comparison, version), .version)
    } else if let number = Double(plain: text) {
      (self, kind) = (.number(comparison, number), .number)
    } else {
      throw Defect(text: "\"\(text)\" is neither a number, a version nor a date")
    }
    if kind != expected {
      remarks.append("the value \"\(text)\" does not go with the operator; SDKs on Node differ")
    }
  }

  /// Parses IP addresses and ranges; other texts are skipped with a remark.
  static func parsed(ranges texts: [String], _ remarks: inout [String]) -> [IPRange] {
    let ranges = texts.compactMap { IPRange($0) }
    if ranges.count < texts.count {
      remarks.append("an entry of the addresses is neither an address nor a range")
    }
    return ranges
  }
}

// MARK: Evaluation

extension ConstraintCheck {
  /// Returns whether a context field of the user passes the check; meaningless after the evaluation
  /// budget is exceeded.
  func isMet(_ field: ContextField, by user: UnleashUser, _ run: inout EvaluationRun) -> Bool {
    switch self {
    case .time(let comparison, let time):
      return user.time(of: field).map { comparison.holds($0, time) } ?? false
    case .number(let comparison, let expected):
      guard let number = user.number(of: field) else { return false }
      return comparison == .equal
        ? abs(number - expected) < .ulpOfOne : comparison.holds(number, expected)
    case .list(_, let isMember):
      return user.text(of: field).map { isMet(by: $0, &run) } ?? !isMember
    case .texts, .pattern, .ranges, .version:
      return user.text(of: field).map { isMet(by: $0, &run) } ?? false
    }
  }

  private func isMet(by text: String, _ run: inout EvaluationRun) -> Bool {
    let blocks = 1 + EvaluationRun.blocks(of: text)
    switch self {
    case .list(let list, let isMember):
      return run.allows(blocks) && list.contains(text) == isMember
    case .texts(let position, let values, let ignoresCase):
      guard run.allows(values.count * blocks) else { return false }
      let text = ignoresCase ? text.lowercased() : text
      return values.contains { text.has($0, at: position) }
    // A search that exceeds its step limit counts as no match.
    case .pattern(let expression):
      return run.allows(EvaluationRun.search + blocks) && expression?.search(text) == .found(true)
    case .ranges(let ranges):
      guard run.allows(1 + ranges.count), let address = IPRange(text) else { return false }
      return ranges.contains { $0.contains(address) }
    case .version(let comparison, let version):
      guard run.allows(), let own = SemanticVersion(text) else { return false }
      return comparison.holds(own, version)
    case .number, .time: return false
    }
  }
}

extension Double {
  /// Parses a number of a document: digits, with an optional sign, fraction and exponent.
  fileprivate init?(plain text: String) {
    let unsigned = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    guard let first = unsigned.first, (0x30...0x39).contains(first),
      text.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) })
    else { return nil }
    self.init(text)
  }
}

extension Timestamp {
  /// Parses a date of a document: `YYYY-MM-DDThh:mm:ss[.mmm]` and `Z` or `±hh:mm`.
  fileprivate init?(plain text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, !bytes.contains(UInt8(ascii: "t")), !bytes.contains(UInt8(ascii: "z"))
    else { return nil }
    let fraction = bytes[20...].prefix { (0x30...0x39).contains($0) }
    guard bytes[19] != UInt8(ascii: ".") || fraction.count == 3 else { return nil }
    self.init(text)
  }
}
