import FeatureFlags

extension SortOrder {
  /// Sorts features; equal features are in the order of `section`.
  ///
  /// - Parameters:
  ///   - features: The features.
  ///   - changes: The position of each feature's last change in the history, for the order
  ///     `changed`.
  /// - Returns: The positions of the features in the sorted order.
  func positions(of features: [Feature], changes: [Feature.Name: Int]) -> [Int] {
    let positions = features.listOrder
    switch self {
    case .section: return positions
    case .name: return sorted(positions, by: { features[$0].name.rawValue.lowercased() }, <)
    case .state: return sorted(positions, by: { features[$0].stateText.lowercased() }, <)
    case .type:
      let types = FeatureType.tokens
      return sorted(positions, by: { types.firstIndex(of: features[$0].type.token) ?? 0 }, <)
    case .changed: return sorted(positions, by: { changes[features[$0].name] ?? -1 }, >)
    }
  }

  private func sorted<Key>(
    _ positions: [Int],
    by key: (Int) -> Key,
    _ precedes: (Key, Key) -> Bool
  ) -> [Int] {
    // Sorts keys, which are computed once, instead of features. `sort` is stable.
    positions.map { (position: $0, key: key($0)) }.sorted { precedes($0.key, $1.key) }
      .map(\.position)
  }
}
