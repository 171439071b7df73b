import Documents
import FeatureFlags
import Targeting

extension RuleEvaluation {
  /// Whether a string contains a substring, or a list contains an element.
  mutating func isIn(_ call: Call) throws(Failure) -> Bool {
    let wanted = try operand(0, of: call)
    switch try operand(1, of: call) {
    case .string(let text):
      guard case .string(let part) = wanted else { throw call.wrong(wanted, expected: "a text") }
      try run.spend(EvaluationRun.blocks(of: text) + EvaluationRun.blocks(of: part))
      return text.has(part, at: .anywhere)
    case .list(let elements):
      let blocks =
        if case .string(let text) = wanted { text.utf8.count / EvaluationRun.blockSize } else { 0 }
      try run.spend(elements.count / EvaluationRun.blockSize * (blocks + 1))
      return elements.contains { $0.isIdentical(to: wanted) || $0.isRange(around: wanted) }
    case .null, .bool, .number, .object: return false
    }
  }

  /// Joins strings and numbers; the result of several operands is trimmed, as in flagd's engine for Go.
  mutating func cat(_ call: Call) throws(Failure) -> String {
    var text = ""
    for operand in call.operands {
      let value = try evaluate(operand, call.scope)
      if value.isNull { continue }
      guard let part = value.decimalText else {
        throw call.wrong(value, expected: "a text or a number")
      }
      text += part
    }
    return call.operands.count > 1 ? Self.trimmed(text) : text
  }

  private static func trimmed(_ text: String) -> String {
    // Fast path: a text that begins and ends with visible ASCII characters needs no look-up of Unicode
    // properties.
    guard let first = text.utf8.first, let last = text.utf8.last else { return text }
    if (0x21...0x7E).contains(first), (0x21...0x7E).contains(last) { return text }
    let scalars = text.unicodeScalars
    let start = scalars.drop(while: \.properties.isWhitespace)
    let end = start.lastIndex { !$0.properties.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }

  /// Returns a substring; positions and lengths are in Unicode scalars.
  mutating func substr(_ call: Call) throws(Failure) -> String {
    let value = try operand(0, of: call)
    guard let text = value.decimalText else { throw call.wrong(value, expected: "a text") }
    let scalars = Array(text.unicodeScalars)
    var start = try position(1, of: call)
    guard abs(start) <= scalars.count else { return text }
    if start < 0 { start += scalars.count }
    var end = scalars.count
    if call.operands.count > 2 {
      let length = try position(2, of: call)
      end = length < 0 ? end + length : min(end, start + length)
    }
    return String(String.UnicodeScalarView(scalars[start..<max(start, end)]))
  }

  /// Evaluates an offset or a length: drops the fraction, and clamps the number so that adding offsets
  /// cannot overflow.
  private mutating func position(_ index: Int, of call: Call) throws(Failure) -> Int {
    let value = try operand(index, of: call)
    guard case .number(let number) = value, !number.isNaN else {
      throw call.wrong(value, expected: "a whole number")
    }
    return Int(max(-1e15, min(1e15, number)))
  }

  /// Tests whether a string starts or ends with another string; null unless both operands are strings.
  mutating func affix(_ call: Call) throws(Failure) -> Value {
    let values = try values(of: call)
    guard values.count == 2, case .string(let text) = values[0], case .string(let part) = values[1]
    else { return .null }
    return .bool(text.has(part, at: call.name == .startsWith ? .start : .end))
  }

  /// Compares two semantic versions; null for an invalid version or comparison operator.
  mutating func semVer(_ call: Call) throws(Failure) -> Value {
    let values = try values(of: call)
    guard values.count == 3, case .string(let comparison) = values[1] else { return .null }
    guard let left = values[0].version, let right = values[2].version else {
      run.trace?.remark("not a version")
      return .null
    }
    switch comparison {
    case "=": return .bool(!(left < right) && !(right < left))
    case "!=": return .bool(left < right || right < left)
    case "<": return .bool(left < right)
    case "<=": return .bool(!(right < left))
    case ">": return .bool(right < left)
    case ">=": return .bool(!(left < right))
    case "^": return .bool(left.hasSameNumbers(as: right, minor: false))
    case "~": return .bool(left.hasSameNumbers(as: right, minor: true))
    default: return .null
    }
  }
}

// MARK: Numbers

extension RuleEvaluation {
  /// Combines numbers from left to right, such as the operands of `+`.
  ///
  /// - Parameters:
  ///   - call: The operator with its operands.
  ///   - nothing: The result if there are no operands; `nil` returns null.
  ///   - sign: The factor that is applied to a single operand, such as -1 for `-`.
  ///   - combine: Combines the result so far with the next number.
  /// - Returns: The combined number.
  /// - Throws: The failure for an operand that is not a number.
  mutating func arithmetic(
    _ call: Call,
    ofNothing nothing: Double? = nil,
    sign: Double = 1,
    _ combine: (Double, Double) -> Double
  ) throws(Failure) -> Value {
    guard let first = call.operands.first else { return nothing.map(Value.number) ?? .null }
    var result = try number(first, of: call)
    if call.operands.count == 1 { return .number(sign * result) }
    for operand in call.operands.dropFirst() {
      result = combine(result, try number(operand, of: call))
    }
    return .number(result)
  }

  /// Evaluates a rule to a number; a string that is not a number becomes 0.
  mutating func number(_ rule: Rule, of call: Call) throws(Failure) -> Double {
    let value = try evaluate(rule, call.scope)
    switch value {
    case .number(let number): return number
    case .string:
      let number = value.comparisonNumber
      return number.isNaN ? 0 : number
    case .null, .bool, .list, .object: throw call.wrong(value, expected: "a number")
    }
  }
}

extension AttributeValue {
  /// The value parsed as a semantic version; `nil` if it is not one.
  var version: SemanticVersion? {
    decimalText.flatMap { SemanticVersion($0, allowing: Self.versionLeniency) }
  }

  // Stored once, because creating the set takes longer than parsing a version.
  private static let versionLeniency: SemanticVersion.Leniency = [.prefix, .missingNumbers]
}
