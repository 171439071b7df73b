/// A version of SemVer 2.0.0, which is compared by its precedence: build metadata is ignored, and a
/// prerelease is lower than its release.
package struct SemanticVersion: Comparable, Sendable {
  /// Deviations from the syntax of SemVer 2.0.0 that a flag system accepts.
  package struct Leniency: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// One leading `v` or `V` is ignored.
    package static let prefix = Leniency(rawValue: 1)
    /// A missing minor or patch number is 0, unless a prerelease or build metadata follows.
    package static let missingNumbers = Leniency(rawValue: 2)
    /// A missing minor or patch number is 0, also before a prerelease and build metadata.
    package static let missingNumbersBeforeTail = Leniency(rawValue: 4)
  }

  /// An identifier of a prerelease; numbers are lower than texts.
  private enum Identifier: Hashable, Comparable {
    case number(Digits)
    case text(String)
  }

  /// A number of any length without leading zeros.
  private struct Digits: Hashable, Comparable {
    let digits: Substring.UTF8View.SubSequence

    static func < (left: Digits, right: Digits) -> Bool {
      left.digits.count == right.digits.count
        ? left.digits.lexicographicallyPrecedes(right.digits)
        : left.digits.count < right.digits.count
    }

    static func == (left: Digits, right: Digits) -> Bool { left.digits.elementsEqual(right.digits) }

    func hash(into hasher: inout Hasher) { for digit in digits { hasher.combine(digit) } }
  }

  private let numbers: [Digits]
  private let prerelease: [Identifier]

  /// Parses a version; `nil` for other text.
  package init?(_ text: String, allowing leniency: Leniency = []) {
    var rest = Substring(text)
    if leniency.contains(.prefix), rest.first == "v" || rest.first == "V" {
      rest = rest.dropFirst()
    }
    let core = rest.prefix { $0 != "-" && $0 != "+" }
    let tail = rest[core.endIndex...]
    let numbers = core.split(separator: ".", omittingEmptySubsequences: false)
      .map { Self.number($0) }
    let isPadded =
      leniency.contains(.missingNumbersBeforeTail)
      || (leniency.contains(.missingNumbers) && tail.isEmpty)
    guard numbers.count <= 3, numbers.count == 3 || isPadded else { return nil }
    var known: [Digits] = []
    for number in numbers {
      guard let number else { return nil }
      known.append(number)
    }
    while known.count < 3 { known.append(Digits(digits: Substring("0").utf8[...])) }
    self.numbers = known
    let parts = tail.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, !Self.areIdentifiers(parts[1]) { return nil }
    guard let first = parts.first, first.first == "-" else {
      prerelease = []
      return
    }
    guard let prerelease = Self.identifiers(first.dropFirst()) else { return nil }
    self.prerelease = prerelease
  }

  private static func number(_ text: Substring) -> Digits? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      text.utf8.count == 1 || text.first != "0"
    else { return nil }
    return Digits(digits: text.utf8[...])
  }

  private static func isIdentifier(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || byte == 0x2D
      }
  }

  private static func areIdentifiers(_ text: Substring) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isIdentifier)
  }

  private static func identifiers(_ text: Substring) -> [Identifier]? {
    var identifiers: [Identifier] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard isIdentifier(part) else { return nil }
      if part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
        guard let number = number(part) else { return nil }
        identifiers.append(.number(number))
      } else {
        identifiers.append(.text(String(part)))
      }
    }
    return identifiers
  }

  /// Compares the precedence of two versions.
  package static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
    if left.numbers != right.numbers {
      return left.numbers.lexicographicallyPrecedes(right.numbers)
    }
    if left.prerelease.isEmpty || right.prerelease.isEmpty {
      return !left.prerelease.isEmpty && right.prerelease.isEmpty
    }
    return left.prerelease.lexicographicallyPrecedes(right.prerelease)
  }

  /// Whether both versions have the same major number, and with `minor` also the same minor number.
  package func hasSameNumbers(as other: SemanticVersion, minor: Bool) -> Bool {
    numbers[0] == other.numbers[0] && (!minor || numbers[1] == other.numbers[1])
  }
}
