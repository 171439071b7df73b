/// A version, as audiences compare them.
struct SemanticVersion: Sendable {
  /// A part between dots, or everything after the first `-` or `+`.
  private struct Part {
    /// Where the part begins and ends, in bytes.
    var start = 0
    var end = 0
    /// Whether the part has nothing but digits.
    var isNumber = true
    /// The part as a number; `nil` if it is a text, or too large to be counted.
    var number: Int?
  }

  /// How many numbers a version has at most.
  private static let numberLimit = 3

  private let text: String
  /// Up to three numbers, and perhaps a tail.
  private var parts = InlineArray<4, Part>(repeating: Part())
  private var count = 0
  /// Whether a `-` stands before any `+`.
  private var isPrerelease = false

  /// Reads a version of one to three numbers and perhaps a tail; `nil` if the text is none.
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

  /// Takes a part that is not empty, if it is not one number too many.
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

  /// Whether a user's version is before (-1), at (0) or after (1) that of an audience.
  ///
  /// Only the parts that the audience has count, so that 2.1.7 is at 2.1.
  func compared(to audience: SemanticVersion) -> Int {
    for index in 0..<audience.count {
      guard index < count else { return audience.isPrerelease ? 1 : -1 }
      let (found, wanted) = (parts[index], audience.parts[index])
      if found.isNumber {
        guard let number = found.number, let wanted = wanted.number else { return -1 }
        if number != wanted { return number < wanted ? -1 : 1 }
        continue
      }
      let (foundText, wantedText) = (text(of: found), audience.text(of: wanted))
      if foundText < wantedText { return audience.isPrerelease && !isPrerelease ? 1 : -1 }
      if foundText > wantedText { return isPrerelease && !audience.isPrerelease ? -1 : 1 }
    }
    return isPrerelease && !audience.isPrerelease ? -1 : 0
  }
}

extension Int {
  /// The number with one more decimal digit, given in ASCII; `nil` if it is too large.
  fileprivate func appending(digit: UInt8) -> Int? {
    let (tenfold, isTooLarge) = multipliedReportingOverflow(by: 10)
    let (sum, overflows) = tenfold.addingReportingOverflow(Int(digit & 0x0F))
    return isTooLarge || overflows ? nil : sum
  }
}
