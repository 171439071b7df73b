/// A segment of a bar of variations.
struct BarSegment: Hashable, Sendable {
  /// The index of the variation; `nil` for a share of users who get no variation.
  let owner: Int?
  /// The length of the segment in cells.
  let length: Int

  /// Whether the segment needs no number or is long enough for it.
  var hasRoomForNumber: Bool {
    guard length > 0, let owner else { return true }
    return Gauge.number(owner).count <= length
  }
}

/// A bar that is divided into one segment per variation.
struct Gauge: Hashable, Sendable {
  /// The length of each segment in cells.
  let lengths: [Int]
  /// The length of the bar in cells.
  let columns: Int

  /// Divides a bar in proportion to the biases.
  ///
  /// - Parameters:
  ///   - biases: The biases in percent, which add up to about 100.
  ///   - columns: The length of the bar in cells.
  init(biases: [Double], columns: Int) {
    self.columns = columns
    var sum = 0.0
    var end = 0
    var lengths: [Int] = []
    for bias in biases {
      sum += bias
      let next = min(Int((sum / 100 * Double(columns)).rounded()), columns)
      lengths.append(max(next - end, 0))
      end = max(next, end)
    }
    self.lengths = lengths
  }

  /// The cell of the bar for an assignment from 0 to 100; clamped to the bar.
  func column(of assignment: Double) -> Int {
    let column = Int(assignment / 100 * Double(columns))
    return max(min(column, columns - 1), 0)
  }

  /// The label of a variation in the bar and in the list: its number, counted from 1.
  static func number(_ index: Int) -> String { String(index + 1) }

  /// The role that colours a variation; four colours are repeated.
  static func role(_ index: Int) -> Role { [.gauge1, .gauge2, .gauge3, .gauge4][index % 4] }
}
