/// The size of a screen or of a part of it, in cells.
public struct Size: Hashable, Sendable {
  /// The number of columns, never negative.
  public var columns: Int
  /// The number of rows, never negative.
  public var rows: Int

  /// Creates a size; negative numbers are replaced by 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
  }

  /// The maximum number of columns and of rows that are drawn, because each cell takes memory; the rest of a
  /// larger window stays empty.
  package static let maximumSide = 1_000

  /// The part of the size that is drawn.
  package var limited: Size {
    Size(columns: min(columns, Self.maximumSide), rows: min(rows, Self.maximumSide))
  }
}

/// A position on the screen in cells, counted from the top left corner.
public struct Position: Hashable, Sendable {
  /// The column, 0 at the left.
  public var column: Int
  /// The row, 0 at the top.
  public var row: Int

  /// Creates a position from its column and row, each counted from 0.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// The content of a whole screen: all cells and the position of the cursor.
///
/// ```swift
/// var frame = Frame(size: Size(columns: 80, rows: 24))
/// frame[column: 0, row: 0] = Cell(text: "A", style: Style(attributes: .bold))
/// print(frame.text)
/// ```
public struct Frame: Hashable, Sendable {
  /// The size of the screen in cells.
  public let size: Size
  /// The cells, row by row.
  public internal(set) var cells: [Cell]
  /// The position of the blinking text cursor; `nil` hides the cursor.
  public var cursor: Position?
  /// The position of the selected item, where a hidden cursor is placed for screen readers and
  /// magnifiers; `nil` for a screen without a selected item.
  public var focus: Position?

  /// Creates a frame of blank cells in the given style.
  public init(size: Size, style: Style = .plain) {
    self.size = size
    cells = Array(
      repeating: Cell(.space, style: style),
      count: size.columns * size.rows
    )
  }

  /// Accesses the cell at a position.
  ///
  /// The position must be inside the frame; otherwise the access traps.
  public subscript(column column: Int, row row: Int) -> Cell {
    get { cells[row * size.columns + column] }
    set { cells[row * size.columns + column] = newValue }
  }

  /// This frame with the rows of another one of the same width below it; the cursor is that of this frame.
  package func above(_ other: Frame) -> Frame {
    var frame = Frame(size: Size(columns: size.columns, rows: size.rows + other.size.rows))
    frame.cells = cells + other.cells
    (frame.cursor, frame.focus) = (cursor, focus)
    return frame
  }

  /// Replaces consecutive cells, which must be inside the frame, starting at an index of ``cells``.
  mutating func replace(from start: Int, with new: [Cell]) {
    cells.replaceSubrange(start..<start + new.count, with: new)
  }

  /// Replaces consecutive cells, which must be inside the frame, with copies of one cell.
  mutating func fill(_ range: Range<Int>, with cell: Cell) {
    for index in range { cells[index] = cell }
  }

  /// The text of one row, without trailing spaces.
  public func text(row: Int) -> String {
    var line = ""
    for column in 0..<size.columns { line += self[column: column, row: row].text }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// The text of all rows, joined by line feeds, without trailing spaces in each row.
  public var text: String {
    (0..<size.rows).map { text(row: $0) }.joined(separator: "\n")
  }
}
