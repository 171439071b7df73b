import FeatureFlags
import Targeting

extension RuleInspection {
  /// Returns the reason why an operator of flagd returns null for every user; `nil` if it need not.
  static func defect(of name: Operator, _ operands: [Rule]) -> String? {
    switch name {
    case .startsWith, .endsWith:
      guard operands.count == 2 else { return countDefect(operands, expected: 2) }
      let other = operands.first { $0.value?.isText == false }
      return other?.value.map { "found \($0.kind), expected texts" }
    case .semVer: return versionDefect(operands)
    case .fractional:
      let isKeyed = operands.first.map { $0.entry == nil } ?? false
      let entries = operands.dropFirst(isKeyed ? 1 : 0).map { $0.entry ?? $0.value ?? unknown }
      return RuleEvaluation.defect(ofEntries: entries)
    default: return nil
    }
  }

  /// An entry that only the user determines.
  private static let unknown = AttributeValue.list([""])

  private static func versionDefect(_ operands: [Rule]) -> String? {
    guard operands.count == 3 else { return countDefect(operands, expected: 3) }
    if let value = operands[1].value, !comparisons.contains(value.unquoted) {
      return "found \(value), expected one of \(comparisons.joined(separator: " "))"
    }
    for operand in [operands[0], operands[2]] {
      if let value = operand.value, value.version == nil { return "\(value) is not a version" }
    }
    return nil
  }

  private static func countDefect(_ operands: [Rule], expected: Int) -> String {
    "the number of operands is \(operands.count), expected \(expected)"
  }

  private static let comparisons = ["=", "!=", "<", "<=", ">", ">=", "^", "~"]
}

extension Rule {
  /// The rule as an entry of a distribution, with placeholders for the parts that the user determines; `nil`
  /// for a rule that is no list.
  fileprivate var entry: AttributeValue? {
    switch kind {
    case .list(let parts):
      .list(parts.enumerated().map { $1.value ?? ($0 == 0 ? "" : 1) })
    case .value(.list): value
    case .value, .variable, .operation, .spread, .invalid: nil
    }
  }
}
