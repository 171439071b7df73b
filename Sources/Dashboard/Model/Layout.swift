import Frame

/// The areas of the screen.
struct Layout: Hashable, Sendable {
  /// The line at the top.
  let header: Area
  /// The list of features.
  let list: Area
  /// The pane beside the list, or over the list on a narrow screen.
  let details: Area
  /// The line at the bottom.
  let footer: Area
  /// Whether list and details are side by side.
  let isWide: Bool
  /// Whether the screen is too small for the dashboard.
  let isTooSmall: Bool

  /// The minimum size of the screen.
  static let minimum = Size(columns: 40, rows: 8)
  /// The minimum number of columns for list and details side by side.
  static let wideColumns = 100

  init(_ size: Size) {
    isTooSmall = size.columns < Self.minimum.columns || size.rows < Self.minimum.rows
    isWide = size.columns >= Self.wideColumns
    let listColumns = isWide ? min(max(size.columns * 54 / 100, 60), 110) : size.columns
    header = Area(column: 0, row: 0, columns: size.columns, rows: 1)
    footer = Area(column: 0, row: size.rows - 1, columns: size.columns, rows: 1)
    list = Area(column: 0, row: 1, columns: listColumns, rows: size.rows - 2)
    details =
      isWide
      ? Area(
        column: listColumns,
        row: 1,
        columns: size.columns - listColumns,
        rows: size.rows - 2
      )
      : list
  }

  /// The number of rows in the viewport of the list.
  var listHeight: Int { max(list.rows - 2, 0) }
  /// The number of lines in the viewport of the other pane.
  var detailsHeight: Int { max(details.rows - 2, 0) }
}
