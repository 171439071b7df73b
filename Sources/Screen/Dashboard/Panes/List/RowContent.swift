import FeatureFlags
import Frame

/// Everything that all feature rows of one frame have in common.
struct RowContext: Hashable, Sendable {
  let theme: Theme
  let columns: FeatureColumns
  /// The case-folded words that are highlighted where they occur.
  let searchWords: [[UInt8]]
  /// The case-folded words that are highlighted as subsequences of names and variations.
  let fuzzyWords: [[UInt8]]

  init(_ scene: Scene, _ columns: FeatureColumns) {
    theme = scene.theme
    self.columns = columns
    searchWords = scene.searchWords
    fuzzyWords = scene.fuzzyWords
  }
}

/// Everything that one feature row shows; rows with equal contents in equal contexts look the same.
struct RowContent: Hashable, Sendable {
  let feature: Feature
  /// Whether the cursor is on the row.
  let isSelected: Bool
  let isMarked: Bool
  let isFavourite: Bool
  /// The severity of the worst problem in the configuration of the feature; `nil` for none.
  let severity: Problem.Severity?
  /// Whether the override of the feature is not saved yet.
  let isUnsaved: Bool
  /// The activity of the team that concerns the feature; `nil` for none.
  let teamMark: TeamMark?
  /// The age of the feature's last change; `nil` if the change is not highlighted.
  let age: ChangeHighlights.Age?
  /// The texts of the visible columns that change without a load, such as an age or a count.
  let live: [FeatureColumn: FeatureColumn.Live]
  /// The remaining time of the override; empty if the override does not expire, or without the column.
  let remaining: String

  init(
    _ feature: Feature,
    isSelected: Bool,
    isMarked: Bool,
    _ columns: FeatureColumns,
    _ scene: Scene
  ) {
    self.feature = feature
    self.isSelected = isSelected
    self.isMarked = isMarked
    isFavourite = scene.content.favourites.contains(feature.name)
    severity = scene.content.problems[feature.name.rawValue]?.worst?.severity
    isUnsaved = scene.content.unsaved.contains(feature.name)
    teamMark = scene.content.teamMarks[feature.name]
    age = scene.content.changes.age(of: feature.name, at: scene.now)
    let clock = scene.content.context.wallClock
    var live: [FeatureColumn: FeatureColumn.Live] = [:]
    for column in columns.shown { live[column] = column.row.live?(feature, scene) }
    self.live = live
    let time =
      columns.remainingWidth > 0 ? RemainingTime(feature.override, at: scene.now, clock) : nil
    remaining = time?.text ?? ""
  }
}

/// The cells of feature rows in earlier frames, so that a frame draws only rows that differ.
///
/// Drawing all rows of a frame takes longer than comparing it with the previous one, and a key press
/// usually changes two rows.
struct RowCache: Sendable {
  private var context: RowContext?
  private var rows: [Int: (content: RowContent, cells: [Cell])] = [:]

  /// The number of rows above which all of them are dropped, to bound the memory.
  private static let limit = 128

  /// Drops all rows if the context differs from that of the previous frame, or if there are too many
  /// rows.
  mutating func begin(_ context: RowContext) {
    guard self.context != context || rows.count > Self.limit else { return }
    self.context = context
    rows = [:]
  }

  /// Draws the row of the feature at a position of the list: a copy of the earlier cells if the
  /// content is equal.
  ///
  /// - Parameters:
  ///   - content: The content of the row.
  ///   - position: The position of the feature in the list.
  ///   - canvas: The canvas to draw on.
  ///   - line: The area of the row, which `draw` must fill.
  ///   - draw: Draws the row in its area.
  mutating func draw(
    _ content: RowContent,
    at position: Int,
    on canvas: inout Canvas,
    in line: Area,
    _ draw: (inout Canvas) -> Void
  ) {
    if let row = rows[position], row.content == content, row.cells.count == line.columns {
      return canvas.draw(row.cells, column: line.column, row: line.row)
    }
    draw(&canvas)
    rows[position] = (content, canvas.cells(in: line))
  }
}
