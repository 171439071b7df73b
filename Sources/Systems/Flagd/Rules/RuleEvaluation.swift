import FeatureFlags
import Targeting

/// Evaluates the targeting rule of one flag for one user.
struct RuleEvaluation {
  let context: EvaluationContext
  let flag: String
  let settings: FlagdSettings
  /// Returns the current time in seconds since 1970.
  private let now: @Sendable () -> Int
  /// The time that the rule has read, in seconds since 1970; `nil` if no rule has read the time.
  private(set) var timestamp: Int?
  var run: EvaluationRun

  init(
    _ flag: String,
    in context: EvaluationContext,
    settings: FlagdSettings,
    now: @escaping @Sendable () -> Int,
    isRecorded: Bool = false
  ) {
    self.flag = flag
    self.context = context
    self.settings = settings
    self.now = now
    run = EvaluationRun(isRecorded: isRecorded)
  }

  /// Evaluates the rule of a targeting, from its root.
  ///
  /// - Throws: The failure of an operator, or of a result that is not a finite number.
  mutating func result(of rule: Rule) throws(Failure) -> Value {
    let value = try evaluate(rule, Scope())
    guard value.isFinite else { throw Self.failure("the result is not a finite number") }
    return value
  }

  static func failure(_ message: String) -> Failure { Failure(.parseError, message) }

  /// Returns the time of the evaluation; all parts of the rule get the same time.
  mutating func currentTime() -> Double {
    let time = timestamp ?? now()
    timestamp = time
    return Double(time)
  }
}

// MARK: The tree

extension RuleEvaluation {
  typealias Value = AttributeValue
  typealias Failure = EvaluationFailure

  /// A call of an operator: its operands, and the data that the operands read.
  struct Call {
    let name: Operator
    let operands: [Rule]
    let scope: Scope

    /// Returns the operand at an index without evaluating it.
    ///
    /// - Throws: A failure if the operator has too few operands.
    func rule(_ index: Int) throws(Failure) -> Rule {
      if index < operands.count { return operands[index] }
      let noun = operands.count == 1 ? "operand" : "operands"
      let count = "\(operands.count) \(noun), expected \(index + 1)"
      throw RuleEvaluation.failure("\"\(name.rawValue)\" has \(count)")
    }

    /// Returns the failure of the operator for an operand of the wrong type.
    func wrong(_ value: Value, expected: String) -> Failure {
      RuleEvaluation.failure("\"\(name.rawValue)\" found \(value.kind), expected \(expected)")
    }
  }

  mutating func evaluate(_ rule: Rule, _ scope: Scope) throws(Failure) -> Value {
    try run.spend(1)
    let value = try recorded(rule, scope)
    if case .string(let text) = value { try run.spend(reading: text) }
    return value
  }

  private mutating func recorded(_ rule: Rule, _ scope: Scope) throws(Failure) -> Value {
    if case .value(let value) = rule.kind { return value }
    guard run.trace?.begin() != nil else { return try compute(rule, scope) }
    do throws(Failure) {
      let value = try compute(rule, scope)
      let verdict = value.bool.map(Explanation.Verdict.init)
      run.trace?.end(rule.text(value.excerpt), verdict: verdict)
      return value
    } catch {
      run.trace?.end(rule.text("failed: \(error.message)"), verdict: .unknown)
      throw error
    }
  }

  private mutating func compute(_ rule: Rule, _ scope: Scope) throws(Failure) -> Value {
    switch rule.kind {
    case .value(let value): return value
    case .list(let rules):
      let list = Value.list(try values(of: rules, scope))
      try run.spend(reading: list)
      return list
    case .variable(let path, let otherwise):
      return try variable(path, otherwise: otherwise, scope)
    case .operation(let name, let operands):
      return try apply(Call(name: name, operands: operands, scope: scope))
    case .spread(let name, let argument):
      let value = try evaluate(argument, scope)
      let values = if case .list(let values) = value { values } else { [value] }
      let operands = values.map { Rule(.value($0)) }
      return try apply(Call(name: name, operands: operands, scope: scope))
    case .invalid(let reason): throw Self.failure(reason)
    }
  }

