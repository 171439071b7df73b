/// A share of users, from 0 to 100.
public struct Percentage: RawRepresentable, Hashable, Sendable, Codable {
  /// The share of no users: 0.
  public static let min = Percentage(rawValue: 0)
  /// The share of all users: 100.
  public static let max = Percentage(rawValue: 100)

  /// The number of the share, always within 0...100.
  public let rawValue: Double

  /// Creates a share; a number is clamped to 0...100, and not-a-number becomes 0.
  public init(rawValue: Double) {
    self.rawValue = rawValue.isNaN ? 0 : Swift.min(Swift.max(rawValue, 0), 100)
  }
}

extension Percentage: Comparable {
  /// Compares the numbers of two shares.
  public static func < (left: Percentage, right: Percentage) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Percentage: CustomStringConvertible {
  /// The share with a percent sign, such as `33.3%`.
  public var description: String { "\(rawValue)%" }
}
