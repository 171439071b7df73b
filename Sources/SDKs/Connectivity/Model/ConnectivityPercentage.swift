/// A percentage from 0 to 100, such as the share of successful probes.
public struct ConnectivityPercentage: Hashable, Sendable {
  /// The percentage, always within 0...100.
  public let value: Double

  /// Creates a percentage; clamps numbers to 0...100, and replaces not-a-number by 0.
  public init(_ value: Double) {
    self.value = value.isNaN ? 0 : value < 0 ? 0 : min(value, 100)
  }

  /// Creates the percentage of `value` relative to `total`; 0 if the total is 0.
  public init(_ value: UInt, outOf total: UInt) {
    self.init(Double(value), outOf: Double(total))
  }

  /// Creates the percentage of `value` relative to `total`; 0 if the total is not positive.
  public init(_ value: Double, outOf total: Double) {
    self.init(total > 0 ? value / total * 100 : 0)
  }

  /// The number of successful probes that reaches this percentage of `total`; at least 1, even for
  /// 0.
  func required(of total: Int) -> Int {
    (1...max(total, 1)).first { ConnectivityPercentage(Double($0), outOf: Double(total)) >= self }
      ?? 1
  }
}

extension ConnectivityPercentage: Comparable {
  /// Compares the numbers of both percentages.
  public static func < (left: ConnectivityPercentage, right: ConnectivityPercentage) -> Bool {
    left.value < right.value
  }
}
