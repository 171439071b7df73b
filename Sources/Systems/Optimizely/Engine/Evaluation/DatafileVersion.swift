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

/// A version that is compared as in the SDKs, and not by the precedence of SemVer: parts beyond those
/// of the condition are ignored.
struct DatafileVersion: Sendable {
  /// The parts of the version: up to three numbers between dots, and then an optional tail after the
  /// first `-` or `+`.
  private var parts = InlineArray<4, Substring>(repeating: "")
  private var count = 0
  /// Whether the tail starts with `-`, which sorts the version before the same version without a
  /// tail.
  private var isPrerelease = false

  /// The maximum number of numbers that are separated by dots.
  private static let numberLimit = 3

  /// Parses a version of one to three numbers and an optional tail; `nil` for other text.
  init?(_ text: String) {
    var start = text.startIndex
    var hasTail = false
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      switch byte {
      case UInt8(ascii: " "): return nil
      case _ where hasTail: continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"): continue
      case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"):
        guard append(text[start..<index]) else { return nil }
        start = text.utf8.index(after: index)
        hasTail = byte != UInt8(ascii: ".")
        isPrerelease = byte == UInt8(ascii: "-")
      default: return nil
      }
    }
    guard append(text[start...], isTail: hasTail) else { return nil }
  }

  /// Appends a part; returns `false` if the part is empty, or is the fourth number.
  private mutating func append(_ part: Substring, isTail: Bool = false) -> Bool {
    guard !part.isEmpty, isTail || count < Self.numberLimit else { return false }
    parts[count] = part
    count += 1
    return true
  }

  /// Compares a user's version with an audience's version: -1 (lower), 0 (equal) or 1 (higher).
  ///
  /// Parts beyond the audience's version are ignored: 2.1.7 is equal to 2.1.
  func compared(to audience: DatafileVersion) -> Int {
    for index in 0..<audience.count {
      guard index < count else { return audience.isPrerelease ? 1 : -1 }
      let (found, expected) = (parts[index], audience.parts[index])
      if found.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
        // A number that exceeds `Int` is lower.
        guard let number = Int(found), let expected = Int(expected) else { return -1 }
        if number != expected { return number < expected ? -1 : 1 }
        continue
      }
      if found < expected { return audience.isPrerelease && !isPrerelease ? 1 : -1 }
      if found > expected { return isPrerelease && !audience.isPrerelease ? -1 : 1 }
    }
    return isPrerelease && !audience.isPrerelease ? -1 : 0
  }
}
