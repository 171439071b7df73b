import Frame

/// Divides the table of features and users into columns.
struct ComparisonLayout: Hashable, Sendable {
  /// The width of the dialog in cells, including its border.
  let columns: Int
  /// The number of features in the viewport.
  let rows: Int
  /// The width of the column with the names of features.
  let nameColumns: Int
  /// The number of users in the viewport.
  let visible: Int
  /// The width of a column with states, including a gap.
  private let cellColumns: Int

  /// The minimum and the maximum width of a column of states in a table that is wider than the screen.
  private static let cellWidths = 12...18
  private static let nameWidths = 14...36
  /// The maximum widths of the columns in a table whose columns all fit on the screen, in cells.
  private static let wholeCellWidth = 40
  private static let wholeNameWidth = 60

  /// Lays out the table for the size of the screen.
  ///
  /// - Parameters:
  ///   - screen: The size of the screen in cells.
  ///   - comparison: The states; `nil` while they are evaluated.
  init(_ screen: Size, _ comparison: UserComparison?) {
    columns = screen.columns
    // The border, the heading, and two lines with the reason use five rows.
    rows = max(screen.rows - 2 - 5, 1)
    let inside = max(columns - 2, 1)
    let users = max(comparison?.users.count ?? 1, 1)
    let wholeName = min((comparison?.nameWidth ?? 0) + 4, Self.wholeNameWidth)
    let wholeCell = min(
      max((comparison?.cellWidth ?? 0) + 2, Self.cellWidths.lowerBound),
      Self.wholeCellWidth
    )
    guard wholeName + users * wholeCell > inside || comparison == nil else {
      (nameColumns, cellColumns, visible) = (wholeName, wholeCell, users)
      return
    }
    let share = inside / 3
    nameColumns = min(max(share, Self.nameWidths.lowerBound), Self.nameWidths.upperBound)
    let room = max(inside - nameColumns, Self.cellWidths.lowerBound)
    let even = min(max(room / users, Self.cellWidths.lowerBound), Self.cellWidths.upperBound)
    cellColumns = min(even, room)
    visible = max(room / cellColumns, 1)
  }

  /// The first cell of a column of states, by its index in the viewport.
  func column(of index: Int) -> Int { nameColumns + index * cellColumns }

  /// The text of a cell, truncated and padded to the width of the column.
  func cell(_ text: DisplayText) -> DisplayText {
    text.truncated(to: cellColumns - 2).padded(to: cellColumns)
  }

  /// The index of the first user in the viewport that contains the given user.
  func first(showing column: Int, from first: Int) -> Int {
    column < first ? column : max(first, column - visible + 1)
  }
}
