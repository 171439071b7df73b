import Frame

/// Finds the shortest sequence that moves the cursor of the terminal.
struct CursorMoves: Hashable, Sendable {
  /// A sequence for moving the cursor that the terminal has besides absolute positions.
  private struct Kind: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let right = Kind(rawValue: 1)
    static let left = Kind(rawValue: 2)
    static let down = Kind(rawValue: 4)
    static let up = Kind(rawValue: 8)
    static let column = Kind(rawValue: 16)
    static let row = Kind(rawValue: 32)
    static let lineFeed = Kind(rawValue: 64)
    static let backspace = Kind(rawValue: 128)
  }

  private let kinds: Kind

  /// Finds the cursor sequences of a terminfo entry that have the form of ISO 6429; sequences of
  /// another form are not used.
  init(_ entry: TerminfoEntry) {
    let usual: [(name: String, text: String, kind: Kind)] = [
      ("cuf", "\u{1B}[%p1%dC", .right), ("cub", "\u{1B}[%p1%dD", .left),
      ("cud", "\u{1B}[%p1%dB", .down), ("cuu", "\u{1B}[%p1%dA", .up),
      ("hpa", "\u{1B}[%i%p1%dG", .column), ("vpa", "\u{1B}[%i%p1%dd", .row),
      ("cud1", "\n", .lineFeed), ("cub1", "\u{8}", .backspace),
    ]
    kinds = Kind(usual.filter { entry.strings[$0.name] == $0.text }.map(\.kind))
  }

  /// Finds the shortest sequence that moves the cursor.
  ///
  /// - Parameters:
  ///   - start: The position of the cursor; `nil` if it is unknown. A column behind the last one
  ///     means that the last column was written: the terminal will wrap at the next character.
  ///   - end: The new position, inside the screen.
  ///   - columns: The width of the screen in cells.
  /// - Returns: The bytes to write; empty if the cursor is at its new position.
  func sequence(from start: Position?, to end: Position, columns: Int) -> [UInt8] {
    guard let start else { return absolute(end) }
    if start == end { return [] }
    var best = absolute(end)
    func offer(_ candidate: [UInt8]?) {
      if let candidate, candidate.count < best.count { best = candidate }
    }
    let vertical = vertically(from: start.row, to: end.row)
    if start.column < columns, let vertical {
      offer(horizontally(from: start.column, to: end.column).map { vertical + $0 })
    }
    if let vertical {
      // Sends the carriage return first, because it ends the pending wrap of the last column.
      offer(horizontally(from: 0, to: end.column).map { [0x0D] + vertical + $0 })
    }
    return best
  }

  /// `CSI row ; column H`, without the numbers that are 1.
  private func absolute(_ end: Position) -> [UInt8] {
    let row = end.row == 0 && end.column == 0 ? "" : "\(end.row + 1)"
    return Array("\u{1B}[\(row)\(end.column == 0 ? "" : ";\(end.column + 1)")H".utf8)
  }

  private func horizontally(from start: Int, to end: Int) -> [UInt8]? {
    if start == end { return [] }
    var best: [UInt8]?
    func offer(_ candidate: [UInt8]) {
      if candidate.count < best?.count ?? .max { best = candidate }
    }
    let distance = abs(end - start)
    if end < start, kinds.contains(.backspace), distance < 8 {
      offer(Array(repeating: 0x08, count: distance))
    }
    if kinds.contains(end > start ? .right : .left) {
      offer(Self.control(distance, end > start ? "C" : "D"))
    }
    if kinds.contains(.column) { offer(Self.control(end + 1, "G")) }
    return best
  }

  private func vertically(from start: Int, to end: Int) -> [UInt8]? {
    if start == end { return [] }
    var best: [UInt8]?
    func offer(_ candidate: [UInt8]) {
      if candidate.count < best?.count ?? .max { best = candidate }
    }
    let distance = abs(end - start)
    // The line modes have no output conversion, so that a line feed keeps the column.
    if end > start, kinds.contains(.lineFeed), distance < 8 {
      offer(Array(repeating: 0x0A, count: distance))
    }
    if kinds.contains(end > start ? .down : .up) {
      offer(Self.control(distance, end > start ? "B" : "A"))
    }
    if kinds.contains(.row) { offer(Self.control(end + 1, "d")) }
    return best
  }

  private static func control(_ number: Int, _ final: String) -> [UInt8] {
    Array("\u{1B}[\(number == 1 ? "" : "\(number)")\(final)".utf8)
  }
}
