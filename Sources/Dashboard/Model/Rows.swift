import FeatureFlags

/// One row of the list.
enum Row: Hashable, Sendable {
  /// The heading of a section, by its index.
  case section(Int)
  /// A feature, by its position, with the number of features above it.
  case feature(position: Int, ordinal: Int)
}

/// The rows of the list that pass the filter.
struct Rows: Sendable {
  /// The rows from top to bottom.
  private(set) var all: [Row] = []
  /// The number of features among them.
  private(set) var featureCount = 0
  /// The row of the feature at each position, or -1 if the filter hides the feature.
  private var rowsByPosition: [Int] = []

  init() {}

  init(_ list: FeatureList, filter: FeatureFilter) {
    rowsByPosition = Array(repeating: -1, count: list.features.count)
    all.reserveCapacity(list.features.count + list.sections.count)
    for (number, section) in list.sections.enumerated() where filter.passes(section: section.title)
    {
      var isHeaded = false
      for position in section.positions where filter.passes(list.features[position]) {
        if !isHeaded {
          all.append(.section(number))
          isHeaded = true
        }
        rowsByPosition[position] = all.count
        all.append(.feature(position: position, ordinal: featureCount))
        featureCount += 1
      }
    }
  }

  /// The row of the feature at a position; `nil` if the filter hides the feature.
  func row(of position: Int) -> Int? {
    rowsByPosition.indices.contains(position) && rowsByPosition[position] >= 0
      ? rowsByPosition[position] : nil
  }

  /// The row of the feature at a position, or of the nearest feature that passes the filter.
  func row(nearest position: Int) -> Int? {
    guard featureCount > 0 else { return nil }
    let below = (position..<max(rowsByPosition.count, position)).first { rowsByPosition[$0] >= 0 }
    let nearest =
      below ?? (0..<min(position, rowsByPosition.count)).last { rowsByPosition[$0] >= 0 }
    return nearest.map { rowsByPosition[$0] }
  }

  /// The first row with a feature at or beyond a row, upwards or downwards.
  ///
  /// - Returns: The last row with a feature in this direction, if there is none beyond the row.
  func featureRow(from row: Int, goingDown: Bool) -> Int? {
    guard featureCount > 0 else { return nil }
    let start = min(max(row, 0), all.count - 1)
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

  /// The number of features above the feature in a row.
  func ordinal(at row: Int) -> Int? {
    guard all.indices.contains(row), case .feature(_, let ordinal) = all[row] else { return nil }
    return ordinal
  }
}
