internal import Glibc

extension Frame {
  /// The indices of the first and the last cell in a range that look different in another frame of the
  /// same size (`nil` compares with blank cells); `nil` if all cells look the same.
  ///
  /// The loops are part of this module and read the cells in place, because a renderer compares all
  /// cells after every key press.
  package func differences(from other: Frame?, in range: Range<Int>) -> ClosedRange<Int>? {
    let new = cells.span
    let blank = Cell.blank
    if let other {
      if cells.hasEqualMemory(to: other.cells, in: range) { return nil }
      let old = other.cells.span
      guard let first = range.first(where: { !new[$0].looksEqual(to: old[$0]) }),
        let last = range.last(where: { !new[$0].looksEqual(to: old[$0]) })
      else { return nil }
      return first...last
    }
    guard let first = range.first(where: { !new[$0].looksEqual(to: blank) }),
      let last = range.last(where: { !new[$0].looksEqual(to: blank) })
    else { return nil }
    return first...last
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

extension Frame {
  /// The number of cells of a row that look different from those of a row of another frame of the
  /// same size.
  package func differenceCount(ofRow row: Int, from otherRow: Int, of other: Frame) -> Int {
    let (new, old) = (cells.span, other.cells.span)
    let (start, otherStart) = (row * size.columns, otherRow * size.columns)
    var count = 0
    for column in 0..<size.columns
    where !new[start + column].looksEqual(to: old[otherStart + column]) { count += 1 }
    return count
  }

  /// Moves the text of the given rows up by a number of rows, or down if the number is negative; the
  /// uncovered rows become blank.
  package mutating func scroll(rows: Range<Int>, by distance: Int) {
    let former = cells
    for row in rows {
      let source = row + distance
      let start = row * size.columns
      if rows.contains(source) {
        let from = source * size.columns
        cells.replaceSubrange(
          start..<start + size.columns,
          with: former[from..<from + size.columns]
        )
      } else {
        fill(start..<start + size.columns, with: .blank)
      }
    }
  }
}
