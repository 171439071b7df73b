import FeatureFlags

/// All features of the source, sorted by section and then by name.
struct FeatureList: Sendable {
  /// The sorted features; an index of this array is called a position.
  private(set) var features: [Feature]
  /// The sections, in the order of the list.
  private(set) var sections: [Section]
  private(set) var overriddenCount = 0
  /// The number of features with an override for single users.
  private var scopedCount = 0
  /// Whether a feature has an override for single users.
  var hasScopes: Bool { scopedCount > 0 }
  /// The number of overrides that expire at a set time.
  private(set) var expiringCount = 0
  /// The widths of the longest texts; a change of features can only widen them.
  private(set) var widths = ListWidths()
  /// The kinds of features in the terms of their flag systems; empty for features of the framework.
  private(set) var kinds: Set<FeatureKind> = []
  /// The overrides of features that are not in the source; the list has an entry for each.
  let orphans: [OverrideKey: Override]
  /// The search index, which identifies features by their positions.
  let searchIndex: SearchIndex

  private var names: NameTable

  /// A section of the list, which contains consecutive features.
  struct Section: Hashable, Sendable {
    let title: String
    /// The positions of the features in the section.
    let positions: Range<Int>
  }

  /// Sorts the features into sections, and builds the search index.
  ///
  /// - Parameters:
  ///   - features: The features of the source, in any order.
  ///   - orphans: The overrides of features that are not in the source; each gets an entry.
  init(_ features: [Feature], orphans: [OverrideKey: Override] = [:]) {
    self.orphans = orphans
    let removed = [Feature](removed: orphans)
    let all = removed.isEmpty ? features : features + removed
    var sorted: [Feature] = []
    sorted.reserveCapacity(all.count)
    sections = all.sections.map { section in
      let start = sorted.count
      for position in section.positions { sorted.append(all[position]) }
      return Section(title: section.title, positions: start..<sorted.count)
    }
    self.features = sorted
    searchIndex = SearchIndex(sorted)
    names = NameTable(capacity: sorted.count)
    for position in sorted.indices {
      _ = names.insert(sorted[position].name, at: position, in: sorted)
      widths.add(sorted[position])
      if sorted[position].hasOwnKind { kinds.insert(sorted[position].kind) }
      if sorted[position].hasScopedOverrides { scopedCount += 1 }
      guard sorted[position].isOverridden else { continue }
      overriddenCount += 1
      if sorted[position].isExpiring { expiringCount += 1 }
    }
  }

  /// The position of the feature with the given name; `nil` if there is none.
  func position(of name: Feature.Name) -> Int? { names.position(of: name, in: features) }

  func sectionIndex(of position: Int) -> Int {
    var (low, high) = (0, max(sections.count - 1, 0))
    while low < high {
      let middle = (low + high) / 2
      let isAfter = sections[middle].positions.upperBound <= position
      if isAfter { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Replaces the feature with the same name; has no effect if there is none.
  mutating func replace(_ feature: Feature) {
    guard let position = position(of: feature.name) else { return }
    if features[position].hasScopedOverrides { scopedCount -= 1 }
    if feature.hasScopedOverrides { scopedCount += 1 }
    if features[position].isOverridden { overriddenCount -= 1 }
    if feature.isOverridden { overriddenCount += 1 }
    if features[position].isExpiring { expiringCount -= 1 }
    if feature.isExpiring { expiringCount += 1 }
    features[position] = feature
    widths.add(feature)
  }

}

extension Feature {
  /// Whether the feature has an override that expires at a set time.
  fileprivate var isExpiring: Bool {
    guard isOverridden, case .until = override?.lifetime else { return false }
    return true
  }
}
