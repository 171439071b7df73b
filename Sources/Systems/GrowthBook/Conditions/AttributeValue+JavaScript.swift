import FeatureFlags
import Targeting

/// Conversions and comparisons with the semantics of JavaScript, which the SDKs of GrowthBook share.
extension AttributeValue {
  /// The value converted to a string, as JavaScript's `String(value)` does.
  var scriptText: String {
    switch self {
    case .null, .bool: description
    case .number(let number): number.decimalText
    case .string(let text): text
    case .list(let values):
      values.map { $0.isNull ? "" : $0.scriptText }.joined(separator: ",")
    case .object: "[object Object]"
    }
  }

  /// The value converted to a number; NaN if it is not a number.
  var scriptNumber: Double {
    guard isText || isStructure else { return comparisonNumber }
    let text = scriptText.trimmed
    // Rejects every text with the letter "n", so that "nan" and "infinity" are not parsed as numbers.
    return text.lowercased().contains("n") ? .nan : AttributeValue.string(text).comparisonNumber
  }

  /// Whether the value is truthy in JavaScript, where even empty lists and objects are truthy.
  var isTruthyInScript: Bool { isStructure || isTruthy }

  /// Compares two values: strings, lists and objects as strings by their UTF-16 code units, and all
  /// other values as numbers.
  func holds(_ comparison: Comparison, _ other: AttributeValue) -> Bool {
    guard isText || isStructure, other.isText || other.isStructure else {
      return comparison.holds(scriptNumber, other.scriptNumber)
    }
    return comparison.holds(scriptText.order(relativeTo: other.scriptText), 0)
  }

  /// The version converted to a string whose alphabetical order is the order of versions.
  ///
  /// Numbers are padded with spaces, and a suffix places a release after its prereleases.
  var paddedVersion: String {
    let text = isTruthy && bool == nil && !isStructure ? scriptText : "0"
    var padded: [UInt8] = []
    padded.reserveCapacity(32)
    var (count, start) = (0, 0)
    func endPart() {
      count += 1
      let isNumber = padded[start...].allSatisfy { (0x30...0x39).contains($0) }
      let missing = isNumber && start < padded.count ? 5 - (padded.count - start) : 0
      for _ in 0..<max(0, missing) { padded.insert(UInt8(ascii: " "), at: start) }
    }
    for byte in text.utf8.dropFirst(text.utf8.first == UInt8(ascii: "v") ? 1 : 0) {
      if byte == UInt8(ascii: "+") { break }
      guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") else {
        padded.append(byte)
        continue
      }
      endPart()
      padded.append(UInt8(ascii: "-"))
      start = padded.count
    }
    endPart()
    if count == 3 { padded += "-~".utf8 }
    return String(decoding: padded, as: UTF8.self)
  }
}

extension String {
  /// Returns the string in lower case if `ignoresCase` is true, and otherwise unchanged.
  func folded(_ ignoresCase: Bool) -> String { ignoresCase ? lowercased() : self }

  /// Compares two strings by their UTF-16 code units, as JavaScript does.
  ///
  /// - Returns: A negative number if this string comes first, 0 if the strings are equal, and otherwise
  ///   a positive number.
  func order(relativeTo other: String) -> Int {
    for (own, other) in zip(utf8, other.utf8) where own != other {
      // UTF-16 order differs from UTF-8 order in one case: a surrogate pair (UTF-8 lead byte from 0xF0)
      // sorts before a character from U+E000 to U+FFFF (lead byte 0xEE or 0xEF).
      let isSwapped = min(own, other) >= 0xEE && (own >= 0xF0) != (other >= 0xF0)
      return (own < other) == isSwapped ? 1 : -1
    }
    return utf8.count - other.utf8.count
  }

  /// Whether the text has the form of a SHA-256 hash: 64 hexadecimal digits.
  var isSecureHash: Bool {
    utf8.count == 64 && utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 6 || $0 &- 0x30 < 10 }
  }
}
