/// A rectangle of cells on the screen.
package struct Area: Hashable, Sendable {
  /// The column of the left edge, 0 at the left of the screen.
  package var column: Int
  /// The row of the upper edge, 0 at the top of the screen.
  package var row: Int
  /// The width in cells, never negative.
  package var columns: Int
  /// The height in cells, never negative.
  package var rows: Int

  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
  }

  /// Creates an area that covers a screen of the given size.
  package init(_ size: Size) {
    self.init(column: 0, row: 0, columns: size.columns, rows: size.rows)
  }

  /// The first column to the right of the area.
  package var endColumn: Int { column + columns }
  /// The first row below the area.
  package var endRow: Int { row + rows }

  /// The area that is left inside a margin on all sides; the margin is one cell by default, the width
  /// of a border.
  package func inset(columns margin: Int = 1, rows rowMargin: Int = 1) -> Area {
    Area(
      column: column + margin,
      row: row + rowMargin,
      columns: columns - 2 * margin,
      rows: rows - 2 * rowMargin
    )
  }

  /// An area of the preferred size in the middle of this area, shrunk to fit into this area.
  package func centred(columns preferredColumns: Int, rows preferredRows: Int) -> Area {
    let width = min(preferredColumns, columns)
    let height = min(preferredRows, rows)
    return Area(
      column: column + (columns - width) / 2,
      row: row + (rows - height) / 2,
      columns: width,
      rows: height
    )
  }
}
