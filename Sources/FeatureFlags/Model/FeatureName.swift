/// The name under which a configuration lists a feature.
///
/// Names are compared letter for letter: `"new cart"` and `"New Cart"` are two features.
public struct FeatureName: RawRepresentable, Hashable, Sendable, Codable {
  /// The name as the configuration writes it.
  public let rawValue: String

  /// Makes a name from the text that a configuration uses.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension FeatureName: ExpressibleByStringLiteral {
  /// Makes a name from a literal.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension FeatureName: CustomStringConvertible {
  /// The name itself.
  public var description: String { rawValue }
}
