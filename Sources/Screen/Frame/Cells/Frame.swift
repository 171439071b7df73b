internal import Glibc

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
  /// The position must be inside the frame. This is not checked: the index of a column outside of its
  /// row can refer to a cell of another row.
  public subscript(column column: Int, row row: Int) -> Cell {
    get { cells[row * size.columns + column] }
    set { cells[row * size.columns + column] = newValue }
  }

  /// Returns this frame with the rows of another frame of the same width below; the cursor is that of
  /// this frame.
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

extension Frame {
  /// The frame in ASCII: symbols are replaced as in ``ASCIISymbol/table``, and each column of a character
  /// without a replacement becomes `?`.
  package var ascii: Frame {
    var frame = self
    for (index, cell) in cells.enumerated() where !cell.isASCII {
      let (row, column) = index.quotientAndRemainder(dividingBy: size.columns)
      let character = cell.text.first.flatMap { ASCIISymbol.table[$0] } ?? "?"
      frame[column: column, row: row] = Cell(text: String(character), style: cell.style)
    }
    return frame
  }
}

extension Cell {
  /// Whether the cell shows ASCII text; the second column of a wide character is part of that character.
  fileprivate var isASCII: Bool { width == 1 && content.ascii != nil }
}

extension Frame {
  /// Whether all cells of a row look the same in another frame of the same size.
  ///
  /// The loop is part of this module and reads the cells in place, because a renderer compares all cells
  /// after every key press.
  package func looksEqual(to other: Frame, inRow row: Int) -> Bool {
    let range = row * size.columns..<(row + 1) * size.columns
    if cells.hasEqualMemory(to: other.cells, in: range) { return true }
    let (new, old) = (cells.span, other.cells.span)
    return range.allSatisfy { new[$0].looksEqual(to: old[$0]) }
  }
}

extension [Cell] {
  /// Whether a range of cells has the same bytes in both arrays, which is faster than comparing the cells.
  ///
  /// Equal cells can have different padding bytes between their fields, so `false` does not mean that
  /// the cells differ. The result is also `false` if one of the arrays does not contain the whole range.
  fileprivate func hasEqualMemory(to other: [Cell], in range: Range<Int>) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= Swift.min(count, other.count) else {
      return false
    }
    let stride = MemoryLayout<Cell>.stride
    return withUnsafeBytes { own in
      other.withUnsafeBytes { other in
        guard let own = own.baseAddress, let other = other.baseAddress else { return true }
        let start = range.lowerBound * stride
        return memcmp(own + start, other + start, range.count * stride) == 0
      }
    }
  }
}

extension Cell {
  /// Whether two cells look the same: both are equal, or both are blanks with the same background.
  package func looksEqual(to other: Cell) -> Bool {
    if self == other { return true }
    return isErasable && other.isErasable && style.background == other.style.background
  }

  /// Whether erasing a cell of the terminal draws this cell: it is a blank without visible attributes.
  package var isErasable: Bool {
    content == .space && width == 1 && style.attributes.isDisjoint(with: [.underlined, .reversed])
  }
}
