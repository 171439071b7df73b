/// Scrolls a list whose rows have different heights.
enum TallRows {
  /// Finds the first row of a viewport that shows the row under the cursor, and that the last rows fill.
  ///
  /// - Parameters:
  ///   - top: The first row of the viewport so far.
  ///   - selected: The row under the cursor.
  ///   - count: The number of all rows, at least 1.
  ///   - lines: The height of the viewport in lines.
  ///   - height: Returns the height of a row in lines; called only for rows near the viewport.
  /// - Returns: The index of the first row.
  static func top(
    _ top: Int,
    selected: Int,
    count: Int,
    lines: Int,
    height: (Int) -> Int
  ) -> Int {
    /// Returns the first row of a viewport that ends with the given row.
    func first(of last: Int) -> Int {
      var (room, first) = (lines, last + 1)
      while first > 0 {
        room -= height(first - 1)
        guard room >= 0 else { break }
        first -= 1
      }
      return min(first, last)
    }
    return max(min(top, selected, first(of: count - 1)), first(of: selected))
  }
}
