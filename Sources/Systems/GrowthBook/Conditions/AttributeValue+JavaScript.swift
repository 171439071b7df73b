import FeatureFlags
import Targeting

/// The conversions and comparisons of JavaScript, whose results all SDKs of GrowthBook follow.
extension AttributeValue {
  /// The value as `String(value)` of JavaScript converts it.
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

  /// The value as a number; NaN if it is none.
  var scriptNumber: Double {
    guard isText || isStructure else { return comparisonNumber }
    let text = scriptText.trimmed
    // The letter excludes the names of numbers that are not finite.
    return text.lowercased().contains("n") ? .nan : AttributeValue.string(text).comparisonNumber
  }

  /// Whether the value counts as true: a list and an object do even if they are empty.
  var isTruthyInScript: Bool { isStructure || isTruthy }

  /// Compares two texts by their UTF-16 code units, and other values as numbers.
  func holds(_ comparison: Comparison, _ other: AttributeValue) -> Bool {
    guard isText || isStructure, other.isText || other.isStructure else {
      return comparison.holds(scriptNumber, other.scriptNumber)
    }
    return comparison.holds(scriptText.order(relativeTo: other.scriptText), 0)
  }

  /// The version as a text that orders versions: numbers are padded, and a release follows its prereleases.
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
  /// The text in lower case if case is ignored.
  func folded(_ ignoresCase: Bool) -> String { ignoresCase ? lowercased() : self }

  /// Compares UTF-16 code units: negative if the text precedes the other one, 0 if they are equal.
  func order(relativeTo other: String) -> Int {
    for (own, other) in zip(utf8, other.utf8) where own != other {
      // Characters with two code units precede the last ones with one, and follow them as UTF-8.
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
