import Documents
import FeatureFlags
import Targeting

extension Rule {
  /// Returns the rule with its result, for a trace.
  func text(_ result: String) -> String {
    title + (reference.map { ", shared rule \"\($0.excerpt)\"" } ?? "") + ": " + result
  }

  /// The rule as people write it, on one line; operators inside are shortened.
  private var title: String {
    switch kind {
    case .value, .list, .variable: return label
    case .operation(let name, let operands):
      switch name {
      case .conditional, .ternary, .and, .or, .fractional: return name.rawValue
      default: break
      }
      let labels = operands.prefix(4).map(\.label) + (operands.count > 4 ? ["…"] : [])
      if name.isInfix, operands.count == 2 { return labels.joined(separator: " \(name.rawValue) ") }
      return "\(name.rawValue) \(labels.joined(separator: ", "))"
    case .spread(let name, let argument): return "\(name.rawValue) \(argument.label)"
    case .invalid: return "rule"
    }
  }

  /// The rule as an operand of another one.
  private var label: String {
    switch kind {
    case .value(let value): value.excerpt
    case .list: "[…]"
    case .variable(let path, _): "var \"\(path.text.excerpt)\""
    case .operation(let name, _), .spread(let name, _): "(\(name.rawValue) …)"
    case .invalid: "(…)"
    }
  }
}
