import Frame

/// What is really drawn for a cell, so that the columns after it stay where they belong.
///
/// The dashboard measures text by newer tables than the C library may have. Curses places what
/// follows by the C library's, so where the two differ the cell is filled by what both agree on.
struct Glyph: Hashable, Sendable {
  /// The base character and its marks.
  var scalars: [Unicode.Scalar]
  /// The columns of the base character.
  var width: Int
  /// The blanks behind it.
  var padding: Int

  private static let replacement: Unicode.Scalar = "\u{FFFD}"
  /// The most characters that curses keeps in one cell.
  private static let longest = 5

  /// Finds it for a cell with `room` columns up to the screen's edge.
  ///
  /// `widthOf` is the C library's `wcwidth`: negative for what it does not know.
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

  /// Whether terminals may draw what it follows wider than the C library says.
  private static func changesWidth(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200D}" || scalar == "\u{FE0F}"
  }
}
