extension Feature {
  /// The title of the section for features without a section.
  package static let uncategorized = "Uncategorized"

  /// The title of the section under which the feature is listed, never empty.
  package var sectionTitle: String {
    if isRemoved { return "Not in the source" }
    guard let section, !section.isEmpty else { return Self.uncategorized }
    return section
  }
}

extension [Feature] {
  /// The indexes of the features, sorted by section and then by name; features without a section
  /// come after all sections, and removed features last.
  ///
  /// Sorts keys instead of features, because a feature is several times as large as its key.
  package var listOrder: [Int] {
    let keys = enumerated().map { SortKey($1, at: $0) }
    return keys.sorted { $0.precedes($1, in: self) }.map(\.position)
  }
}

/// The lowercase texts by which a feature is sorted, and its index before sorting.
private struct SortKey {
  let position: Int
  /// The first sort criterion: 0 for named sections, 1 for features without a section, 2 for
  /// removed features.
  let rank: UInt8
  let section: String
  let name: String

  init(_ feature: Feature, at position: Int) {
    self.position = position
    rank = feature.isRemoved ? 2 : feature.sectionTitle == Feature.uncategorized ? 1 : 0
    section = feature.sectionTitle.lowercased()
    name = feature.name.rawValue.lowercased()
  }

  /// Whether the feature of this key is listed before the feature of `other`; both are elements of
  /// `features`.
  func precedes(_ other: SortKey, in features: [Feature]) -> Bool {
    if rank != other.rank { return rank < other.rank }
    if section != other.section { return section < other.section }
    let title = features[position].sectionTitle
    let otherTitle = features[other.position].sectionTitle
    if title != otherTitle { return title < otherTitle }
    if name != other.name { return name < other.name }
    return features[position].name.rawValue < features[other.position].name.rawValue
  }
}
