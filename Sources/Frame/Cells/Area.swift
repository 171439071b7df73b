/// A rectangle of cells.
package struct Area: Hashable, Sendable {
  /// The column of the left edge.
  package var column: Int
  /// The row of the upper edge.
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

  /// The whole of a screen.
  package init(_ size: Size) {
    self.init(column: 0, row: 0, columns: size.columns, rows: size.rows)
  }

  /// The first column to the right.
  package var endColumn: Int { column + columns }
  /// The first row below.
  package var endRow: Int { row + rows }

  /// The area within a border of one cell, with more room left and right if asked for.
  package func inset(columns margin: Int = 1, rows rowMargin: Int = 1) -> Area {
    Area(
      column: column + margin,
      row: row + rowMargin,
      columns: columns - 2 * margin,
      rows: rows - 2 * rowMargin
    )
  }

  /// An area of the wanted size in the middle of this one, no larger than this one.
  package func centred(columns wantedColumns: Int, rows wantedRows: Int) -> Area {
    let width = min(wantedColumns, columns)
    let height = min(wantedRows, rows)
    return Area(
      column: column + (columns - width) / 2,
      row: row + (rows - height) / 2,
      columns: width,
      rows: height
    )
  }
}
