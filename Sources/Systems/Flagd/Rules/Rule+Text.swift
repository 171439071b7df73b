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

extension Rule {
  /// The rule as JSON, with the shared rules in place of their references.
  var json: JSONValue {
    switch kind {
    case .value(let value): value.json
    case .list(let rules): .list(rules.map(\.json))
    case .variable(let path, nil): .object([("var", .string(path.text))])
    case .variable(let path, let otherwise?):
      .object([("var", .list([.string(path.text), otherwise.json]))])
    case .operation(let name, let operands):
      .object([(name.rawValue, .list(operands.map(\.json)))])
    case .spread(let name, let argument): .object([(name.rawValue, argument.json)])
    case .invalid(let reason): .string(reason)
    }
  }
}

extension AttributeValue {
  /// The name of the variant that a result of a targeting selects: its JSON without quotes.
  var variantName: String {
    if case .string(let text) = self, text.utf8.allSatisfy(Self.isPlain) { return text }
    var name = description
    name.removeAll { $0 == "\"" }
    return name
  }

  /// Whether JSON has no escape for a byte of a text.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
