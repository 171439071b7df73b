import FeatureFlags
import Text

/// One row of the feature list: the heading of a section, or a feature.
enum Row: Hashable, Sendable {
  /// The heading of the section with the given index, or of ``Rows/favourites``.
  case section(Int)
  /// The heading of a folded section, with the numbers of its features.
  case folded(section: Int, FeatureCounts)
  /// The feature at the given position; the ordinal is the number of features above it.
  case feature(position: Int, ordinal: Int)
}

/// The numbers of features that the heading of a folded section shows.
struct FeatureCounts: Hashable, Sendable {
  private(set) var all = 0
  /// The number of features that are on; `nil` if none of the features can be on or off.
  private(set) var on: Int?
  private(set) var overridden = 0

  init(_ features: some Sequence<Feature>) {
    for feature in features {
      all += 1
      if let isOn = feature.isOn { on = (on ?? 0) + (isOn ? 1 : 0) }
      if feature.isOverridden { overridden += 1 }
    }
  }

  /// The numbers as text for plain mode, such as `12 features, 7 on, 3 overridden`.
  var plainText: String {
    let parts = [
      Number.count(all, "feature"), on.map { "\($0) on" },
      overridden > 0 ? "\(overridden) overridden" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

/// The features that the list shows, and their arrangement.
struct RowSelection {
  /// The filter that the user has set.
  var filter = FeatureFilter()
  /// The requests of clients; `nil` if no server runs.
  var requests: ClientRequests?
  /// The positions of the features that match the search, in ascending order; `nil` without a
  /// search.
  var matches: [Int]?
  /// The features that the section of favourites lists instead of their own section.
  var favourites: Set<Feature.Name> = []
  var folded: Set<SectionID> = []
  /// The positions of all features in a sort order without sections; `nil` for the sort order by
  /// section.
  var order: [Int]?
}

/// Identifies a section across loads.
enum SectionID: Hashable, Sendable {
  case favourites
  case titled(String)
}

/// The rows of the feature list.
struct Rows: Sendable {
  /// The rows from top to bottom.
  private(set) var all: [Row] = []
  /// The number of features, including those in folded sections.
  private(set) var featureCount = 0
  /// Whether the rows have headings.
  private(set) var hasSections = true
  /// The row index of the feature at each position, or of the heading of its folded section; -1 if
  /// the list does not have the feature.
  private var rowsByPosition: [Int] = []
  /// The number of rows of the section of favourites, which is the first one.
  private var favouriteRows = 0

  /// The index that stands for the section of favourites, which ``FeatureList/sections`` does not
  /// contain.
  static let favourites = -1

  init() {}

  /// Creates the rows of the selected features.
  init(_ list: FeatureList, _ selection: RowSelection) {
    rowsByPosition = Array(repeating: -1, count: list.features.count)
    if let order = selection.order {
      appendAll(order, list, selection)
    } else {
      appendSections(list, selection)
    }
  }

  /// Appends the section of favourites and all other sections.
  private mutating func appendSections(_ list: FeatureList, _ selection: RowSelection) {
    all.reserveCapacity((selection.matches?.count ?? list.features.count) + list.sections.count)
    let favourites = Set(selection.favourites.compactMap(list.position(of:)))
    if !favourites.isEmpty {
      let passing = favourites.sorted().filter { selection.contains(position: $0, list) }
      let isFolded = selection.folded.contains(.favourites)
      append(passing[...], of: Self.favourites, isFolded ? list : nil)
      favouriteRows = all.count
    }
    var matches = selection.matches?[...]
    let isFiltered = selection.filter.isActive || !favourites.isEmpty
    for (number, section) in list.sections.enumerated() {
      let isFolded = selection.folded.contains(.titled(section.title))
      let start = matches?.startIndex ?? 0
      if let rest = matches {
        matches = rest.drop { $0 < section.positions.upperBound }
      }
      guard selection.filter.passes(section: section.title) else { continue }
      let isIncluded = { (position: Int) in
        !favourites.contains(position)
          && selection.filter.passes(list.features[position], selection.requests)
      }
      let found = selection.matches.map { $0[start..<(matches?.startIndex ?? start)] }
      switch (found, isFiltered) {
      case (nil, false): append(section.positions, of: number, isFolded ? list : nil)
      case (nil, true):
        append(section.positions.filter(isIncluded), of: number, isFolded ? list : nil)
      case (let found?, false): append(found, of: number, isFolded ? list : nil)
      case (let found?, true):
        append(found.filter(isIncluded), of: number, isFolded ? list : nil)
      }
    }
  }

  /// Appends the heading and the features of a section; appends nothing if the section has no features
  /// to show.
  ///
  /// - Parameters:
  ///   - positions: The positions of the features to show.
  ///   - section: The index of the section.
  ///   - folded: The list of the features if the section is folded; `nil` for an open section.
  private mutating func append(
    _ positions: some RandomAccessCollection<Int>,
    of section: Int,
    _ folded: FeatureList?
  ) {
    guard !positions.isEmpty else { return }
    if let folded {
      for position in positions { rowsByPosition[position] = all.count }
      let counts = FeatureCounts(positions.lazy.map { folded.features[$0] })
      all.append(.folded(section: section, counts))
      featureCount += positions.count
      return
    }
    all.append(.section(section))
    for position in positions { append(position) }
  }

  private mutating func append(_ position: Int) {
    rowsByPosition[position] = all.count
    all.append(.feature(position: position, ordinal: featureCount))
    featureCount += 1
  }

  /// Appends the features in a sort order without sections.
  private mutating func appendAll(
    _ order: [Int],
    _ list: FeatureList,
    _ selection: RowSelection
  ) {
    hasSections = false
    var isMatch: [Bool]?
    if let matches = selection.matches {
      var flags = Array(repeating: false, count: list.features.count)
      for position in matches { flags[position] = true }
      isMatch = flags
    }
    var unmatched = selection
    unmatched.matches = nil
    for position in order where isMatch?[position] != false {
      if unmatched.contains(position: position, list) { append(position) }
    }
  }
}

extension RowSelection {
  /// Whether the list has the feature at the given position, possibly in a folded section.
  fileprivate func contains(position: Int, _ list: FeatureList) -> Bool {
    if filter.isActive {
      let feature = list.features[position]
      guard filter.passes(section: feature.sectionTitle), filter.passes(feature, requests) else {
        return false
      }
    }
    guard let matches else { return true }
    let index = matches.partitioningIndex { $0 >= position }
    return index < matches.count && matches[index] == position
  }
}

// MARK: Reading rows

extension Rows {
  /// The row of the feature at the given position, or of the heading of its folded section; `nil` if
  /// the list does not have the feature.
  func row(of position: Int) -> Int? {
    rowsByPosition.indices.contains(position) && rowsByPosition[position] >= 0
      ? rowsByPosition[position] : nil
  }

  /// The row of the feature that is nearest to the given position; `nil` if the list is empty.
  func row(nearest position: Int) -> Int? {
    guard !all.isEmpty else { return nil }
    let below = (position..<max(rowsByPosition.count, position)).first { rowsByPosition[$0] >= 0 }
    let nearest =
      below ?? (0..<min(position, rowsByPosition.count)).last { rowsByPosition[$0] >= 0 }
    return nearest.map { rowsByPosition[$0] }
  }

  /// Finds the next row for the cursor, starting at the given row: a feature, or the heading of a
  /// folded section.
  ///
  /// - Returns: The given row if the cursor can be on it, or else the next such row in the given
  ///   direction; `nil` if the list is empty.
  func cursorRow(from row: Int, goingDown: Bool) -> Int? {
    guard !all.isEmpty else { return nil }
    let start = min(max(row, 0), all.count - 1)
    guard case .section = all[start] else { return start }
    // The cursor can be on both rows next to the heading of an open section: the row below is a
    // feature, and the row above is the last one of another section.
    return goingDown || start == 0 ? start + 1 : start - 1
  }

  /// The position of the feature in the given row; `nil` for a heading.
  func position(at row: Int) -> Int? {
    guard all.indices.contains(row), case .feature(let position, _) = all[row] else { return nil }
    return position
  }

  /// The number of features above the feature in the given row; `nil` for a heading.
  func ordinal(at row: Int) -> Int? {
    guard all.indices.contains(row), case .feature(_, let ordinal) = all[row] else { return nil }
    return ordinal
  }

  /// The index of the section whose heading or feature is in the given row; `nil` without sections.
  func section(at row: Int, in list: FeatureList) -> Int? {
    guard hasSections, all.indices.contains(row) else { return nil }
    switch all[row] {
    case .section(let section), .folded(let section, _): return section
    case .feature(let position, _):
      return row < favouriteRows ? Self.favourites : list.sectionIndex(of: position)
    }
  }

  /// The row of the heading above the given row, or the row itself.
  func heading(above row: Int) -> Int? {
    all.indices.contains(row) ? all[...row].lastIndex(where: \.isHeading) : nil
  }

  /// The row of the next heading below the given row; `nil` if there is none.
  func heading(below row: Int) -> Int? {
    row + 1 < all.count ? all[(row + 1)...].firstIndex(where: \.isHeading) : nil
  }
}

extension Row {
  fileprivate var isHeading: Bool {
    switch self {
    case .section, .folded: true
    case .feature: false
    }
  }
}
