import Documents
import FeatureFlags
import Targeting

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
  /// The operators on conditions, which are no operators on values.
  private static let conditionOperators: Set = ["$and", "$or", "$nor", "$savedGroup"]

  /// Compiles an operator on a value.
  mutating func operation<Value: DocumentValue>(
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
      return .element(try elementCondition(value, members.map(\.key)))
    case "$regex", "$regexi", "$notRegex", "$notRegexi":
      guard let text = value.string else { break }
      return pattern(name, text)
    case "$size": return .size(try valueCondition(value))
    case "$not": return .not(try valueCondition(value))
    default: break
    }
    return operation(name, AttributeValue(value.node))
  }

  /// Compiles the condition on an element of a list: operators on the element, or else a condition on its
  /// members.
  private mutating func elementCondition(
    _ value: some DocumentValue,
    _ keys: [String]
  ) throws(DocumentError) -> Condition {
    // The values that count as false in JavaScript, whose elements it leaves out.
    probes += [.list([0]), .list([""]), .list([false])]
    guard !keys.isEmpty, keys.allSatisfy(\.isOperator) else { return try condition(value) }
    guard keys.contains(where: Self.conditionOperators.contains) else {
      return try valueCondition(value)
    }
    differ("\"\(path)\" $elemMatch: SDKs for JavaScript know no \(keys[0]) here: it is false")
    return .foreign(try condition(value), AttributeValue(value.node))
  }

  private func pattern(_ name: String, _ text: String) -> Condition {
    let isNegated = name.hasPrefix("$not")
    let operand = AttributeValue.string(text)
    let part: Condition
    do throws(RegularExpression.Defect) {
      part = .pattern(try RegularExpression(text, ignoresCase: name.hasSuffix("i")), text)
    } catch { part = .never(operand, "\(error)") }
    return isNegated ? .foreign(.not(part), operand) : part
  }

  private mutating func operation(_ name: String, _ value: AttributeValue) -> Condition {
    switch name {
    case "$eq", "$ne":
      remarkOnHashes(value.unquoted.isSecureHash)
      if value.isStructure { remark("\"\(path)\" \(name): lists and objects are never equal") }
      return .identical(value, name == "$eq")
    case "$inGroup", "$notInGroup": return membership(value, isMember: name == "$inGroup")
    case "$exists": return .exists(value.isTruthyInScript)
    case "$type": return .kind(Self.kinds[value.unquoted] ?? "unknown")
    case "$vne": return .version(nil, padded: value.paddedVersion, value)
    default: return comparison(name, value)
    }
  }

  private mutating func comparison(_ name: String, _ value: AttributeValue) -> Condition {
    if let comparison = Self.comparisons[name] {
      probe(value)
      return .compared(comparison, value)
    }
    if name.hasPrefix("$v"), let comparison = Self.comparisons["$" + name.dropFirst(2)] {
      return .version(comparison, padded: value.paddedVersion, value)
    }
    if let expected = Self.operandKinds[name] {
      return .never(value, "found \(value.kind), expected \(expected)")
    }
    guard !Self.conditionOperators.contains(name) else {
      return .never(value, Condition.unknownOperator)
    }
    return .foreign(nil, value)
  }
}

// MARK: Saved groups

extension Compiler {
  /// Compiles the membership of a value in the list of a saved group.
  private mutating func membership(_ id: AttributeValue, isMember: Bool) -> Condition {
    func condition(_ list: ValueList) -> Condition {
      .list(list, isMember: isMember, ignoresCase: false, group: id.description)
    }
    let group = groups[id.scriptText]
    guard hasGroups else {
      if group != nil { differ("\(id): prerequisites have no saved groups in SDKs for JavaScript") }
      return condition(ValueList())
    }
    switch group {
    case nil:
      remark("the saved group \(id) does not exist, and counts as empty")
      return condition(ValueList())
    case .values(let list):
      remarkOnHashes(list.hasHashes)
      return condition(list)
    // The SDK for JavaScript throws an error for a group that is no list.
    case .list(let list, _): return .foreign(condition(list), id)
    case .condition: return .foreign(.never(id, "the saved group is no list"), id)
    case .unknown: return .foreign(.foreign(nil, id), id)
    }
  }

  /// Compiles a reference to a saved group, which the SDK for JavaScript reads as an attribute that no user
  /// has.
  mutating func savedGroup(_ reference: Node) -> Condition {
    let id = AttributeValue.string(reference["id"]?.string ?? "")
    differ("$savedGroup \(id): SDKs for JavaScript do not know it, and regard it as false")
    let part: Condition
    switch groups[id.unquoted] {
    case .list(let list, let attribute):
      let key = reference["attributeKey"]?.string ?? attribute ?? ""
      part = .path([key], .list(list, isMember: true, ignoresCase: false, group: id.description))
    // The results of other groups in the SDK for Python are not known here.
    case .condition, .unknown: part = .foreign(nil, id)
    case .values, nil: part = .never(id, "no saved group with a type has the id")
    }
    return .named("$savedGroup", .foreign(part, id))
  }
}

extension Condition {
  /// The defect of an operator that is unknown.
  static let unknownOperator = "the operator is unknown"
}
