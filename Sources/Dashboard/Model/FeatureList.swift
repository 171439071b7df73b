public import FeatureFlags

/// All features in the order of the screen: by section, then by name.
struct FeatureList: Sendable {
  /// The features; a place in this array is called a position.
  private(set) var features: [Feature]
  /// The sections in their order.
  private(set) var sections: [Section]
  /// The number of features that a tester decided something about.
  private(set) var overriddenCount: Int
  /// The overrides of features that the source does not have; each has an entry in the list.
  let orphans: [Feature.Name: Override]
  /// What search looks through, by position.
  let searchIndex: SearchIndex

  private let positions: [Feature.Name: Int]

  /// Neighbouring features with the same section.
  struct Section: Hashable, Sendable {
    /// The name of the section.
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
    let removed = orphans.map { Feature(removed: $0.key, override: $0.value) }
    self.orphans = orphans
    let entries = (features + removed).map(SortEntry.init).sorted { $0.precedes($1) }
    self.features = entries.map(\.feature)
    sections = Self.sections(of: self.features)
    overriddenCount = self.features.count { $0.isOverridden }
    searchIndex = SearchIndex(self.features)
    positions = Dictionary(
      self.features.enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Where a feature stands; `nil` if there is none of this name.
  func position(of name: Feature.Name) -> Int? { positions[name] }

  /// Puts a feature in the place of the one with the same name, if there is one.
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

/// A feature with the texts by which it is sorted.
private struct SortEntry {
  let feature: Feature
  /// 0 for named sections, then features without a section, then those that the source lacks.
  let rank: Int
  let section: String
  let name: String

  init(_ feature: Feature) {
    self.feature = feature
    rank = feature.isRemoved ? 2 : feature.sectionTitle == Feature.uncategorized ? 1 : 0
    section = feature.sectionTitle.lowercased()
    name = feature.name.rawValue.lowercased()
  }

  func precedes(_ other: SortEntry) -> Bool {
    if rank != other.rank { return rank < other.rank }
    if section != other.section { return section < other.section }
    let title = feature.sectionTitle
    let otherTitle = other.feature.sectionTitle
    if title != otherTitle { return title < otherTitle }
    if name != other.name { return name < other.name }
    return feature.name.rawValue < other.feature.name.rawValue
  }
}

extension Feature {
  /// The section of features that name none.
  static let uncategorized = "Uncategorized"

  /// The name of the section under which the feature is listed.
  public var sectionTitle: String {
    if isRemoved { return "Not in the source" }
    guard let section, !section.isEmpty else { return Self.uncategorized }
    return section
  }

  /// Whether a tester decided something about the feature.
  public var isOverridden: Bool {
    override?.isEmpty == false
  }
}

extension Sequence<Feature> {
  /// The features in the order of the screen: by section, then by name, without section last.
  public func inListOrder() -> [Feature] {
    map(SortEntry.init).sorted { $0.precedes($1) }.map(\.feature)
  }
}
