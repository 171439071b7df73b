import Documents
import FeatureFlags
import Targeting

/// Compiles conditions of a document, and collects remarks about them for the user of Halyard.
struct Compiler {
  /// The saved groups by id.
  var groups: [String: SavedGroup] = [:]
  /// Whether the current condition can refer to saved groups; conditions of prerequisites cannot.
  var hasGroups = true
  /// The contextual bandits by id.
  var bandits: [String: ContextualBandit] = [:]
  /// The name of the current feature, or the id of the current contextual bandit.
  var feature = ""
  /// The values of the current feature that were found so far.
  var values = FeatureValues()
  /// The number of rules of the current feature that were read so far; a rule without an id gets its
  /// number as key.
  var ruleCount = 0
  /// The name of the current rule, or of another part of the document, with which messages begin.
  var part = ""
  /// The remarks about the current feature that were collected so far.
  var remarks: [String] = []
  /// The parts of the current feature for which the SDK for Python and the SDK for JavaScript have
  /// different results.
  var differences: [String] = []
  /// The path of the attribute whose condition is being compiled.
  private(set) var path = ""
  /// The values with which the current condition is evaluated to find differences between the SDKs.
  var probes: [AttributeValue] = []
  /// Whether the current condition is inside a negation.
  private var isNegated = false

  mutating func remark(_ text: String) { remarks.append("\(part): \(text)") }

  /// Adds a difference between the SDKs to ``differences``.
  mutating func differ(_ text: String) { differences.append("\(part): \(text)") }

  /// Compiles the member `condition` of an object; `nil` if it is missing, or if every user meets it.
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

  /// Compiles the condition on an attribute, and reports a difference between the SDKs.
  ///
  /// The condition is evaluated for a user without the attribute, and for values whose types the SDKs
  /// treat differently.
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

  /// Compiles a condition on a value: operators, or a constant to which the value must be equal.
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

  /// Compiles the condition that a value is equal to a constant.
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

  /// Adds probes for an operand: values of another type that JavaScript converts to the type of the
  /// operand.
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
  /// The word for the type of a value in messages, such as "number"; "value" for null and objects.
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
  /// Whether the name of a member begins with `$`, like that of an operator.
  var isOperator: Bool { utf8.first == UInt8(ascii: "$") }

  /// The components of a path that are separated by dots.
  fileprivate var pathParts: [String] {
    guard utf8.contains(UInt8(ascii: ".")) else { return [self] }
    return split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}

/// A saved group: a list of values, or an object with a type; the SDK for JavaScript supports only
/// lists.
enum SavedGroup: Sendable {
  case values(ValueList)
  /// An object of type `list`: the values, and the attribute to which they belong.
  case list(ValueList, attribute: String?)
  case condition
  /// An object of a type that is not known, which newer SDKs may support.
  case unknown

  /// Parses a saved group; `nil` if the value is neither a list nor an object.
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

/// A contextual bandit: the weights of the variations for each context, that is, for the users who meet
/// a condition.
struct ContextualBandit: Sendable {
  let id: String
  let version: Double?
  let contexts: [Context]

  struct Context: Sendable {
    let id: Double?
    let condition: Condition
    let weights: [Double]
  }

  /// Parses a contextual bandit, whose id is the value of `compiler.feature`.
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
  /// The expected type of the operand, for operators that accept only one type.
  private static let operandKinds = [
    "$in": "a list", "$nin": "a list", "$ini": "a list", "$nini": "a list", "$all": "a list",
    "$alli": "a list", "$elemMatch": "an object", "$regex": "a text", "$regexi": "a text",
  ]
  /// The logical operators, which combine conditions and cannot be applied to a value.
  private static let conditionOperators: Set = ["$and", "$or", "$nor", "$savedGroup"]

  /// Compiles an operator that is applied to a value.
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

  /// Compiles the operand of `$elemMatch`: operators on an element of a list, or else a condition on its
  /// members.
  private mutating func elementCondition(
    _ value: some DocumentValue,
    _ keys: [String]
  ) throws(DocumentError) -> Condition {
    // Adds lists with falsy elements as probes, because the SDK for JavaScript skips such elements.
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
  /// Compiles the condition that a value is a member of a saved group, or is not.
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
    // The SDK for JavaScript throws an error for a group that is not a plain list.
    case .list(let list, _): return .foreign(condition(list), id)
    case .condition: return .foreign(.never(id, "the saved group is no list"), id)
    case .unknown: return .foreign(.foreign(nil, id), id)
    }
  }

  /// Compiles the operator `$savedGroup`, which the SDK for JavaScript treats as the name of an
  /// attribute that no user has.
  mutating func savedGroup(_ reference: Node) -> Condition {
    let id = AttributeValue.string(reference["id"]?.string ?? "")
    differ("$savedGroup \(id): SDKs for JavaScript do not know it, and regard it as false")
    let part: Condition
    switch groups[id.unquoted] {
    case .list(let list, let attribute):
      let key = reference["attributeKey"]?.string ?? attribute ?? ""
      part = .path([key], .list(list, isMember: true, ignoresCase: false, group: id.description))
    // The results of the SDK for Python for all other types of groups are unknown.
    case .condition, .unknown: part = .foreign(nil, id)
    case .values, nil: part = .never(id, "no saved group with a type has the id")
    }
    return .named("$savedGroup", .foreign(part, id))
  }
}

extension Condition {
  /// The reason for which a condition with an unknown operator is never met.
  static let unknownOperator = "the operator is unknown"
}
