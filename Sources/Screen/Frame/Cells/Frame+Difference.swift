internal import Glibc

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
  /// Cells with equal bytes are equal; equal cells can have different bytes between their fields. A range
  /// that one of the arrays does not have is not equal.
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
