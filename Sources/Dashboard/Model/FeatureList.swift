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

/// The texts by which a feature is sorted, and its position before that.
private struct SortKey {
  let position: Int
  /// 0 for named sections, then features without a section, then removed features.
  let rank: UInt8
  let section: String
  let name: String

  init(_ feature: Feature, at position: Int) {
    self.position = position
    rank = feature.isRemoved ? 2 : feature.sectionTitle == Feature.uncategorized ? 1 : 0
    section = feature.sectionTitle.lowercased()
    name = feature.name.rawValue.lowercased()
  }

  /// Whether the feature of this key comes before that of another one, both from a list.
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

extension [Feature] {
  /// The positions of the features in the order of the screen: by section, then by name, without
  /// section last.
  ///
  /// Keys are sorted instead of features, which are several times as large.
  public var listOrder: [Int] {
    let keys = enumerated().map { SortKey($1, at: $0) }
    return keys.sorted { $0.precedes($1, in: self) }.map(\.position)
  }
}
