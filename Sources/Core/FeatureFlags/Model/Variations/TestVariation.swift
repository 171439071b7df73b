/// A variation: one outcome of a test; a plain flag has the outcomes `enabled` and `disabled`.
///
/// Names are compared without regard to letter case: `"Group A"` and `"group a"` are equal.
public struct TestVariation: RawRepresentable, Sendable, Codable {
  /// The outcome of a flag that is on, and of an on/off test for users who get the feature.
  public static let enabled = TestVariation(name: "Enabled")
  /// The outcome of a flag that is off, and of an on/off test for users in the control group.
  public static let disabled = TestVariation(name: "Disabled")
  /// A predefined variation with the name A.
  public static let a = TestVariation(name: "A")
  /// A predefined variation with the name B.
  public static let b = TestVariation(name: "B")
  /// A predefined variation with the name C.
  public static let c = TestVariation(name: "C")
  /// A predefined variation with the name D.
  public static let d = TestVariation(name: "D")
  /// A predefined variation with the name E.
  public static let e = TestVariation(name: "E")
  /// A predefined variation with the name F.
  public static let f = TestVariation(name: "F")
  /// The placeholder of the drop-in API for an enabled test without a variation for the user.
  public static let unassigned = TestVariation(name: "Unassigned")

  /// The name of the variation; compared without regard to letter case.
  public let rawValue: String

  /// Creates a variation from the name in a document of features.
  ///
  /// The names `on` and `enabled` become ``enabled``, and `off` and `disabled` become ``disabled``;
  /// the match is exact. Other names are unchanged. For the variations of a flag service use
  /// ``init(name:)``.
  public init(rawValue: String) {
    switch rawValue {
    case "on", "enabled": self = .enabled
    case "off", "disabled": self = .disabled
    default: self.init(name: rawValue)
    }
  }

  /// Creates a variation whose name is not normalised, such as the variation `on` of a flag
  /// service.
  public init(name: String) {
    rawValue = name
  }
}

extension TestVariation: Hashable {
  /// Compares names without regard to letter case.
  public static func == (left: TestVariation, right: TestVariation) -> Bool {
    left.rawValue == right.rawValue
      || left.equalsAsASCII(right)
        ?? (left.rawValue.lowercased() == right.rawValue.lowercased())
  }

  /// Compares ASCII names byte by byte, without an allocation; returns `nil` for other names.
  private func equalsAsASCII(_ other: TestVariation) -> Bool? {
    let areEqual: Bool?? = rawValue.utf8.withContiguousStorageIfAvailable { left in
      let areEqual: Bool?? = other.rawValue.utf8.withContiguousStorageIfAvailable { right in
        guard left.reduce(0, |) < 0x80, right.reduce(0, |) < 0x80 else { return nil }
        guard left.count == right.count else { return false }
        return left.indices.allSatisfy { Self.lowercased(left[$0]) == Self.lowercased(right[$0]) }
      }
      return areEqual ?? nil
    }
    return areEqual ?? nil
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// Hashes the name without regard to letter case.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rawValue.lowercased())
  }
}

extension TestVariation: Comparable {
  /// Orders names without regard to letter case.
  public static func < (left: TestVariation, right: TestVariation) -> Bool {
    left.rawValue.lowercased() < right.rawValue.lowercased()
  }
}

extension TestVariation: ExpressibleByStringLiteral {
  /// Creates a variation from a string literal, without normalising the name.
  public init(stringLiteral value: String) {
    self.init(name: value)
  }
}

extension TestVariation: CustomStringConvertible {
  /// The name of the variation, in the letter case of the configuration.
  public var description: String { rawValue }
}
