import Documents
import Targeting

/// Reads the object of a condition of a server template, as firebase-admin evaluates it.
///
/// Source: the condition evaluator of firebase-admin for Node.js and Python.
struct ConditionReader {
  /// The defects of the condition, in the order of detection, each with its line.
  private(set) var defects: [(text: String, line: Int?)] = []

  /// The number of lists of conditions around a condition, from which on it is false.
  private static let depthLimit = 5

  /// Reads a condition; a malformed one is false, as for firebase-admin.
  mutating func rule(_ node: Node, depth: Int = 0) -> ConditionRule {
    func part(_ name: String) -> Node? { node[name].flatMap { $0.isNull ? nil : $0 } }
    guard depth < Self.depthLimit else {
      return no("has a condition within \(depth) lists of conditions", node)
    }
    for name in ["orCondition", "andCondition"] {
      guard let list = part(name) else { continue }
      let rules = (list["conditions"]?.list ?? []).map { rule($0, depth: depth + 1) }
      return name == "orCondition" ? .any(rules) : .all(rules)
    }
    if part("true") != nil { return .constant(true) }
    if part("false") != nil { return .constant(false) }
    if let percent = part("percent") { return self.percent(percent) }
    if let signal = part("customSignal") { return self.signal(signal) }
    let names = (node.members ?? []).map { "\"\($0.key.excerpt)\"" }
    return no(
      "has no known kind of condition, but \(names.isEmpty ? "nothing" : names.joined(separator: ", "))",
      node
    )
  }

  private mutating func no(_ defect: String, _ node: Node) -> ConditionRule {
    defects.append((defect + ", so it is false", node.line))
    return .constant(false)
  }

  private mutating func percent(_ node: Node) -> ConditionRule {
    func number(_ node: Node?, _ name: String) -> Double { node?[name]?.number ?? 0 }
    let range = node["microPercentRange"]
    let bound = number(node, "microPercent")
    let bounds: (lower: Double, upper: Double)
    switch node["percentOperator"]?.string {
    case "LESS_OR_EQUAL": bounds = (-.infinity, bound)
    case "GREATER_THAN": bounds = (bound, .infinity)
    case "BETWEEN":
      bounds = (number(range, "microPercentLowerBound"), number(range, "microPercentUpperBound"))
    case let name: return no("has no known \"percentOperator\", but \(Self.found(name))", node)
    }
    let seed = node["seed"]?.string ?? ""
    return .percent(PercentRule(seed: seed, lower: bounds.lower, upper: bounds.upper))
  }

  private mutating func signal(_ node: Node) -> ConditionRule {
    let name = node["customSignalOperator"]?.string
    guard let test = name.flatMap(Self.test) else {
      return no("has no known \"customSignalOperator\", but \(Self.found(name))", node)
    }
    guard let key = node["customSignalKey"]?.string, !key.isEmpty else {
      return no("has no \"customSignalKey\"", node)
    }
    let targets = (node["targetCustomSignalValues"]?.list ?? []).compactMap(\.string)
    guard !targets.isEmpty else { return no("has no \"targetCustomSignalValues\"", node) }
    let rule = AttributeRule(key, test, targets)
    if test == .matches, rule.targets.contains(where: { $0.pattern == nil }) {
      defects.append(("has a regular expression that is invalid or not of RE2", node.line))
    }
    return .attribute(rule)
  }

  private static func found(_ name: String?) -> String {
    name.map { "\"\($0.excerpt)\"" } ?? "nothing"
  }

  private static func test(_ name: String) -> AttributeRule.Test? {
    let comparisons: [String: Comparison] = [
      "LESS_THAN": .less, "LESS_EQUAL": .lessOrEqual, "EQUAL": .equal, "NOT_EQUAL": .unequal,
      "GREATER_THAN": .greater, "GREATER_EQUAL": .greaterOrEqual,
    ]
    for (prefix, test) in [
      ("NUMERIC_", AttributeRule.Test.number), ("SEMANTIC_VERSION_", AttributeRule.Test.version),
    ] where name.hasPrefix(prefix) {
      return comparisons[String(name.dropFirst(prefix.count))].map(test)
    }
    return switch name {
    case "STRING_CONTAINS": .contains
    case "STRING_DOES_NOT_CONTAIN": .doesNotContain
    case "STRING_EXACTLY_MATCHES": .equals
    case "STRING_CONTAINS_REGEX": .matches
    default: nil
    }
  }
}
