import Documents
import FeatureFlags
import Targeting

/// A compiled rule of a targeting: a tree of operators, constants and variables.
struct Rule: Sendable {
  /// The content of a rule.
  enum Kind: Sendable {
    /// A constant.
    case value(AttributeValue)
    /// A list with at least one element that is not a constant.
    case list([Rule])
    /// A variable with a constant path; `otherwise` computes the default value if the variable is null
    /// or missing.
    indirect case variable(VariablePath, otherwise: Rule?)
    /// An operator with its operands.
    case operation(Operator, [Rule])
    /// An operator whose argument is a rule instead of a list.
    ///
    /// If the argument evaluates to a list, its elements are the operands; any other value is the only
    /// operand.
    indirect case spread(Operator, Rule)
    /// A rule whose evaluation fails, with the reason.
    case invalid(String)
  }

  let kind: Kind
  /// The line number in the document, counted from 1; `nil` if it is unknown.
  let line: Int?
  /// The name in the `$ref` that this shared rule replaces; `nil` for a rule that was not referenced.
  let reference: String?
  /// The height of the tree: 0 for a constant, otherwise one more than the highest operand.
  let height: Int
  /// Whether the rule reads the targeting key of the user.
  let readsKey: Bool
  /// Whether the rule buckets users by their targeting key, and therefore has no result for a user
  /// without one.
  let needsKey: Bool

  /// The maximum ``height``, which limits the depth of the recursive evaluation.
  static let heightLimit = 100

  init(_ kind: Kind, line: Int? = nil) {
    (self.line, reference) = (line, nil)
    if case .value = kind {
      self.kind = kind
      (height, readsKey, needsKey) = (0, false, false)
      return
    }
    var (height, reads, needs) = (0, kind.readsKey, kind.needsKey)
    kind.forEachOperand { operand in
      height = Swift.max(height, operand.height)
      reads = reads || operand.readsKey
      needs = needs || operand.needsKey
    }
    let isTooDeep = height >= Self.heightLimit
    self.kind =
      isTooDeep ? .invalid("the rule is nested more than \(Self.heightLimit) deep") : kind
    self.height = isTooDeep ? 1 : height + 1
    (readsKey, needsKey) = (reads || needs, needs)
  }

  /// Creates the replacement of a `$ref` from the content of the shared rule.
  init(_ rule: Rule, reference: String, line: Int?) {
    (kind, height, readsKey, needsKey) = (rule.kind, rule.height, rule.readsKey, rule.needsKey)
    (self.line, self.reference) = (line, reference)
  }

  /// The value of a constant; `nil` for any other kind of rule.
  var value: AttributeValue? { if case .value(let value) = kind { value } else { nil } }
}

extension Rule.Kind {
  /// Calls a function for each direct operand or element of the rule.
  func forEachOperand(_ body: (Rule) -> Void) {
    switch self {
    case .value, .invalid: break
    case .list(let rules), .operation(_, let rules): for rule in rules { body(rule) }
    case .variable(_, let otherwise): if let otherwise { body(otherwise) }
    case .spread(_, let argument): body(argument)
    }
  }

  fileprivate var readsKey: Bool {
    if case .variable(let path, _) = self { path.root == .targetingKey } else { false }
  }

  /// Whether the rule is a `fractional` operator without a value to hash, which hashes the targeting
  /// key.
  fileprivate var needsKey: Bool {
    guard case .operation(.fractional, let operands) = self, let first = operands.first else {
      return false
    }
    return switch first.kind {
    case .list, .value(.list), .value(.null): true
    case .value, .variable, .operation, .spread, .invalid: false
    }
  }
}

/// The path of a variable, such as `user.address.0`, split at its dots; empty for the whole data.
struct VariablePath: Hashable, Sendable {
  /// The part of the evaluation data to which a path leads.
  enum Root: Hashable, Sendable {
    case targetingKey
    case flagd
    case attribute
  }

  let text: String
  /// The first component; `nil` for the whole data.
  let first: String?
  /// The components after the first one.
  let rest: [String]
  let root: Root
  /// Whether the path is looked up only in the current element of a list, even if the data outside of
  /// the list has a variable of that name.
  let isRelative: Bool

  init(_ text: String) {
    self.text = text
    if text.utf8.contains(Self.point) {
      let parts = text.utf8.split(separator: Self.point).map { String(Substring($0)) }
      (first, rest) = (parts.first, Array(parts.dropFirst()))
    } else {
      (first, rest) = (text.isEmpty ? nil : text, [])
    }
    isRelative = first == nil || text.utf8.first == Self.point
    root = first == "targetingKey" ? .targetingKey : first == "$flagd" ? .flagd : .attribute
  }

  private static let point = UInt8(ascii: ".")
}

/// An operator of flagd's JsonLogic; the raw value is its name in a document.
enum Operator: String, CaseIterable, Sendable {
  case variable = "var"
  case missingSome = "missing_some"
  case conditional = "if"
  case ternary = "?:"
  case not = "!"
  case isTrue = "!!"
  case equal = "=="
  case unequal = "!="
  case identical = "==="
  case unidentical = "!=="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case isIn = "in"
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case containsAll = "contains_all"
  case containsAny = "contains_any"
  case containsNone = "contains_none"
  case startsWith = "starts_with"
  case endsWith = "ends_with"
  case semVer = "sem_ver"
  case missing, and, or, cat, substr, min, max, abs, merge, set, fractional
  case map, filter, all, none, some, reduce

  static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// Whether only the engine of the flagd daemon supports the operator; other providers fail.
  var isExtension: Bool { Self.extensions.contains(self) }

  private static let extensions = [abs, set, containsAll, containsAny, containsNone]

  /// Whether the text of a rule shows the operator between its two operands, as in `a == b`.
  var isInfix: Bool { rawValue.utf8.first.map { !(0x61...0x7A).contains($0) } ?? false }
}

extension Rule {
  /// Returns the text of the rule with its result, for a trace.
  func text(_ result: String) -> String {
    title + (reference.map { ", shared rule \"\($0.excerpt)\"" } ?? "") + ": " + result
  }

  /// The rule on one line, with its operands abbreviated.
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

  /// The rule abbreviated as an operand inside the text of another rule.
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
  /// The rule as JSON, in which each `$ref` is replaced by its shared rule.
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
  /// The name of the variant that this result of a targeting selects: its JSON without quotation marks.
  var variantName: String {
    if case .string(let text) = self, text.utf8.allSatisfy(Self.isPlain) { return text }
    var name = description
    name.removeAll { $0 == "\"" }
    return name
  }

  /// Whether a byte is written to JSON without an escape sequence.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
