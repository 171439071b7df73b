import FeatureFlags
import Serving

/// One row of the feature list: the heading of a section, or a feature.
enum Row: Hashable, Sendable {
  /// The heading of the section with the given index.
  case section(Int)
  /// The feature at the given position; the ordinal is the number of features above it.
  case feature(position: Int, ordinal: Int)
}

/// The rows of the feature list that pass the filter.
struct Rows: Sendable {
  /// The rows from top to bottom.
  private(set) var all: [Row] = []
  /// The number of rows that are features.
  private(set) var featureCount = 0
  /// The row index of the feature at each position; -1 if the filter hides the feature.
  private var rowsByPosition: [Int] = []

  init() {}

  /// Creates the rows of the features that pass a filter.
  ///
  /// - Parameters:
  ///   - list: All features.
  ///   - filter: The filter that the user has set.
  ///   - uses: The features that clients requested; `nil` if no server runs.
  init(_ list: FeatureList, filter: FeatureFilter, uses: [Feature.Name: FeatureUse]? = nil) {
    rowsByPosition = Array(repeating: -1, count: list.features.count)
    all.reserveCapacity(list.features.count + list.sections.count)
    for (number, section) in list.sections.enumerated() where filter.passes(section: section.title)
    {
      var isHeaded = false
      for position in section.positions where filter.passes(list.features[position], uses) {
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

  /// The row of the feature at the given position; `nil` if the filter hides the feature.
  func row(of position: Int) -> Int? {
    rowsByPosition.indices.contains(position) && rowsByPosition[position] >= 0
      ? rowsByPosition[position] : nil
  }

  /// The row of the visible feature that is nearest to the given position; `nil` if the list is
  /// empty.
  func row(nearest position: Int) -> Int? {
    guard featureCount > 0 else { return nil }
    let below = (position..<max(rowsByPosition.count, position)).first { rowsByPosition[$0] >= 0 }
    let nearest =
      below ?? (0..<min(position, rowsByPosition.count)).last { rowsByPosition[$0] >= 0 }
    return nearest.map { rowsByPosition[$0] }
  }

  /// Finds the next row with a feature, starting at the given row.
  ///
  /// - Returns: The given row if it has a feature, or else the next one in the given direction;
  ///   `nil` if the list has no features.
  func featureRow(from row: Int, goingDown: Bool) -> Int? {
    guard featureCount > 0 else { return nil }
    let start = min(max(row, 0), all.count - 1)
    // The row next to a heading has a feature: headings are never adjacent, and none is in the last
    // row.
    if case .feature = all[start] { return start }
    let next = goingDown || start == 0 ? start + 1 : start - 1
    return next
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
}
