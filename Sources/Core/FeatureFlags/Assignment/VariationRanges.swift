/// Divides the range [0, 100] among the variations of a test, in proportion to their biases.
package struct VariationRanges {
  package let biases: [Percentage]

  package init(biases: [Percentage]) { self.biases = biases }

  /// Finds the variation whose range contains the assignment.
  ///
  /// A range includes its lower bound and excludes its upper bound. The last range that is not
  /// empty also includes all larger numbers, so that rounding of the biases leaves no user without
  /// a variation.
  ///
  /// - Returns: The index of the variation; `nil` if there are no variations.
  package func index(at assignment: Double) -> Int? {
    var upperBound = 0.0
    for (index, bias) in biases.enumerated() {
      upperBound += bias.rawValue
      if assignment < Self.rounded(upperBound) { return index }
    }
    return biases.lastIndex { $0 > .min } ?? biases.indices.last
  }

  /// The non-empty ranges as half-open intervals that cover [0, 100), in the order of the
  /// variations; empty if there are no variations.
  ///
  /// Every assignment below 100 is in the interval whose index ``index(at:)`` returns.
  package var intervals: [(index: Int, bounds: Range<Double>)] {
    guard let last = biases.lastIndex(where: { $0 > .min }) ?? biases.indices.last else {
      return []
    }
    var intervals: [(index: Int, bounds: Range<Double>)] = []
    var (lowerBound, sum) = (0.0, 0.0)
    for (index, bias) in biases.enumerated() where index <= last {
      sum += bias.rawValue
      // Biases within the tolerance can add up to slightly more or less than 100.
      let upperBound = index == last ? 100 : min(Self.rounded(sum), 100)
      if lowerBound < upperBound { intervals.append((index, lowerBound..<upperBound)) }
      lowerBound = max(lowerBound, upperBound)
    }
    return intervals
  }

  /// Rounds a sum of biases to nine decimals to remove its floating-point error: seven times 100/14
  /// becomes exactly 50.
  private static func rounded(_ sum: Double) -> Double {
    (sum * 1e9).rounded() / 1e9
  }
}
