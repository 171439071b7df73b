/// A version, as audiences compare them.
struct SemanticVersion: Hashable, Sendable {
  /// A part between dots, or everything after the first `-` or `+`.
  private struct Part: Hashable {
    let text: String
    /// The part as a number; `nil` if it is a text, or too large to be counted.
    let number: Int?

    init(_ text: Substring) {
      self.text = String(text)
      number = Int(text)
    }
  }

  private let parts: [Part]
  /// Whether a `-` stands before any `+`.
  private let isPrerelease: Bool

  /// Reads a version of one to three numbers and perhaps a tail; `nil` if the text is none.
  init?(_ text: String) {
    let mark = text.utf8.firstIndex { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    let numbers = text[..<(mark ?? text.endIndex)]
      .split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
    guard !text.utf8.contains(0x20), numbers.count <= 3,
      numbers.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) })
    else { return nil }
    var parts = numbers.map { Part($0) }
    if let mark {
      let tail = text[text.utf8.index(after: mark)...]
      guard !tail.isEmpty else { return nil }
      parts.append(Part(tail))
    }
    self.parts = parts
    isPrerelease = mark.map { text.utf8[$0] == UInt8(ascii: "-") } ?? false
  }

  /// Whether a user's version is before (-1), at (0) or after (1) that of an audience.
  ///
  /// Only the parts that the audience has count, so that 2.1.7 is at 2.1.
  func compared(to audience: SemanticVersion) -> Int {
    for (index, wanted) in audience.parts.enumerated() {
      guard index < parts.count else { return audience.isPrerelease ? 1 : -1 }
      let found = parts[index]
      if let number = found.number {
        guard let wanted = wanted.number else { return -1 }
        if number != wanted { return number < wanted ? -1 : 1 }
      } else if found.text < wanted.text {
        return audience.isPrerelease && !isPrerelease ? 1 : -1
      } else if found.text > wanted.text {
        return isPrerelease && !audience.isPrerelease ? -1 : 1
      }
    }
    return isPrerelease && !audience.isPrerelease ? -1 : 0
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
