/// The size of a screen or of a part of it, in cells.
public struct Size: Hashable, Sendable {
  /// The number of columns, never negative.
  public var columns: Int
  /// The number of rows, never negative.
  public var rows: Int

  /// Makes a size; negative numbers count as 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
  }
}

/// A position on the screen, in cells from the top left corner.
public struct Position: Hashable, Sendable {
  /// The column, 0 at the left.
  public var column: Int
  /// The row, 0 at the top.
  public var row: Int

  /// Makes a position.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A whole screen: all cells and the position of the cursor.
///
/// ```swift
/// var frame = Frame(size: Size(columns: 80, rows: 24))
/// frame[column: 0, row: 0] = Cell(text: "A", style: Style(attributes: .bold))
/// print(frame.text)
/// ```
public struct Frame: Hashable, Sendable {
  /// The size of the screen.
  public let size: Size
  /// The cells, row by row.
  public private(set) var cells: [Cell]
  /// The position of the blinking cursor; `nil` hides the cursor.
  public var cursor: Position?

  /// Makes an empty screen.
  public init(size: Size, style: Style = .plain) {
    self.size = size
    cells = Array(
      repeating: Cell(text: " ", style: style),
      count: size.columns * size.rows
    )
  }

  /// The cell at a position.
  ///
  /// The position must be on the screen.
  public subscript(column column: Int, row row: Int) -> Cell {
    get { cells[row * size.columns + column] }
    set { cells[row * size.columns + column] = newValue }
  }

  /// The text of one row, without trailing spaces.
  public func text(row: Int) -> String {
    var line = ""
    for column in 0..<size.columns { line += self[column: column, row: row].text }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// The text of all rows, one row per line.
  public var text: String {
    (0..<size.rows).map { text(row: $0) }.joined(separator: "\n")
  }
}
