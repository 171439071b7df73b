import FeatureFlags

/// One row of the list.
enum Row: Hashable, Sendable {
  /// The heading of a section, by its number.
  case section(Int)
  /// A feature, by its position, and how many features stand above it.
  case feature(position: Int, ordinal: Int)
}

/// The rows of the list that pass the filter.
struct Rows: Sendable {
  /// The rows from top to bottom.
  private(set) var all: [Row] = []
  /// The number of features among them.
  private(set) var featureCount = 0
  /// For each position the row of its feature, or -1 while the filter hides it.
  private var places: [Int] = []

  init() {}

  init(_ list: FeatureList, filter: FeatureFilter) {
    places = Array(repeating: -1, count: list.features.count)
    all.reserveCapacity(list.features.count + list.sections.count)
    for (number, section) in list.sections.enumerated() where filter.passes(section: section.title)
    {
      var isHeaded = false
      for position in section.positions where filter.passes(list.features[position]) {
        if !isHeaded {
          all.append(.section(number))
          isHeaded = true
        }
        places[position] = all.count
        all.append(.feature(position: position, ordinal: featureCount))
        featureCount += 1
      }
    }
  }

  /// The row of a feature; `nil` while the filter hides it.
  func row(of position: Int) -> Int? {
    places.indices.contains(position) && places[position] >= 0 ? places[position] : nil
  }

  /// The row of a feature, or of the nearest one in view if the filter hides it.
  func row(nearest position: Int) -> Int? {
    guard featureCount > 0 else { return nil }
    let below = (position..<max(places.count, position)).first { places[$0] >= 0 }
    let nearest = below ?? (0..<min(position, places.count)).last { places[$0] >= 0 }
    return nearest.map { places[$0] }
  }

  /// The first row at or beyond a place, going up or down, that has a feature.
  ///
  /// - Returns: The last such row before the end of the list if there is none beyond.
  func featureRow(from place: Int, goingDown: Bool) -> Int? {
    guard featureCount > 0 else { return nil }
    let start = min(max(place, 0), all.count - 1)
    // Two headings never follow each other, and the last row is always a feature.
    if case .feature = all[start] { return start }
    let next = goingDown || start == 0 ? start + 1 : start - 1
    return next
  }

  /// The position of the feature in a row; `nil` for a heading.
  func position(at row: Int) -> Int? {
    guard all.indices.contains(row), case .feature(let position, _) = all[row] else { return nil }
    return position
  }

  /// How many features stand above the one in a row.
  func ordinal(at row: Int) -> Int? {
    guard all.indices.contains(row), case .feature(_, let ordinal) = all[row] else { return nil }
    return ordinal
  }
}
