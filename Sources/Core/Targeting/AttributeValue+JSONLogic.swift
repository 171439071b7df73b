package import FeatureFlags

/// The conversions and comparisons of JsonLogic, with the results of the reference engine in Go.
extension AttributeValue {
  /// Whether a condition treats the value as true; an empty object is false, as in the Go engine.
  package var isTruthy: Bool {
    switch self {
    case .null: false
    case .bool(let flag): flag
    case .number(let number): number != 0
    case .string(let text): !text.isEmpty
    case .list(let values): !values.isEmpty
    case .object(let members): !members.isEmpty
    }
  }

  /// The value converted to a number for a comparison; NaN if it cannot be converted.
  package var comparisonNumber: Double {
    switch self {
    case .null: 0
    case .bool(let flag): flag ? 1 : 0
    case .number(let number): number
    case .string(let text): Self.number(in: text)
    case .list, .object: .nan
    }
  }

  /// Parses a number as Go does; 0 for empty text and white space, NaN for other text that is not a
  /// number.
  private static func number(in text: String) -> Double {
    if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return 0 }
    guard let number = Double(text) else { return .nan }
    let letters = text.utf8.map { $0 | 0x20 }
    // Go rejects numbers that are too large, and hexadecimal numbers without an exponent.
    if number.isInfinite, letters.contains(where: { (0x30...0x39).contains($0) }) { return .nan }
    if letters.contains(UInt8(ascii: "x")), !letters.contains(UInt8(ascii: "p")) { return .nan }
    return number
  }

  /// Compares like the operator `==` of JsonLogic, which converts values of different types to numbers.
  package func isEqual(to other: AttributeValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.null, _), (_, .null): false
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    default: comparisonNumber == other.comparisonNumber
    }
  }

  /// Compares type and value, like the operator `===`; lists and objects are never identical.
  package func isIdentical(to other: AttributeValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.list, _), (.object, _): false
    }
  }

  /// Compares two texts by their code points, and other values as numbers.
  package func isLess(than other: AttributeValue, orEqual: Bool) -> Bool {
    if case .string(let left) = self, case .string(let right) = other {
      return orEqual
        ? !right.utf8.lexicographicallyPrecedes(left.utf8)
        : left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    let (left, right) = (comparisonNumber, other.comparisonNumber)
    // Null is less than a positive number, but equals no number.
    return orEqual && isNull == other.isNull ? left <= right : left < right
  }

  /// Returns whether the value is a list of two numbers, and the other value is a number between them,
  /// inclusive.
  package func isRange(around other: AttributeValue) -> Bool {
    guard case .list(let ends) = self, ends.count == 2, case .number(let low) = ends[0],
      case .number(let high) = ends[1], case .number(let number) = other
    else { return false }
    return low <= number && number <= high
  }
}
