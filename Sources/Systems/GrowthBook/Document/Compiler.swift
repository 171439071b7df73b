import Documents
import FeatureFlags
import Targeting

/// Compiles the parts of a document, and collects the facts about them that a tester must know.
struct Compiler {
  /// The saved groups by id.
  var groups: [String: SavedGroup] = [:]
  /// Whether the condition that is compiled can refer to saved groups: prerequisites cannot.
  var hasGroups = true
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
  /// The parts with another result in the SDK for Python than in that for JavaScript so far.
  var differences: [String] = []
  /// The path of the attribute whose condition is compiled.
  private(set) var path = ""
  /// The values for which the SDKs can differ about the condition that is compiled.
  var probes: [AttributeValue] = []
  /// Whether the condition that is compiled is negated.
  private var isNegated = false

  mutating func remark(_ text: String) { remarks.append("\(part): \(text)") }

  /// Notes a difference between SDKs.
  mutating func differ(_ text: String) { differences.append("\(part): \(text)") }

  /// Compiles the condition of an object; `nil` if there is none, or if each user meets it.
  mutating func condition(of fields: some DocumentFields) throws(DocumentError) -> Condition? {
    guard let value = fields.value("condition") else { return nil }
    do throws(DocumentError) {
      let condition = try condition(value)
      if case .all(let parts) = condition, parts.isEmpty { return nil }
      return condition
    } catch { throw error.inside("condition") }
  }

  mutating func condition(_ value: some DocumentValue) throws(DocumentError) -> Condition {
    guard let members = value.entries else { throw value.mismatch(expected: "an object") }
    let parts = try members.last(by: { $0.key }).map { key, value throws(DocumentError) in
      switch key {
      case "$and": return Condition.all(try conditions(value))
      case "$or": return .any(try conditions(value))
      case "$nor", "$not":
        isNegated.toggle()
        defer { isNegated.toggle() }
        return .not(key == "$not" ? try condition(value) : .any(try conditions(value)))
      case "$savedGroup": return savedGroup(value.node)
      default:
        if key.isOperator { remark("\"\(key)\" is read as the name of an attribute") }
        return .path(key.pathParts, try attributeCondition(key, value))
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

  /// Compiles the condition on an attribute, and compares the results of SDKs for a user without the
  /// attribute, and for values of the types that they treat differently.
  private mutating func attributeCondition(
    _ key: String,
    _ value: some DocumentValue
  ) throws(DocumentError) -> Condition {
    let (outer, outerProbes, count) = (path, probes, differences.count)
    (path, probes) = (key, [.null])
    defer { (path, probes) = (outer, outerProbes) }
    let part = try valueCondition(value)
    guard differences.count == count else { return part }
    if isNegated, part.defect == Condition.unknownOperator {
      differ("\"\(key)\" \(part.title): an unknown operator fails the whole condition")
    }
    var run = EvaluationRun()
    for probe in probes {
      let isMet = part.isMet(by: ConditionInput(probe), &run)
      let isMetInPython = part.isMetInPython(by: ConditionInput(probe), &run) ?? false
      guard isMet != isMetInPython, run.failure == nil else { continue }
      let user = probe.isNull ? "a user without it" : "the \(probe.kindName) \(probe.excerpt)"
      let sdk = isMet ? "JavaScript" : "Python"
      differ("\"\(key)\" \(part.title): \(user) meets it in SDKs for \(sdk) only")
      break
    }
    return part
  }

  /// Compiles a condition on a value.
  mutating func valueCondition(_ value: some DocumentValue) throws(DocumentError) -> Condition {
    let members = value.entries ?? []
    guard !members.isEmpty, members.allSatisfy({ $0.key.isOperator }) else {
      return constant(value)
    }
    let parts = try members.last(by: { $0.key }).map { name, value throws(DocumentError) in
      let part = try operation(name, value)
      if case .foreign(.some, _) = part {
        differ("\"\(path)\" \(name): SDKs for JavaScript do not know it, and regard it as false")
      } else if let defect = part.defect {
        remark("\"\(path)\" \(name): \(defect), so it is false here")
      }
      return Condition.named(name, part)
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// Compiles a condition that a value is equal to another one.
  private mutating func constant(_ value: some DocumentValue) -> Condition {
    let constant = AttributeValue(value.node)
    probe(constant)
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

  mutating func remarkOnHashes(_ hasHashes: Bool) {
    guard hasHashes else { return }
    remark("\"\(path)\" is compared with SHA-256 hashes: only apps that hash the attribute meet it")
  }

  /// Adds the values of another type that JavaScript converts to an operand.
  mutating func probe(_ operand: AttributeValue) {
    switch operand {
    case .string("true"): probes.append(true)
    case .string("false"): probes.append(false)
    case .string(let text):
      guard let number = Double(text), number.decimalText == text else { break }
      probes += [.number(number), .number(number - 1), .number(number + 1)]
    case .null, .bool, .number, .list, .object: break
    }
  }
}

extension AttributeValue {
  /// The kind of a value that differs by its type, as a word in front of it.
  fileprivate var kindName: String {
    switch self {
    case .null, .object: "value"
    case .bool: "Boolean"
    case .number: "number"
    case .string: "text"
    case .list: "list"
    }
  }
}

extension String {
  /// Whether the key of a member has the form of an operator.
  var isOperator: Bool { utf8.first == UInt8(ascii: "$") }

  /// The parts of a path with points.
  fileprivate var pathParts: [String] {
    guard utf8.contains(UInt8(ascii: ".")) else { return [self] }
    return split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}

/// A saved group: a list of values, or an object with a type, which the SDK for JavaScript does not know.
enum SavedGroup: Sendable {
  case values(ValueList)
  /// A list of values with the name of their attribute.
  case list(ValueList, attribute: String?)
  case condition
  /// An object with another type, which newer SDKs can know.
  case unknown

  /// Reads a group; `nil` for another value.
  init?(_ value: some DocumentValue) {
    if let elements = value.elements {
      self = .values(ValueList(elements))
      return
    }
    guard value.isObject else { return nil }
    let node = value.node
    switch node["type"]?.string {
    case "list":
      let values = node["values"]?.list.map { ValueList($0) } ?? ValueList()
      self = .list(values, attribute: node["attributeKey"]?.string)
    case "condition": self = .condition
    default: self = .unknown
    }
  }
}

/// The weights of a contextual bandit for groups of users.
struct ContextualBandit: Sendable {
  let id: String
  let version: Double?
  let contexts: [Context]

  struct Context: Sendable {
    let id: Double?
    let condition: Condition
    let weights: [Double]
  }

  /// Reads the bandit whose id is the name in the compiler.
  init(_ value: some DocumentValue, _ compiler: inout Compiler) throws(DocumentError) {
    let fields = try value.fields()
    id = compiler.feature
    version = try fields.optional("banditVersion", "a number", \.number)
    contexts = try fields.objects("contexts") { fields throws(DocumentError) in
      Context(
        id: try fields.optional("leafId", "a number", \.number),
        condition: try compiler.condition(of: fields) ?? .all([]),
        weights: try fields.optional("weights", "a list of numbers", \.numbers) ?? []
      )
    }
  }
}

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
