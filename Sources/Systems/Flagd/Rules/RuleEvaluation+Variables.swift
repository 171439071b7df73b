import FeatureFlags
import Targeting

/// The data of an operator inside of a targeting.
struct Scope: Sendable {
  /// The element of the innermost list; `nil` for the user.
  private(set) var data: AttributeValue?
  /// The data outside of lists in which the engine of flagd finds variables first, from the outermost
  /// to the innermost.
  private(set) var outer: [AttributeValue?] = []

  /// Returns the scope of an element of a list.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - isTransparent: Whether variables of this scope have precedence over those of the element.
  /// - Returns: The scope.
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

  /// Reads a variable whose path is computed.
  mutating func variable(_ call: Call) throws(Failure) -> Value {
    let argument = call.operands.isEmpty ? .null : try operand(0, of: call)
    guard let path = VariablePath(argument) else {
      throw call.wrong(argument, expected: "a path")
    }
    let otherwise = call.operands.count > 1 ? call.operands[1] : nil
    return try variable(path, otherwise: otherwise, call.scope)
  }

  /// Returns the value at a path; `nil` if there is none.
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

  /// The targeting key; `nil` for a user without one.
  ///
  /// A key that is no text, or an empty one, is an attribute of the user.
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
  /// Returns the keys of which some are needed, unless enough of them are there.
  mutating func missingSome(_ call: Call) throws(Failure) -> Value {
    let needed = try operand(0, of: call).comparisonNumber
    let second = try operand(1, of: call)
    guard case .list(let keys) = second else { throw call.wrong(second, expected: "a list") }
    let missing = try missing(keys, call)
    return .list(Double(keys.count - missing.count) >= needed ? [] : missing)
  }

  /// Returns the keys whose variables are null.
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
