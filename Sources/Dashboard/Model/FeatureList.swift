import FeatureFlags

/// All features, sorted by section, then by name.
struct FeatureList: Sendable {
  /// The features; an index of this array is called a position.
  private(set) var features: [Feature]
  /// The sections, from top to bottom.
  private(set) var sections: [Section]
  /// The number of overridden features.
  private(set) var overriddenCount: Int
  /// The overrides of features that the source does not have; each has an entry in the list.
  let orphans: [Feature.Name: Override]
  /// The search index, by position.
  let searchIndex: SearchIndex

  private let positions: [Feature.Name: Int]

  /// A run of features with the same section.
  struct Section: Hashable, Sendable {
    /// The title of the section.
    let title: String
    /// The positions of its features.
    let positions: Range<Int>
  }

  /// Sorts features.
  ///
  /// - Parameters:
  ///   - features: The features of the source.
  ///   - orphans: The overrides of features that the source does not have; each has an entry.
  init(_ features: [Feature], orphans: [Feature.Name: Override] = [:]) {
    self.orphans = orphans
    let removed = orphans.map { Feature(removed: $0.key, override: $0.value) }
    let all = removed.isEmpty ? features : features + removed
    self.features = all.listOrder.map { all[$0] }
    sections = Self.sections(of: self.features)
    overriddenCount = self.features.count { $0.isOverridden }
    searchIndex = SearchIndex(self.features)
    var positions: [Feature.Name: Int] = [:]
    positions.reserveCapacity(self.features.count)
    for (position, feature) in self.features.enumerated() where positions[feature.name] == nil {
      positions[feature.name] = position
    }
    self.positions = positions
  }

  /// The position of a feature; `nil` if no feature has this name.
  func position(of name: Feature.Name) -> Int? { positions[name] }

  /// Replaces the feature with the same name, if there is one.
  mutating func replace(_ feature: Feature) {
    guard let position = positions[feature.name] else { return }
    if features[position].isOverridden { overriddenCount -= 1 }
    if feature.isOverridden { overriddenCount += 1 }
    features[position] = feature
  }

  private static func sections(of features: [Feature]) -> [Section] {
    var sections: [Section] = []
    var start = 0
    for position in features.indices {
      let next = position + 1
      if next == features.count || features[next].sectionTitle != features[start].sectionTitle {
        sections.append(Section(title: features[start].sectionTitle, positions: start..<next))
        start = next
      }
    }
    return sections
  }
}
