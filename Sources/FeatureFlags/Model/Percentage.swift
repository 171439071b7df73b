/// A share of users, from 0 to 100.
public struct Percentage: RawRepresentable, Hashable, Sendable, Codable {
  /// No users.
  public static let min = Percentage(rawValue: 0)
  /// All users.
  public static let max = Percentage(rawValue: 100)

  /// The share, always within 0...100.
  public let rawValue: Double

  /// Creates a share; a number is clamped to 0...100, and not-a-number becomes 0.
  public init(rawValue: Double) {
    self.rawValue = rawValue.isNaN ? 0 : Swift.min(Swift.max(rawValue, 0), 100)
  }
}

extension Percentage: Comparable {
  /// Compares two shares.
  public static func < (left: Percentage, right: Percentage) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Percentage: CustomStringConvertible {
  /// The share with a percent sign, such as `33.3%`.
  public var description: String { "\(rawValue)%" }
}
