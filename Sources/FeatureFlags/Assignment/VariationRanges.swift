/// Divides the range [0, 100] among the variations of a test, in proportion to their biases.
struct VariationRanges {
  let biases: [Percentage]

  /// Finds the variation whose range contains the assignment.
  ///
  /// A range includes its lower bound and excludes its upper bound. The last range that is not
  /// empty also includes all larger numbers, so that rounding of the biases leaves no user without
  /// a variation.
  ///
  /// - Returns: The index of the variation; `nil` if there are no variations.
  func index(at assignment: Double) -> Int? {
    var upperBound = 0.0
    for (index, bias) in biases.enumerated() {
      upperBound += bias.rawValue
      if assignment < Self.rounded(upperBound) { return index }
    }
    return biases.lastIndex { $0 > .min } ?? biases.indices.last
  }

  /// Rounds a sum of biases to nine decimals to remove its floating-point error: seven times 100/14
  /// becomes exactly 50.
  private static func rounded(_ sum: Double) -> Double {
    (sum * 1e9).rounded() / 1e9
  }
}
