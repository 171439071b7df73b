/// The ranges of [0, 100] that the variations of a test own, one after another.
struct VariationRanges {
  let biases: [Percentage]

  /// Finds the variation that owns a number.
  ///
  /// A range holds its lower end and not its upper one, but the last range that is not empty holds
  /// everything above it, so that no rounding of the biases leaves a user without a variation.
  ///
  /// - Returns: The position of the variation, or `nil` if there is none.
  func index(at assignment: Double) -> Int? {
    var upperBound = 0.0
    for (index, bias) in biases.enumerated() {
      upperBound += bias.rawValue
      if assignment < Self.rounded(upperBound) { return index }
    }
    return biases.lastIndex { $0 > .min } ?? biases.indices.last
  }

  /// Takes the float error out of a sum: seven times 100/14 is 50, and not a hair above or below.
  private static func rounded(_ sum: Double) -> Double {
    (sum * 1e9).rounded() / 1e9
  }
}
