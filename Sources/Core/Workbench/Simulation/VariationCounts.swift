import FeatureFlags

/// The number of users of each variation, in the order in which the variations first occurred.
struct VariationCounts: Sendable {
  private(set) var entries: [(variation: TestVariation?, users: Int)] = []

  mutating func add(_ variation: TestVariation?, users: Int = 1) {
    if let index = entries.firstIndex(where: { $0.variation == variation }) {
      entries[index].users += users
    } else {
      entries.append((variation, users))
    }
  }

  /// Adds the counts of other users.
  mutating func add(_ other: VariationCounts) {
    for (variation, users) in other.entries { add(variation, users: users) }
  }

  /// Returns the number of users of a variation; `nil` counts those without one.
  func users(of variation: TestVariation?) -> Int {
    entries.first { $0.variation == variation }?.users ?? 0
  }

  /// Lists the counts in the order of the declared variations, and then those of others by name; declared
  /// variations without users are included only if `includesUnused` is set.
  func outcomes(
    inOrderOf declared: [TestVariation],
    includesUnused: Bool
  ) -> [SimulatedFeature.Outcome] {
    let outcomes = declared.map { SimulatedFeature.Outcome(variation: $0, users: users(of: $0)) }
    let others = entries.filter { entry in !declared.contains { $0 == entry.variation } }
      .map { SimulatedFeature.Outcome(variation: $0.variation, users: $0.users) }
    return outcomes.filter { includesUnused || $0.users > 0 }
      + others.sorted { $0.sortKey < $1.sortKey }
  }
}

extension SimulatedFeature.Outcome {
  /// The sort key: the name of the variation; users without a variation are sorted last.
  fileprivate var sortKey: String { variation.map { "0" + $0.rawValue } ?? "1" }
}
