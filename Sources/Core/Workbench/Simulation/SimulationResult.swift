package import FeatureFlags

/// The number of simulated users of each variation of one feature.
package struct SimulatedFeature: Hashable, Sendable {
  package let name: Feature.Name
  package let type: FeatureType
  /// The number of users of each variation, in the order of the variations, without the users for whom an
  /// override forces the result.
  package let outcomes: [Outcome]
  /// The number of users for whom an override forces the result, by the forced variation.
  package let forced: [Outcome]
  /// The comparison of the counts with the biases; `nil` if no biases apply, such as for a disabled
  /// feature.
  package let chiSquared: ChiSquared?

  /// The users of one variation.
  package struct Outcome: Hashable, Sendable {
    /// The variation; `nil` for users without one.
    package let variation: TestVariation?
    /// The number of users.
    package var users: Int
    /// The bias of the variation, which is the expected percentage of users; `nil` if no biases apply.
    package var bias: Double?
  }

  init(_ feature: Feature, _ outcomes: [Outcome], forced: [Outcome] = []) {
    name = feature.name
    type = feature.type
    self.outcomes = outcomes
    self.forced = forced
    guard outcomes.contains(where: { $0.bias != nil }) else {
      chiSquared = nil
      return
    }
    // Uses the ranges instead of the biases: the last range ends at 100, so that its share can differ
    // slightly from its bias.
    var shares = [Double](repeating: 0, count: outcomes.count)
    for interval in VariationRanges(biases: feature.testBiases).intervals {
      shares[interval.index] = interval.bounds.upperBound - interval.bounds.lowerBound
    }
    chiSquared = ChiSquared(counts: outcomes.map(\.users), shares: shares)
  }

  /// The number of users without a forced result.
  package var userCount: Int { outcomes.reduce(0) { $0 + $1.users } }

  /// Whether users can have different variations.
  package var isDivided: Bool { outcomes.count > 1 }
}
