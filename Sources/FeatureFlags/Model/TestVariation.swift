/// One of the outcomes of a test; a plain flag has `enabled` and `disabled`.
///
/// Letter case does not tell variations apart: `"Group A"` and `"group a"` are equal.
public struct TestVariation: RawRepresentable, Sendable, Codable {
  /// The outcome of a flag that is on, and of an on/off test for users who get the feature.
  public static let enabled = TestVariation(rawValue: "Enabled")
  /// The outcome of a flag that is off, and of an on/off test for users in the control group.
  public static let disabled = TestVariation(rawValue: "Disabled")
  /// The variation named A.
  public static let a = TestVariation(rawValue: "A")
  /// The variation named B.
  public static let b = TestVariation(rawValue: "B")
  /// The variation named C.
  public static let c = TestVariation(rawValue: "C")
  /// The variation named D.
  public static let d = TestVariation(rawValue: "D")
  /// The variation named E.
  public static let e = TestVariation(rawValue: "E")
  /// The variation named F.
  public static let f = TestVariation(rawValue: "F")
  /// What a test answers while no variation applies, as while it is disabled.
  public static let unassigned = TestVariation(rawValue: "Unassigned")

  /// The name as the configuration writes it.
  public let rawValue: String

  /// Makes a variation from the name that a configuration uses.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension TestVariation: Hashable {
  /// Compares names without regard to letter case.
  public static func == (left: TestVariation, right: TestVariation) -> Bool {
    left.rawValue == right.rawValue || left.rawValue.lowercased() == right.rawValue.lowercased()
  }

  /// Hashes the name without regard to letter case.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rawValue.lowercased())
  }
}

extension TestVariation: ExpressibleByStringLiteral {
  /// Makes a variation from a literal.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension TestVariation: CustomStringConvertible {
  /// The name itself.
  public var description: String { rawValue }
}
