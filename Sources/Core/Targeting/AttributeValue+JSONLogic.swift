package import FeatureFlags

/// The conversions and comparisons of JsonLogic, as the reference engine in Go does them.
extension AttributeValue {
  /// Whether the value counts as true in a condition; an empty object is false, as in Go.
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

  /// The value as a number in a comparison; NaN if it is none.
  package var comparisonNumber: Double {
    switch self {
    case .null: 0
    case .bool(let flag): flag ? 1 : 0
    case .number(let number): number
    case .string(let text): Self.number(in: text)
    case .list, .object: .nan
    }
  }

  /// Parses a number as Go does; 0 for white space, and NaN for another text.
  private static func number(in text: String) -> Double {
    if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return 0 }
    guard let number = Double(text) else { return .nan }
    let letters = text.utf8.map { $0 | 0x20 }
    // Go rejects numbers that are too large, and hexadecimal numbers without an exponent.
    if number.isInfinite, letters.contains(where: { (0x30...0x39).contains($0) }) { return .nan }
    if letters.contains(UInt8(ascii: "x")), !letters.contains(UInt8(ascii: "p")) { return .nan }
    return number
  }

  /// Compares with `==` of JsonLogic, which converts texts and Booleans to numbers.
  package func isEqual(to other: AttributeValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.null, _), (_, .null): false
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    default: comparisonNumber == other.comparisonNumber
    }
  }

  /// Compares type and value; lists and objects are never identical.
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
    return orEqual ? left <= right : left < right
  }

  /// Whether the value is a list of two numbers, between which another number is.
  package func isRange(around other: AttributeValue) -> Bool {
    guard case .list(let ends) = self, ends.count == 2, case .number(let low) = ends[0],
      case .number(let high) = ends[1], case .number(let number) = other
    else { return false }
    return low <= number && number <= high
  }
}
