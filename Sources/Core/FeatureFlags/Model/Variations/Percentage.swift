/// A percentage of users, from 0 to 100; numbers out of range are clamped.
public struct Percentage: RawRepresentable, Hashable, Sendable, Codable {
  /// The percentage 0: no users.
  public static let min = Percentage(rawValue: 0)
  /// The percentage 100: all users.
  public static let max = Percentage(rawValue: 100)

  /// The percentage as a number, always within 0...100.
  public let rawValue: Double

  /// Creates a percentage; a number is clamped to 0...100, and NaN becomes 0.
  public init(rawValue: Double) {
    self.rawValue = rawValue.isNaN ? 0 : Swift.min(Swift.max(rawValue, 0), 100)
  }
}

extension Percentage: Comparable {
  /// Compares two percentages by their numbers.
  public static func < (left: Percentage, right: Percentage) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Percentage: CustomStringConvertible {
  /// The number with a percent sign, such as `33.3%`.
  public var description: String { "\(rawValue)%" }
}
