import Frame

/// Where the parts of the screen are.
struct Layout: Hashable, Sendable {
  /// The line at the top.
  let header: Area
  /// The list of features.
  let list: Area
  /// The details of a feature: beside the list, or over it where there is no room for both.
  let details: Area
  /// The line at the bottom.
  let footer: Area
  /// Whether list and details are side by side.
  let isWide: Bool
  /// Whether there is no room for the dashboard.
  let isTooSmall: Bool

  /// The smallest screen on which the dashboard can be used.
  static let minimum = Size(columns: 40, rows: 8)
  /// The number of columns from which list and details are side by side.
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

  /// The number of rows of the list in view.
  var listHeight: Int { max(list.rows - 2, 0) }
  /// The number of lines of the details in view.
  var detailsHeight: Int { max(details.rows - 2, 0) }
}
