import Frame

/// Divides the screen into the areas of header, panes and footer.
struct Layout: Hashable, Sendable {
  /// The area of the header, the first row of the screen.
  let header: Area
  /// The area that ``PaneArrangement`` divides among the panes.
  let panes: Area
  /// The area of the footer, the last row of the screen.
  let footer: Area
  /// Whether the screen is wide enough for the list and a second pane side by side.
  let isWide: Bool
  /// Whether the screen is wide enough for three panes side by side.
  let isLarge: Bool
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
    isLarge = size.columns >= Self.largeColumns
    header = Area(column: 0, row: 0, columns: size.columns, rows: 1)
    panes = Area(column: 0, row: 1, columns: size.columns, rows: size.rows - 2)
    footer = Area(column: 0, row: size.rows - 1, columns: size.columns, rows: 1)
  }

  /// The number of rows in the viewport of a pane.
  var paneHeight: Int { max(panes.rows - 2, 0) }
}
