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
  /// The name of the rule, or of another part of the document.
  var part = ""
  /// The facts so far.
  var remarks: [String] = []
  /// The path of the attribute whose condition is compiled.
  private var path = ""

  mutating func remark(_ text: String) { remarks.append("\(part): \(text)") }

  /// Compiles the condition of an object; `nil` if there is none, or if each user meets it.
  mutating func condition(of fields: some DocumentFields) throws(DocumentError) -> Condition? {
    guard let node = fields.value("condition")?.node, !(node.members?.isEmpty ?? false) else {
      return nil
    }
    do throws(DocumentError) { return try condition(node) } catch {
      throw error.inside("condition")
    }
  }

  private mutating func condition(_ node: Node) throws(DocumentError) -> Condition {
    guard let members = node.members else { throw node.mismatch(expected: "an object") }
    var parts: [Condition] = []
    for member in members.lastByKey {
      switch member.key {
      case "$and": parts.append(.all(try conditions(member.node)))
      case "$or": parts.append(.any(try conditions(member.node)))
      case "$nor": parts.append(.not(.any(try conditions(member.node))))
      case "$not": parts.append(.not(try condition(member.node)))
      case let key:
        path = key
        parts.append(.path(key.pathParts, try valueCondition(member.node)))
        if key.isOperator { remark("\"\(key)\" is read as the name of an attribute") }
      }
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func conditions(_ node: Node) throws(DocumentError) -> [Condition] {
    guard let list = node.list else { throw node.mismatch(expected: "a list") }
    var parts: [Condition] = []
    for part in list { parts.append(try condition(part)) }
    return parts
  }

  /// Compiles a condition on a value.
  private mutating func valueCondition(_ node: Node) throws(DocumentError) -> Condition {
    if let text = node.string {
      remarkOnHashes(text.isSecureHash)
      return .text(text, ignoresCase: false)
    }
    if let number = node.number { return .number(number) }
    if let flag = node.bool { return .flag(flag) }
    if node.isNull { return .null }
    guard let members = node.members, !members.isEmpty, members.allSatisfy(\.key.isOperator) else {
      if node.isObject { remark("SDKs regard the order of members in the object of \"\(path)\"") }
      return .json(AttributeValue(node).description)
    }
    var parts: [Condition] = []
    for member in members.lastByKey {
      let part = try operation(member.key, member.node)
      parts.append(.named(member.key, part))
      guard let defect = part.defect else { continue }
      remark("\"\(path)\" \(member.key): \(defect), so it is false here")
    }
    return parts.count == 1 ? parts[0] : .all(parts)
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

  private mutating func operation(_ name: String, _ node: Node) throws(DocumentError) -> Condition {
    switch (name, AttributeValue(node)) {
    case ("$eq", let value), ("$ne", let value):
      remarkOnHashes(value.unquoted.isSecureHash)
      if value.isStructure { remark("\"\(path)\" \(name): lists and objects are never equal") }
      return .identical(value, name == "$eq")
    case ("$in", .list(let values)), ("$nin", .list(let values)), ("$ini", .list(let values)),
      ("$nini", .list(let values)):
      let ignoresCase = name.hasSuffix("i")
      let list = ValueList(values, ignoresCase: ignoresCase)
      remarkOnHashes(list.hasHashes)
      return .list(list, isMember: !name.hasPrefix("$n"), ignoresCase: ignoresCase, group: nil)
    case ("$inGroup", let value), ("$notInGroup", let value):
      let group = groups[value.scriptText]
      if group == nil { remark("the saved group \(value) does not exist, and counts as empty") }
      remarkOnHashes(group?.hasHashes ?? false)
      let (list, isMember) = (group ?? ValueList(), name == "$inGroup")
      return .list(list, isMember: isMember, ignoresCase: false, group: value.description)
    case ("$all", .list), ("$alli", .list):
      var parts: [Condition] = []
      for part in node.list ?? [] { parts.append(try valueCondition(part)) }
      return .every(name == "$all" ? parts : parts.map(\.ignoringCase))
    case ("$elemMatch", .object(let members)):
      let isOfOperators = !members.isEmpty && members.keys.allSatisfy(\.isOperator)
      return .element(isOfOperators ? try valueCondition(node) : try condition(node))
    case ("$regex", .string(let text)), ("$regexi", .string(let text)):
      do throws(RegularExpression.Defect) {
        return .pattern(try RegularExpression(text, ignoresCase: name == "$regexi"), text)
      } catch { return .never(.string(text), "\(error)") }
    case ("$size", _): return .size(try valueCondition(node))
    case ("$not", _): return .not(try valueCondition(node))
    case ("$exists", let value): return .exists(value.isTruthyInScript)
    case ("$type", let value): return .kind(Self.kinds[value.unquoted] ?? "unknown")
    case ("$vne", let value): return .version(nil, padded: value.paddedVersion, value)
    case (_, let value): return Self.comparison(name, value)
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
