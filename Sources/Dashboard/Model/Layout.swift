import Frame

/// Divides the screen into the areas of header, panes and footer.
struct Layout: Hashable, Sendable {
  /// The area of the header, the first row of the screen.
  let header: Area
  let list: Area
  /// The area of the pane beside the list; on a narrow screen, the same area as the list.
  let details: Area
  /// The area of the footer, the last row of the screen.
  let footer: Area
  /// Whether the screen is wide enough for the list and a second pane side by side.
  let isWide: Bool
  /// Whether the screen is smaller than ``minimum``.
  let isTooSmall: Bool

  /// The minimum size of the screen in cells.
  static let minimum = Size(columns: 40, rows: 8)
  /// The minimum width of the screen for two panes side by side, in cells.
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

  /// The number of rows in the viewport of the feature list.
  var listHeight: Int { max(list.rows - 2, 0) }
  /// The number of lines in the viewport of the pane beside the list.
  var detailsHeight: Int { max(details.rows - 2, 0) }
}
