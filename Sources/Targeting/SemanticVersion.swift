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

  /// A number of any length without leading zeros.
  private enum Number: Hashable, Comparable {
    case small(UInt64)
    case large(count: Int, digits: String)

    /// Parses the digits at the start of a text, and removes them; `nil` if there is no number.
    init?(_ rest: inout Substring.UTF8View) {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      let count = digits.count
      guard let first = digits.first, count == 1 || first != 0x30 else { return nil }
      rest = rest[digits.endIndex...]
      self =
        count < 20
        ? .small(digits.reduce(0) { $0 * 10 + UInt64($1 - 0x30) })
        : .large(count: count, digits: String(Substring(digits)))
    }
  }

  /// An identifier of a prerelease; numbers are lower than texts.
  private enum Identifier: Hashable, Comparable {
    case number(Number)
    case text(String)
  }

  private let major: Number
  private let minor: Number
  private let patch: Number
  private let prerelease: [Identifier]

  /// Parses a version; `nil` for other text.
  package init?(_ text: String, allowing leniency: Leniency = []) {
    var rest = text.utf8[...]
    if leniency.contains(.prefix), let first = rest.first, first | 0x20 == UInt8(ascii: "v") {
      rest.removeFirst()
    }
    guard let major = Number(&rest), let minor = Self.nextNumber(&rest),
      let patch = Self.nextNumber(&rest),
      rest.isEmpty || rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+")
    else { return nil }
    let isPadded =
      leniency.contains(.missingNumbersBeforeTail)
      || (leniency.contains(.missingNumbers) && rest.isEmpty)
    guard patch != nil || isPadded else { return nil }
    (self.major, self.minor, self.patch) = (major, minor ?? .small(0), patch ?? .small(0))
    guard !rest.isEmpty else {
      prerelease = []
      return
    }
    let tail = Substring(rest)
    let parts = tail.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, !Self.areIdentifiers(parts[1]) { return nil }
    guard let first = parts.first, first.first == "-" else {
      prerelease = []
      return
    }
    guard let prerelease = Self.identifiers(first.dropFirst()) else { return nil }
    self.prerelease = prerelease
  }

  /// Parses a point with the number after it: `.some(nil)` if there is no point, and `nil` if no number
  /// follows.
  private static func nextNumber(_ rest: inout Substring.UTF8View) -> Number?? {
    guard rest.first == UInt8(ascii: ".") else { return .some(nil) }
    rest.removeFirst()
    return Number(&rest).map(Optional.some)
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
        var digits = part.utf8[...]
        guard let number = Number(&digits) else { return nil }
        identifiers.append(.number(number))
      } else {
        identifiers.append(.text(String(part)))
      }
    }
    return identifiers
  }

  /// Compares the precedence of two versions.
  package static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
    if left.major != right.major { return left.major < right.major }
    if left.minor != right.minor { return left.minor < right.minor }
    if left.patch != right.patch { return left.patch < right.patch }
    if left.prerelease.isEmpty || right.prerelease.isEmpty {
      return !left.prerelease.isEmpty && right.prerelease.isEmpty
    }
    return left.prerelease.lexicographicallyPrecedes(right.prerelease)
  }

  /// Whether both versions have the same major number, and with `minor` also the same minor number.
  package func hasSameNumbers(as other: SemanticVersion, minor: Bool) -> Bool {
    major == other.major && (!minor || self.minor == other.minor)
  }
}
