extension Feature {
  /// The title of the section for features without a section.
  package static let uncategorized = "No section"

  /// The title of the section under which the feature is listed, never empty.
  package var sectionTitle: String {
    if isRemoved { return "Not in the source" }
    guard let section, !section.isEmpty else { return Self.uncategorized }
    return section
  }
}

/// A section of a list of features.
package struct FeatureSection: Sendable {
  /// The title of the section, never empty.
  package let title: String
  /// The indexes of the features in the section, sorted by feature name.
  package fileprivate(set) var positions: [Int]
}

extension [Feature] {
  /// The indexes of the features, sorted by section and then by name; features without a section
  /// come after all sections, and removed features last.
  package var listOrder: [Int] { sections.flatMap(\.positions) }

  /// The sections of the features in alphabetical order; features without a section come after all
  /// sections, and removed features last.
  package var sections: [FeatureSection] {
    var sections: [SectionSortKey: FeatureSection] = [:]
    for position in indices {
      let title = self[position].sectionTitle
      let key = SectionSortKey(self[position], title: title)
      sections[key, default: FeatureSection(title: title, positions: [])].positions.append(position)
    }
    return sections.sorted { $0.key < $1.key }.map { _, section in
      FeatureSection(title: section.title, positions: sortedByName(section.positions))
    }
  }

  /// Returns the indexes of features, sorted by the names of the features without regard to case.
  private func sortedByName(_ positions: [Int]) -> [Int] {
    let keys = positions.map { NameKey($0, name: self[$0].name.rawValue.lowercased()) }
    let isBefore = { (one: NameKey, other: NameKey) in
      if one.name != other.name { return one.name < other.name }
      return self[one.position].name.rawValue < self[other.position].name.rawValue
    }
    // Many configurations are already sorted by name: checking the order takes a fraction of the time of
    // sorting.
    let isSorted = zip(keys, keys.dropFirst()).allSatisfy { !isBefore($1, $0) }
    return isSorted ? positions : keys.sorted(by: isBefore).map(\.position)
  }
}

private struct SectionSortKey: Hashable, Comparable {
  /// The first sort criterion: 0 for named sections, 1 for features without a section, 2 for
  /// removed features.
  let rank: UInt8
  let title: String

  init(_ feature: Feature, title: String) {
    self.title = title
    rank = feature.isRemoved ? 2 : title == Feature.uncategorized ? 1 : 0
  }

  static func < (one: Self, other: Self) -> Bool {
    if one.rank != other.rank { return one.rank < other.rank }
    let (lowercased, otherLowercased) = (one.title.lowercased(), other.title.lowercased())
    return lowercased == otherLowercased
      ? one.title < other.title : lowercased < otherLowercased
  }
}

/// The lowercase name by which a feature is sorted, and its index before sorting.
///
/// Sorting keys is faster than sorting features, because a feature is several times as large.
private struct NameKey {
  let position: Int
  let name: String

  init(_ position: Int, name: String) {
    self.position = position
    self.name = name
  }
}
