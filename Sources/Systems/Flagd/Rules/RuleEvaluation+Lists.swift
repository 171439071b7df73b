import FeatureFlags
import Targeting

extension RuleEvaluation {
  /// Evaluates an operator that applies a rule to each element of a list.
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
      // The rule can nest the accumulator in the next one.
      try run.spend(reading: accumulator)
      let data = Value.object(["current": element, "accumulator": accumulator])
      accumulator = try evaluate(rule, call.scope.entering(data, isTransparent: false))
    }
    return accumulator
  }

  /// Evaluates the first operand, a list; null is an empty list.
  private mutating func elements(of call: Call) throws(Failure) -> [Value] {
    let list = try operand(0, of: call)
    if list.isNull { return [] }
    guard case .list(let elements) = list else { throw call.wrong(list, expected: "a list") }
    return elements
  }

  /// Joins lists, and values that are no lists, to one list.
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

  /// Returns an object with one more member.
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

  /// Compares the elements of two lists.
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
