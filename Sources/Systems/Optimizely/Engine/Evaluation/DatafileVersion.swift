import FeatureFlags
import Targeting

/// A compiled condition on a semantic version.
///
/// A class, because copying a parsed version is expensive.
final class VersionTest: Sendable {
  private let comparison: Comparison
  private let value: AttributeValue
  private let version: DatafileVersion?

  init(_ comparison: Comparison, _ value: AttributeValue) {
    self.comparison = comparison
    self.value = value
    version = DatafileVersion(Self.text(ofExpected: value))
  }

  private static func text(ofExpected value: AttributeValue) -> String {
    // A number in a condition is formatted as floating point, as in the SDK: 2 becomes "2.0".
    if case .number(let number) = value { "\(number)" } else { text(of: value) }
  }

  private static func text(of value: AttributeValue) -> String {
    if case .string(let text) = value { text } else { value.description }
  }

  /// Evaluates the condition for a user's attribute; returns a cause if the result is unknown.
  func evaluate(_ found: AttributeValue) -> (Truth, UnknownCause?) {
    guard value.kind == found.kind else { return (.unknown, .kind(found: found.kind)) }
    let text = Self.text(of: found)
    guard let foundVersion = DatafileVersion(text) else { return (.unknown, .notAVersion(text)) }
    guard let version else { return (.unknown, .notAVersion(Self.text(of: value))) }
    return (Truth(comparison.holds(foundVersion.compared(to: version), 0)), nil)
  }
}

/// A version that is compared as in the SDKs instead of by SemVer precedence.
///
/// If the user's version has more parts than the condition's version, the additional parts are ignored.
struct DatafileVersion: Sendable {
  /// A part of a version: a number between dots, or the tail after the first `-` or `+`.
  private struct Part {
    /// The range of the part in the text: the byte offset of its start, and of its exclusive end.
    var start = 0
    var end = 0
    /// Whether the part consists of digits, so that it is compared as a number.
    var isNumber = true
    /// The part as a number; `nil` if the part is not a number, or exceeds `Int`.
    var number: Int?
  }

  /// The maximum number of numbers that are separated by dots.
  private static let numberLimit = 3

  private let text: String
  /// The parts of the version: up to three numbers, and then an optional tail.
  private var parts = InlineArray<4, Part>(repeating: Part())
  private var count = 0
  /// Whether the tail starts with `-`, which sorts the version before the same version without a
  /// tail.
  private var isPrerelease = false

  /// Parses a version of one to three numbers and an optional tail; `nil` for other text.
  init?(_ text: String) {
    self.text = text
    var part = Part(number: 0)
    var hasTail = false
    for (offset, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: " "): return nil
      case _ where hasTail: continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        part.number = part.number?.appending(digit: byte)
      case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"):
        part.end = offset
        guard append(part) else { return nil }
        part = Part(start: offset + 1, number: 0)
        hasTail = byte != UInt8(ascii: ".")
        isPrerelease = byte == UInt8(ascii: "-")
      default: return nil
      }
    }
    part.end = text.utf8.count
    if hasTail {
      let tail = self.text(of: part)
      part.isNumber = tail.utf8.allSatisfy { (0x30...0x39).contains($0) }
      part.number = Int(tail)
    }
    guard append(part, isTail: hasTail) else { return nil }
  }

  /// Appends a part; returns `false` if the part is empty, or is the fourth number.
  private mutating func append(_ part: Part, isTail: Bool = false) -> Bool {
    guard part.start < part.end, isTail || count < Self.numberLimit else { return false }
    parts[count] = part
    count += 1
    return true
  }

  private func text(of part: Part) -> Substring {
    let start = text.utf8.index(text.startIndex, offsetBy: part.start)
    return text[start..<text.utf8.index(start, offsetBy: part.end - part.start)]
  }

  /// Compares a user's version with an audience's version: -1 (lower), 0 (equal) or 1 (higher).
  ///
  /// Parts beyond the audience's version are ignored: 2.1.7 is equal to 2.1.
  func compared(to audience: DatafileVersion) -> Int {
    for index in 0..<audience.count {
      guard index < count else { return audience.isPrerelease ? 1 : -1 }
      let (found, expected) = (parts[index], audience.parts[index])
      if found.isNumber {
        guard let number = found.number, let expected = expected.number else { return -1 }
        if number != expected { return number < expected ? -1 : 1 }
        continue
      }
      let (foundText, expectedText) = (text(of: found), audience.text(of: expected))
      if foundText < expectedText { return audience.isPrerelease && !isPrerelease ? 1 : -1 }
      if foundText > expectedText { return isPrerelease && !audience.isPrerelease ? -1 : 1 }
    }
    return isPrerelease && !audience.isPrerelease ? -1 : 0
  }
}

extension Int {
  /// Returns the number with an ASCII digit appended; `nil` on overflow.
  fileprivate func appending(digit: UInt8) -> Int? {
    let (tenfold, isTooLarge) = multipliedReportingOverflow(by: 10)
    let (sum, overflows) = tenfold.addingReportingOverflow(Int(digit & 0x0F))
    return isTooLarge || overflows ? nil : sum
  }
}
