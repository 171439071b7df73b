extension Frame {
  /// The frame in ASCII: signs are replaced as in ``ASCIISign/table``, and each column of a character
  /// without a replacement becomes `?`.
  package var ascii: Frame {
    var frame = self
    for (index, cell) in cells.enumerated() where !cell.isASCII {
      let (row, column) = index.quotientAndRemainder(dividingBy: size.columns)
      let character = cell.text.first.flatMap { ASCIISign.table[$0] } ?? "?"
      frame[column: column, row: row] = Cell(text: String(character), style: cell.style)
    }
    return frame
  }
}

extension Cell {
  /// Whether the cell shows ASCII text; the second column of a wide character is part of that character.
  fileprivate var isASCII: Bool { width == 1 && content.ascii != nil }
}
