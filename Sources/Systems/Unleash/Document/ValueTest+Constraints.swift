import Documents
import Targeting

/// Compiles the operators of constraints.
///
/// Engines decide by the form of the value whether `NUM_GT` compares dates, versions or numbers; the
/// check follows them.
extension ValueTest {
  /// The reason why engines switch a flag off.
  struct Defect: Error {
    let text: String
  }

  /// The operands of a constraint in the document.
  struct Operands {
    let name: String
    let values: [String]
    let value: String?
    let ignoresCase: Bool
  }

  /// Compiles a constraint; `nil` for a constraint that is false even if it is inverted.
  init?(_ operands: Operands, _ remarks: inout [String]) throws(Defect) {
    switch operands.name {
    case "IN", "NOT_IN":
      if operands.values.contains(where: { $0.isEmpty || !$0.isSameText(as: $0.trimmed) }) {
        remarks.append("a value has spaces or is empty; SDKs on Node trim the values")
      }
      self = .list(TextList(operands.values), isMember: operands.name == "IN")
    case "STR_STARTS_WITH": self = try Self.texts(.start, operands)
    case "STR_ENDS_WITH": self = try Self.texts(.end, operands)
    case "STR_CONTAINS": self = try Self.texts(.anywhere, operands)
    case "IN_CIDR":
      guard !operands.values.isEmpty else { throw Defect(text: "the list of values is empty") }
      self = .ranges(Self.parsed(ranges: operands.values, &remarks))
    case "REGEX":
      do throws(RegularExpression.Defect) {
        let pattern = operands.value ?? ""
        self = .pattern(
          try RegularExpression(pattern, ignoresCase: operands.ignoresCase, isOfRust: true)
        )
      } catch {
        remarks.append("the regular expression matches nothing: \(error)")
        self = .pattern(nil)
      }
    default: try self.init(comparing: operands, &remarks)
    }
  }

  private static func texts(
    _ position: TextPosition,
    _ operands: Operands
  ) throws(Defect) -> ValueTest {
    guard !operands.values.isEmpty else { throw Defect(text: "the list of values is empty") }
    return ValueTest(position, anyOf: operands.values, ignoresCase: operands.ignoresCase)
  }

  private static let comparisons: [Substring: Comparison] = [
    "EQ": .equal, "GT": .greater, "GTE": .greaterOrEqual, "LT": .less, "LTE": .lessOrEqual,
    "AFTER": .greater, "BEFORE": .less,
  ]

  private init?(comparing operands: Operands, _ remarks: inout [String]) throws(Defect) {
    let parts = operands.name.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 2, let comparison = Self.comparisons[parts[1]],
      ["NUM", "SEMVER", "DATE"].contains(parts[0]),
      (parts[0] == "DATE") == ["AFTER", "BEFORE"].contains(parts[1])
    else { throw Defect(text: "the operator is unknown") }
    guard let text = operands.value?.trimmed else { throw Defect(text: "the value is missing") }
    if parts[0] == "SEMVER", text.hasPrefix("v") {
      remarks.append("the version \"\(text)\" begins with v, so no user meets it")
      return nil
    }
    let kind: Substring
    if let time = Timestamp(plain: text) {
      (self, kind) = (.time(comparison, time), "DATE")
    } else if let version = SemanticVersion(text) {
      (self, kind) = (.version(comparison, version), "SEMVER")
    } else if let number = Double(plain: text) {
      (self, kind) = (.number(comparison, number), "NUM")
    } else {
      throw Defect(text: "\"\(text)\" is neither a number, a version nor a date")
    }
    if kind != parts[0] {
      remarks.append("the value \"\(text)\" does not go with the operator; SDKs on Node differ")
    }
  }

  /// Parses addresses and ranges; other texts are skipped.
  static func parsed(ranges texts: [String], _ remarks: inout [String]) -> [IPRange] {
    let ranges = texts.compactMap { IPRange($0) }
    if ranges.count < texts.count {
      remarks.append("an entry of the addresses is neither an address nor a range")
    }
    return ranges
  }

  /// Whether a field of the user passes the check; meaningless after too many steps.
  func isMet(_ field: ContextField, by user: UnleashUser, _ steps: StepCounter) -> Bool {
    switch self {
    case .time(let comparison, let time):
      return user.time(of: field).map { comparison.holds($0, time) } ?? false
    case .number(let comparison, let expected):
      guard let number = user.number(of: field) else { return false }
      return comparison == .equal
        ? abs(number - expected) < .ulpOfOne : comparison.holds(number, expected)
    case .list(_, let isMember):
      return user.text(of: field).map { isMet(by: $0, steps) } ?? !isMember
    case .texts, .pattern, .ranges, .version:
      return user.text(of: field).map { isMet(by: $0, steps) } ?? false
    }
  }

  private func isMet(by text: String, _ steps: StepCounter) -> Bool {
    steps.spend(self.steps(for: text)) && isMet(by: text)
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
