/// A share from 0 to 100, such as that of the checks that succeeded.
public struct ConnectivityPercentage: Hashable, Sendable {
  /// The share, always within 0...100.
  public let value: Double

  /// Makes a share, moving a number outside 0...100 to the nearer end, and not-a-number to 0.
  public init(_ value: Double) {
    self.value = value.isNaN ? 0 : value < 0 ? 0 : min(value, 100)
  }

  /// Makes the share that a number is of a total; 0 when the total is 0.
  public init(_ value: UInt, outOf total: UInt) {
    self.init(Double(value), outOf: Double(total))
  }

  /// Makes the share that a number is of a total; 0 when the total is not above 0.
  public init(_ value: Double, outOf total: Double) {
    self.init(total > 0 ? value / total * 100 : 0)
  }

  /// How many of a number of checks must succeed to reach this share: at least one, also for 0.
  func required(of total: Int) -> Int {
    (1...max(total, 1)).first { ConnectivityPercentage(Double($0), outOf: Double(total)) >= self }
      ?? 1
  }
}

extension ConnectivityPercentage: Comparable {
  /// Compares two shares.
  public static func < (left: ConnectivityPercentage, right: ConnectivityPercentage) -> Bool {
    left.value < right.value
  }
}
