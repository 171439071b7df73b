import Frame

/// Divides the screen into the areas of header, panes and footer.
struct Layout: Hashable, Sendable {
  /// The area of the header, the first row of the screen.
  let header: Area
  let list: Area
  /// The area of the pane beside the list; on a narrow screen, the same area as the list.
  let details: Area
  /// The area of a third pane, of the same size as that of the details; `nil` on a screen that is
  /// not large.
  let third: Area?
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
  /// The minimum width of the screen for three panes side by side, in cells.
  static let largeColumns = 160

  init(_ size: Size) {
    isTooSmall = size.columns < Self.minimum.columns || size.rows < Self.minimum.rows
    isWide = size.columns >= Self.wideColumns
    let count = size.columns >= Self.largeColumns ? 2 : isWide ? 1 : 0
    let columns = Self.sideColumns(of: size.columns, count: count)
    let listColumns = size.columns - count * columns
    header = Area(column: 0, row: 0, columns: size.columns, rows: 1)
    footer = Area(column: 0, row: size.rows - 1, columns: size.columns, rows: 1)
    let list = Area(column: 0, row: 1, columns: listColumns, rows: size.rows - 2)
    func side(_ index: Int) -> Area {
      Area(column: listColumns + index * columns, row: 1, columns: columns, rows: size.rows - 2)
    }
    self.list = list
    details = count > 0 ? side(0) : list
    third = count > 1 ? side(1) : nil
  }

  /// The width of each of the panes beside the list.
  private static func sideColumns(of columns: Int, count: Int) -> Int {
    guard count > 0 else { return 0 }
    let listColumns = count == 1 ? max(columns * 54 / 100, 60) : max(columns * 9 / 20, 64)
    return (columns - min(listColumns, 110)) / count
  }

  /// The number of rows in the viewport of the feature list.
  var listHeight: Int { max(list.rows - 2, 0) }
  /// The number of lines in the viewport of the pane beside the list.
  var detailsHeight: Int { max(details.rows - 2, 0) }
}
