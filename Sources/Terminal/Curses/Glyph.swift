import Frame

/// The characters to draw for a cell, with a width on which this package and ncurses agree.
///
/// `Frame` may measure text with newer Unicode tables than the C library, whose widths ncurses uses
/// to move its cursor. If the widths differ, blanks or a replacement character fill the cell, so
/// that the columns after the cell stay aligned.
struct Glyph: Hashable, Sendable {
  /// The base character and its combining marks.
  var scalars: [Unicode.Scalar]
  /// The width of the base character in cells.
  var width: Int
  /// The number of blanks that are drawn after the base character.
  var padding: Int

  private static let replacement: Unicode.Scalar = "\u{FFFD}"
  /// The maximum number of characters that curses stores in one cell (`CCHARW_MAX`).
  private static let longest = 5

  /// Selects the characters to draw for a cell.
  ///
  /// - Parameters:
  ///   - cell: The cell to draw.
  ///   - room: The number of columns up to the right edge of the screen.
  ///   - widthOf: The `wcwidth` of the C library, which is negative for unknown characters.
  init(_ cell: Cell, room: Int, widthOf: (Unicode.Scalar) -> Int) {
    let columns = min(max(Int(cell.width), 1), room)
    let text = cell.text.unicodeScalars
    if let base = text.first, case let width = widthOf(base), (1...max(columns, 1)).contains(width),
      columns > 0
    {
      let marks = text.dropFirst().prefix { widthOf($0) == 0 && !Self.changesWidth($0) }
      scalars = [base] + marks.prefix(Self.longest - 1)
      self.width = width
    } else if text.isEmpty {
      scalars = [" "]
      width = 1
    } else {
      scalars = [widthOf(Self.replacement) == 1 ? Self.replacement : "?"]
      width = 1
    }
    padding = columns - width
  }

  /// Whether the scalar may make a terminal draw the previous character wider than the C library
  /// measures, as a zero-width joiner does.
  private static func changesWidth(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200D}" || scalar == "\u{FE0F}"
  }
}
