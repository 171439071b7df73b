import Documents
import FeatureFlags
import Targeting

/// Compiles the parts of a document, and collects the facts about them that a tester must know.
struct Compiler {
  /// The saved groups by id.
  var groups: [String: ValueList] = [:]
  /// The contextual bandits by id.
  var bandits: [String: ContextualBandit] = [:]
  /// The name of the feature, or the id of the contextual bandit.
  var feature = ""
  /// The values of the feature so far.
  var values = FeatureValues()
  /// The number of rules of the feature so far; it is the key of a rule without an id.
  var ruleCount = 0
  /// The name of the rule, or of another part of the document.
  var part = ""
  /// The facts so far.
  var remarks: [String] = []
  /// The path of the attribute whose condition is compiled.
  private var path = ""

  mutating func remark(_ text: String) { remarks.append("\(part): \(text)") }

  /// Compiles the condition of an object; `nil` if there is none, or if each user meets it.
  mutating func condition(of fields: some DocumentFields) throws(DocumentError) -> Condition? {
    guard let value = fields.value("condition") else { return nil }
    do throws(DocumentError) {
      let condition = try condition(value)
      if case .all(let parts) = condition, parts.isEmpty { return nil }
      return condition
    } catch { throw error.inside("condition") }
  }

  private mutating func condition(_ value: some DocumentValue) throws(DocumentError) -> Condition {
    guard let members = value.entries else { throw value.mismatch(expected: "an object") }
    let parts = try members.last(by: { $0.key }).map { key, value throws(DocumentError) in
      switch key {
      case "$and": return Condition.all(try conditions(value))
      case "$or": return .any(try conditions(value))
      case "$nor": return .not(.any(try conditions(value)))
      case "$not": return .not(try condition(value))
      default:
        path = key
        let part = try valueCondition(value)
        if key.isOperator { remark("\"\(key)\" is read as the name of an attribute") }
        return .path(key.pathParts, part)
      }
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func conditions(
    _ value: some DocumentValue
  ) throws(DocumentError) -> [Condition] {
    guard let list = value.elements else { throw value.mismatch(expected: "a list") }
    return try list.map { part throws(DocumentError) in try condition(part) }
  }

  /// Compiles a condition on a value.
  private mutating func valueCondition(
    _ value: some DocumentValue
  ) throws(DocumentError) -> Condition {
    let members = value.entries ?? []
    guard !members.isEmpty, members.allSatisfy({ $0.key.isOperator }) else {
      return constant(value)
    }
    let parts = try members.last(by: { $0.key }).map { name, value throws(DocumentError) in
      let part = try operation(name, value)
      let defect = part.defect
      if let defect { remark("\"\(path)\" \(name): \(defect), so it is false here") }
      return Condition.named(name, part)
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// Compiles a condition that a value is equal to another one.
  private mutating func constant(_ value: some DocumentValue) -> Condition {
    let constant = AttributeValue(value.node)
    switch constant {
    case .string(let text):
      remarkOnHashes(text.isSecureHash)
      return .text(text, ignoresCase: false)
    case .number(let number): return .number(number)
    case .bool(let flag): return .flag(flag)
    case .null: return .null
    case .object: remark("SDKs regard the order of members in the object of \"\(path)\"")
    case .list: break
    }
    return .json(constant.description)
  }

  private mutating func remarkOnHashes(_ hasHashes: Bool) {
    guard hasHashes else { return }
    remark("\"\(path)\" is compared with SHA-256 hashes: only apps that hash the attribute meet it")
  }
}

// MARK: Operators

extension Compiler {
  private static let comparisons: [String: Comparison] = [
    "$lt": .less, "$lte": .lessOrEqual, "$eq": .equal, "$gt": .greater, "$gte": .greaterOrEqual,
  ]
  private static let kinds = [
    "null": "null", "boolean": "true or false", "number": "a number", "string": "a text",
    "array": "a list", "object": "an object",
  ]
  /// The kinds of the operands of operators that accept one kind only.
  private static let operandKinds = [
    "$in": "a list", "$nin": "a list", "$ini": "a list", "$nini": "a list", "$all": "a list",
    "$alli": "a list", "$elemMatch": "an object", "$regex": "a text", "$regexi": "a text",
  ]

  private mutating func operation<Value: DocumentValue>(
    _ name: String,
    _ value: Value
  ) throws(DocumentError) -> Condition {
    switch name {
    case "$in", "$nin", "$ini", "$nini":
      guard let elements = value.elements else { break }
      let ignoresCase = name.hasSuffix("i")
      let list = ValueList(elements, ignoresCase: ignoresCase)
      remarkOnHashes(list.hasHashes)
      return .list(list, isMember: !name.hasPrefix("$n"), ignoresCase: ignoresCase, group: nil)
    case "$all", "$alli":
      guard let list = value.elements else { break }
      let parts = try list.map { part throws(DocumentError) in try valueCondition(part) }
      return .every(name == "$all" ? parts : parts.map(\.ignoringCase))
    case "$elemMatch":
      guard let members = value.entries else { break }
      let isOfOperators = !members.isEmpty && members.allSatisfy({ $0.key.isOperator })
      return .element(isOfOperators ? try valueCondition(value) : try condition(value))
    case "$regex", "$regexi":
      guard let text = value.string else { break }
      do throws(RegularExpression.Defect) {
        return .pattern(try RegularExpression(text, ignoresCase: name == "$regexi"), text)
      } catch { return .never(.string(text), "\(error)") }
    case "$size": return .size(try valueCondition(value))
    case "$not": return .not(try valueCondition(value))
    default: break
    }
    return operation(name, AttributeValue(value.node))
  }

  private mutating func operation(_ name: String, _ value: AttributeValue) -> Condition {
    switch name {
    case "$eq", "$ne":
      remarkOnHashes(value.unquoted.isSecureHash)
      if value.isStructure { remark("\"\(path)\" \(name): lists and objects are never equal") }
      return .identical(value, name == "$eq")
    case "$inGroup", "$notInGroup":
      let group = groups[value.scriptText]
      if group == nil { remark("the saved group \(value) does not exist, and counts as empty") }
      remarkOnHashes(group?.hasHashes ?? false)
      let (list, isMember) = (group ?? ValueList(), name == "$inGroup")
      return .list(list, isMember: isMember, ignoresCase: false, group: value.description)
    case "$exists": return .exists(value.isTruthyInScript)
    case "$type": return .kind(Self.kinds[value.unquoted] ?? "unknown")
    case "$vne": return .version(nil, padded: value.paddedVersion, value)
    default: return Self.comparison(name, value)
    }
  }

  private static func comparison(_ name: String, _ value: AttributeValue) -> Condition {
    if let comparison = comparisons[name] { return .compared(comparison, value) }
    if name.hasPrefix("$v"), let comparison = comparisons["$" + name.dropFirst(2)] {
      return .version(comparison, padded: value.paddedVersion, value)
    }
    let expected = operandKinds[name].map { "found \(value.kind), expected \($0)" }
    return .never(value, expected ?? "the operator is unknown")
  }
}

extension String {
  /// Whether the key of a member has the form of an operator.
  fileprivate var isOperator: Bool { utf8.first == UInt8(ascii: "$") }

  /// The parts of a path with points.
  fileprivate var pathParts: [String] {
    guard utf8.contains(UInt8(ascii: ".")) else { return [self] }
    return split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}