  mutating func operand(_ index: Int, of call: Call) throws(Failure) -> Value {
    try evaluate(call.rule(index), call.scope)
  }

  mutating func values(of call: Call) throws(Failure) -> [Value] {
    try values(of: call.operands, call.scope)
  }

  private mutating func values(of rules: [Rule], _ scope: Scope) throws(Failure) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(rules.count)
    for rule in rules { values.append(try evaluate(rule, scope)) }
    return values
  }

  private mutating func apply(_ call: Call) throws(Failure) -> Value {
    switch call.name {
    case .variable: try variable(call)
    case .missing: .list(try missing(try values(of: call), call))
    case .missingSome: try missingSome(call)
    case .conditional, .ternary: try conditional(call)
    case .and: try firstOperand(of: call, thatIs: false)
    case .or: try firstOperand(of: call, thatIs: true)
    case .not: .bool(try !isTrue(call))
    case .isTrue: .bool(try isTrue(call))
    case .equal: .bool(try operand(0, of: call).isEqual(to: operand(1, of: call)))
    case .unequal: .bool(try !operand(0, of: call).isEqual(to: operand(1, of: call)))
    case .identical: .bool(try operand(0, of: call).isIdentical(to: operand(1, of: call)))
    case .unidentical: .bool(try !operand(0, of: call).isIdentical(to: operand(1, of: call)))
    case .less: try comparison(call) { $0.isLess(than: $1, orEqual: false) }
    case .lessOrEqual: try comparison(call) { $0.isLess(than: $1, orEqual: true) }
    case .greater: try comparison(call) { $1.isLess(than: $0, orEqual: false) }
    case .greaterOrEqual: try comparison(call) { $1.isLess(than: $0, orEqual: true) }
    case .isIn: .bool(try isIn(call))
    case .cat: .string(try cat(call))
    case .substr: .string(try substr(call))
    case .add: try arithmetic(call, ofNothing: 0, +)
    case .subtract: try arithmetic(call, sign: -1, -)
    case .multiply: try arithmetic(call, ofNothing: 1, *)
    case .divide: try arithmetic(call, /)
    case .remainder: try arithmetic(call) { $0.truncatingRemainder(dividingBy: $1) }
    case .min: try arithmetic(call) { Swift.min($0, $1) }
    case .max: try arithmetic(call) { Swift.max($0, $1) }
    case .abs: .number(Swift.abs(try number(call.rule(0), of: call)))
    case .map, .filter, .all, .none, .some: try iteration(call)
    case .reduce: try reduce(call)
    case .merge: .list(try merge(call))
    case .set: try set(call)
    case .containsAll, .containsAny, .containsNone: .bool(try contains(call))
    case .startsWith, .endsWith: try affix(call)
    case .semVer: try semVer(call)
    case .fractional: try fractional(call)
    }
  }
}

// MARK: Conditions

extension RuleEvaluation {
  private mutating func isTrue(_ call: Call) throws(Failure) -> Bool {
    guard let first = call.operands.first else { return false }
    return try evaluate(first, call.scope).isTruthy
  }

  private mutating func conditional(_ call: Call) throws(Failure) -> Value {
    var index = 0
    while index + 1 < call.operands.count {
      if try operand(index, of: call).isTruthy {
        let value = try operand(index + 1, of: call)
        run.trace?.remark("from branch \(index / 2 + 1)")
        return value
      }
      index += 2
    }
    let value = index < call.operands.count ? try operand(index, of: call) : .null
    run.trace?.remark(index < call.operands.count ? "from the else branch" : "no branch")
    return value
  }

  /// Returns the value of the first operand whose truth value is `expected`, or else of the last
  /// operand.
  private mutating func firstOperand(
    of call: Call,
    thatIs expected: Bool
  ) throws(Failure) -> Value {
    var last = Value.null
    for operand in call.operands {
      last = try evaluate(operand, call.scope)
      if last.isTruthy == expected { break }
    }
    return last
  }

