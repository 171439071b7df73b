import Documents
import FeatureFlags
import Targeting

/// Compiles the JsonLogic rules of a document to ``Rule`` trees.
struct RuleCompiler {
  /// The shared rules of the document, by name; empty while a shared rule is compiled.
  private let shared: [String: Rule]
  /// Whether shared rules are compiled, in which a `$ref` is not replaced.
  private let isShared: Bool

  /// Compiles the shared rules, and creates a compiler for targeting rules that can refer to them.
  init(shared members: [Node.Member]) {
    let compiler = RuleCompiler()
    var shared: [String: Rule] = [:]
    for member in members { shared[member.key] = compiler.rule(member.node) }
    self.shared = shared
    isShared = false
  }

  private init() {
    shared = [:]
    isShared = true
  }

  /// Returns the compiled shared rule with the given name.
  func sharedRule(_ name: String) -> Rule? { shared[name] }

  func rule(_ node: Node) -> Rule {
    switch node.value {
    case .list(let nodes):
      // A list of scalars, which is frequent, becomes one constant without a rule for each element.
      if nodes.allSatisfy(\.isScalar) { break }
      let rules = nodes.map(rule)
      let isConstant = rules.allSatisfy { $0.value != nil }
      return Rule(
        isConstant ? .value(.list(rules.compactMap(\.value))) : .list(rules),
        line: node.line
      )
    case .object(let members):
      // In JSON, the last of several members with the same key wins.
      guard let last = members.last, members.allSatisfy({ $0.key == last.key }) else { break }
      return operation(last.key, last.node, line: node.line)
    case .null, .bool, .number, .integer, .string, .opaque: break
    }
    return Rule(.value(AttributeValue(node)), line: node.line)
  }

  private func operation(_ name: String, _ argument: Node, line: Int?) -> Rule {
    guard let known = Operator.byName[name] else {
      if name == "$ref", !isShared, let text = argument.string, let rule = shared[text] {
        return Rule(rule, reference: text, line: line)
      }
      return Rule(.invalid(defect(ofUnknown: name, argument)), line: line)
    }
    if known == .variable { return variable(argument, line: line) }
    if let nodes = argument.list { return Rule(.operation(known, nodes.map(rule)), line: line) }
    let operand = rule(argument)
    let isConstant = operand.value != nil
    return Rule(isConstant ? .operation(known, [operand]) : .spread(known, operand), line: line)
  }

  private func defect(ofUnknown name: String, _ argument: Node) -> String {
    let hint: String
    switch (name, argument.string) {
    case ("$ref", let text?) where !isShared: hint = "; no shared rule is named \"\(text)\""
    case ("$ref", _) where isShared: hint = "; references in shared rules are not replaced"
    case ("fractionalEvaluation", _): hint = "; its name is \"fractional\" since 2025"
    default: hint = ""
    }
    return "unknown operator \"\(name.excerpt)\"\(hint)"
  }

  private func variable(_ argument: Node, line: Int?) -> Rule {
    if let text = argument.string {
      return Rule(.variable(VariablePath(text), otherwise: nil), line: line)
    }
    let operands = argument.list?.map(rule) ?? [rule(argument)]
    guard let first = operands.first else {
      return Rule(.variable(VariablePath(""), otherwise: nil), line: line)
    }
    guard let value = first.value else {
      let isList = argument.list != nil
      return Rule(isList ? .operation(.variable, operands) : .spread(.variable, first), line: line)
    }
    // A path inside a list must be a string.
    let path = argument.list == nil || value.isText ? VariablePath(value) : nil
    guard let path else {
      let reason = "the path of a variable is \(value.kind), expected a text"
      return Rule(.invalid(reason), line: line)
    }
    return Rule(.variable(path, otherwise: operands.dropFirst().first), line: line)
  }
}

extension Node {
  /// Whether the value is neither a list nor an object.
  fileprivate var isScalar: Bool {
    switch value {
    case .null, .bool, .number, .integer, .string, .opaque: true
    case .list, .object: false
    }
  }
}

extension VariablePath {
  /// Creates a path from the argument of `var`; `nil` if the value cannot be a path.
  init?(_ value: AttributeValue) {
    switch value {
    case .null: self.init("")
    case .string(let text): self.init(text)
    case .number(let number): self.init(number.decimalText)
    case .bool, .list, .object: return nil
    }
  }
}
