import Frame

/// A block of rows that moves up or down from one frame to the next, so that the terminal can scroll
/// it instead of receiving its rows again.
struct RowScroll: Hashable, Sendable {
  /// The rows that the terminal scrolls.
  let rows: Range<Int>
  /// The number of rows by which the text moves up; negative for down.
  let distance: Int

  /// The distances to look for: 1 row for an arrow key, 2 if a section heading is passed too, and 3 for
  /// the wheel.
  private static let distances = [1, -1, 2, -2, 3, -3]
  /// The number of changed rows from which a scroll can be worthwhile.
  private static let minimumRows = 4

  /// Finds the block of rows whose scroll leaves the fewest cells to write; `nil` if there is none
  /// that saves more than a row.
  ///
  /// - Parameters:
  ///   - old: The frame on the screen.
  ///   - new: The next frame, of the same size.
  ///   - ranges: For each row of the window, the indices of the first and the last changed cell.
  init?(from old: Frame, to new: Frame, changed ranges: [ClosedRange<Int>?]) {
    let longRanges = ranges.count { $0.map { $0.count > new.size.columns / 8 } ?? false }
    guard longRanges >= Self.minimumRows else { return nil }
    let count = ranges.count
    let changed = (0..<count).map { new.differenceCount(ofRow: $0, from: $0, of: old) }
    var best: RowScroll?
    var mostSaved = new.size.columns
    for distance in Self.distances {
      // Only rows whose text was inside the screen before the scroll: the others have to be written.
      let first = max(-distance, 0)
      let targets = first..<max(min(count - distance, count), first)
      let saved = targets.map { row in
        changed[row] - new.differenceCount(ofRow: row, from: row + distance, of: old)
      }
      let block = Self.largestSum(saved)
      guard block.sum > mostSaved else { continue }
      mostSaved = block.sum
      let (start, end) = (first + block.range.lowerBound, first + block.range.upperBound)
      best = RowScroll(
        rows: min(start, start + distance)..<max(end, end + distance),
        distance: distance
      )
    }
    guard let best else { return nil }
    self = best
  }

  init(rows: Range<Int>, distance: Int) {
    self.rows = rows
    self.distance = distance
  }

  /// The consecutive numbers with the largest sum (Kadane's algorithm).
  private static func largestSum(_ numbers: [Int]) -> (range: Range<Int>, sum: Int) {
    var best = (range: 0..<0, sum: 0)
    var (start, sum) = (0, 0)
    for (index, number) in numbers.enumerated() {
      if sum <= 0 { (start, sum) = (index, 0) }
      sum += number
      if sum > best.sum { best = (start..<index + 1, sum) }
    }
    return best
  }
}