  /// Compares two operands; with three operands, tests whether the second one is between the others.
  private mutating func comparison(
    _ call: Call,
    _ isOrdered: (Value, Value) -> Bool
  ) throws(Failure) -> Value {
    let left = try operand(0, of: call)
    let right = try operand(1, of: call)
    guard isOrdered(left, right) else { return .bool(false) }
    return .bool(call.operands.count == 3 ? isOrdered(right, try operand(2, of: call)) : true)
  }
}

extension RuleEvaluation {
  /// Evaluates an operator that applies a rule to each element of a list, such as `map`.
  mutating func iteration(_ call: Call) throws(Failure) -> Value {
    let elements = try elements(of: call)
    let rule = try call.rule(1)
    var kept: [Value] = []
    for element in elements {
      let scope = call.scope.entering(element, isTransparent: call.name != .map)
      let value = try evaluate(rule, scope)
      switch call.name {
      case .map:
        try run.spend(reading: value)
        kept.append(value)
      case .filter: if value.isTruthy { kept.append(element) }
      case .all: if !value.isTruthy { return .bool(false) }
      default: if value.isTruthy { return .bool(call.name == .some) }
      }
    }
    return switch call.name {
    case .map, .filter: .list(kept)
    case .all: .bool(!elements.isEmpty)
    default: .bool(call.name == .none)
    }
  }

  mutating func reduce(_ call: Call) throws(Failure) -> Value {
    let elements = try elements(of: call)
    let rule = try call.rule(1)
    var accumulator = try operand(2, of: call)
    switch accumulator {
    case .bool, .number, .string: break
    case .null, .list, .object:
      throw call.wrong(accumulator, expected: "a Boolean, a number or a text")
    }
    for element in elements {
      // Charges the evaluation budget for the size of the accumulator, because a rule that nests it can
      // make it grow with each element.
      try run.spend(reading: accumulator)
      let data = Value.object(["current": element, "accumulator": accumulator])
      accumulator = try evaluate(rule, call.scope.entering(data, isTransparent: false))
    }
    return accumulator
  }

  /// Evaluates the first operand to a list; null becomes an empty list.
  private mutating func elements(of call: Call) throws(Failure) -> [Value] {
    let list = try operand(0, of: call)
    if list.isNull { return [] }
    guard case .list(let elements) = list else { throw call.wrong(list, expected: "a list") }
    return elements
  }

  /// Concatenates lists; a value that is not a list is appended as one element.
  mutating func merge(_ call: Call) throws(Failure) -> [Value] {
    var merged: [Value] = []
    for operand in call.operands {
      let value = try evaluate(operand, call.scope)
      try run.spend(reading: value)
      let elements = if case .list(let elements) = value { elements } else { [value] }
      merged += elements
    }
    return merged
  }

  /// Returns a copy of an object in which one member is set.
  mutating func set(_ call: Call) throws(Failure) -> Value {
    let object = try operand(0, of: call)
    let key = try operand(1, of: call)
    guard case .object(var members) = object, case .string(let name) = key else {
      throw call.wrong(object, expected: "an object and a text")
    }
    members[name] = try operand(2, of: call)
    let changed = Value.object(members)
    try run.spend(reading: changed)
    return changed
  }

  /// Tests whether a list contains all, any or none of the elements of another list.
  mutating func contains(_ call: Call) throws(Failure) -> Bool {
    let elements = try elements(of: call)
    let second = try operand(1, of: call)
    guard case .list(let wanted) = second else { throw call.wrong(second, expected: "a list") }
    try run.spend(reading: .list(elements))
    try run.spend(reading: second)
    let known = Set(elements)
    return switch call.name {
    case .containsAll: wanted.allSatisfy(known.contains)
    case .containsAny: wanted.contains(where: known.contains)
    default: !wanted.contains(where: known.contains)
    }
  }
}

/// The data from which the rules inside an operator read variables.
struct Scope: Sendable {
  /// The element of the innermost list; `nil` outside of lists, where the data are those of the user.
  private(set) var data: AttributeValue?
  /// The data of the enclosing scopes that have precedence over ``data``, from the outermost to the
  /// innermost.
  private(set) var outer: [AttributeValue?] = []

