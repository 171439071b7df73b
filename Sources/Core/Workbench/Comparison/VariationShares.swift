package import FeatureFlags

/// The shares of users that get each variation of one feature, as intervals of assignments.
///
/// The assignment of a user is a number in [0, 100), which is called the position of the user here.
///
/// A user whose assignment is the same in two configurations has the same position in both. The shares
/// of two configurations therefore determine exactly how many users change variation.
package struct VariationShares: Hashable, Sendable {
  /// The intervals of positions in ascending order, which cover [0, 100) without gaps.
  package let segments: [ShareInterval]

  /// An interval of positions whose users have the same variation.
  package struct ShareInterval: Hashable, Sendable {
    /// The positions of the users in the interval.
    package let bounds: Range<Double>
    /// The variation of the users; `nil` if they have no variation.
    package let variation: TestVariation?

    /// The percentage of users in the interval.
    package var share: Double { bounds.upperBound - bounds.lowerBound }
  }

  /// Creates the shares of a feature without overrides, in a development build.
  ///
  /// Returns `nil` for a feature whose shares are unknown, because a flag service allocates the users,
  /// or because the feature has no variations.
  package init?(_ definition: FlagDefinition) {
    guard !definition.isEvaluatedByService else { return nil }
    switch definition.type {
    case .featureFlag, .unlockFlag:
      let variations = definition.testVariations
      self.init(everyone: definition.enabled ? variations.first : variations.last)
    case .featureTest(.featureFlagAB) where !definition.enabled: self.init(everyone: .disabled)
    case .featureTest where !definition.enabled: self.init(everyone: nil)
    case .featureTest: self.init(definition.testVariations, biases: definition.testBiases)
    case .deprecated, .value: return nil
    }
  }

  /// Creates the shares of the variations of an enabled test, with the algorithm of ``BiasEvaluator``.
  ///
  /// - Parameters:
  ///   - variations: The variations of the test.
  ///   - biases: The bias of each variation.
  package init(_ variations: [TestVariation], biases: [Percentage]) {
    segments = VariationRanges(biases: Array(biases.prefix(variations.count))).intervals
      .map { ShareInterval(bounds: $0.bounds, variation: variations[$0.index]) }
  }

  private init(everyone variation: TestVariation?) {
    segments = [ShareInterval(bounds: 0..<100, variation: variation)]
  }

  /// Returns the variation of the user at a position in [0, 100); `nil` if the user has none.
  package func variation(at position: Double) -> TestVariation? {
    segments.first { $0.bounds.contains(position) }?.variation
  }
}

/// The share of users who move from one variation to another between two configurations.
package struct VariationMove: Hashable, Sendable {
  /// The variation in the first configuration; `nil` if the users have none.
  package let from: TestVariation?
  /// The variation in the second configuration; `nil` if the users have none.
  package let to: TestVariation?
  /// The percentage of all users, above 0 and at most 100.
  package let share: Double
}

extension VariationShares {
  /// Returns the users who change variation when these shares are replaced by others.
  ///
  /// Users with the same pair of variations before and after are combined in one move.
  ///
  /// - Returns: The moves, sorted by the lowest position of their users.
  package func moves(to other: VariationShares) -> [VariationMove] {
    var pairs: [(from: TestVariation?, to: TestVariation?)] = []
    var sums: [Double] = []
    var (left, right) = (segments[...], other.segments[...])
    while let before = left.first, let after = right.first {
      let end = min(before.bounds.upperBound, after.bounds.upperBound)
      let share = end - max(before.bounds.lowerBound, after.bounds.lowerBound)
      if before.variation != after.variation, share > 0 {
        let pair = (from: before.variation, to: after.variation)
        let known = pairs.firstIndex { $0.from == pair.from && $0.to == pair.to }
        if let known {
          sums[known] += share
        } else {
          pairs.append(pair)
          sums.append(share)
        }
      }
      if before.bounds.upperBound <= end { left.removeFirst() }
      if after.bounds.upperBound <= end { right.removeFirst() }
    }
    return zip(pairs, sums).map { pair, sum in
      VariationMove(from: pair.from, to: pair.to, share: Self.rounded(sum))
    }
    .filter { $0.share > 0 }
  }

  /// Rounds a share to nine decimals, which removes the floating-point error of the bounds.
  private static func rounded(_ share: Double) -> Double { (share * 1e9).rounded() / 1e9 }
}