  /// Returns the scope for an element of a list.
  ///
  /// - Parameters:
  ///   - element: The element of the list.
  ///   - isTransparent: Whether variables of the current scope have precedence over those of the
  ///     element.
  /// - Returns: The scope for evaluating a rule on the element.
  func entering(_ element: AttributeValue, isTransparent: Bool) -> Scope {
    var scope = self
    scope.data = element
    if isTransparent { scope.outer.append(data) }
    return scope
  }
}

extension RuleEvaluation {
  mutating func variable(
    _ path: VariablePath,
    otherwise: Rule?,
    _ scope: Scope
  ) throws(Failure) -> Value {
    if !path.isRelative {
      for data in scope.outer {
        if let value = try value(at: path, in: data), !value.isNull { return value }
      }
    }
    let value = try value(at: path, in: scope.data)
    if let value, !value.isNull { return value }
    let other = if let otherwise { try evaluate(otherwise, scope) } else { Value.null }
    if value == nil { run.trace?.remark(otherwise == nil ? "missing" : "missing, the default") }
    return other
  }

  /// Reads a variable whose path is computed by a rule.
  mutating func variable(_ call: Call) throws(Failure) -> Value {
    let argument = call.operands.isEmpty ? .null : try operand(0, of: call)
    guard let path = VariablePath(argument) else {
      throw call.wrong(argument, expected: "a path")
    }
    let otherwise = call.operands.count > 1 ? call.operands[1] : nil
    return try variable(path, otherwise: otherwise, call.scope)
  }

  private mutating func value(
    at path: VariablePath,
    in data: Value?
  ) throws(Failure) -> Value? {
    let rest = path.rest
    if let data {
      guard let first = path.first else { return data }
      return data.member(first)?.member(at: rest)
    }
    switch path.root {
    case .attribute:
      guard let first = path.first else {
        try run.spend(context.attributes.count)
        return .object(allData())
      }
      return context.attributes[first]?.member(at: rest)
    case .targetingKey: return targetingKey?.member(at: rest)
    case .flagd where rest == ["flagKey"]: return .string(flag)
    case .flagd where rest == ["timestamp"]: return .number(currentTime())
    case .flagd: return rest.isEmpty ? flagdData() : nil
    }
  }

  /// The targeting key; `nil` if the user has none.
  ///
  /// An attribute named `targetingKey`, which holds a key that is empty or not a string, has precedence.
  var targetingKey: Value? {
    context.attributes["targetingKey"] ?? context.targetingKey.map(Value.string)
  }

  private mutating func flagdData() -> Value {
    .object(["flagKey": .string(flag), "timestamp": .number(currentTime())])
  }

  private mutating func allData() -> [String: Value] {
    var data = context.attributes
    data["$flagd"] = flagdData()
    data["targetingKey"] = targetingKey
    return data
  }
}

// MARK: Missing variables

extension RuleEvaluation {
  /// Returns the missing keys, or an empty list if at least the required number of keys is present.
  mutating func missingSome(_ call: Call) throws(Failure) -> Value {
    let needed = try operand(0, of: call).comparisonNumber
    let second = try operand(1, of: call)
    guard case .list(let keys) = second else { throw call.wrong(second, expected: "a list") }
    let missing = try missing(keys, call)
    return .list(Double(keys.count - missing.count) >= needed ? [] : missing)
  }

  /// Returns the keys whose variables are missing or null.
  mutating func missing(_ keys: [Value], _ call: Call) throws(Failure) -> [Value] {
    var missing: [Value] = []
    try run.spend(reading: .list(keys))
    for key in keys {
      if case .list(let keys) = key {
        missing += try self.missing(keys, call)
      } else if let path = VariablePath(key) {
        if try value(at: path, in: call.scope.data)?.isNull != false { missing.append(key) }
      } else {
        throw call.wrong(key, expected: "a path")
      }
    }
    return missing
  }
}
