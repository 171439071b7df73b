import Frame

/// The cursor and the scroll position of a list of choices.
struct ListCursor: Hashable, Sendable {
  /// The index of the choice under the cursor.
  var selected = 0
  /// The index of the first choice in the viewport.
  private(set) var top = 0

  /// The height of the list of a dialog in rows, limited by the height of the screen.
  static func height(count: Int, screen: Size) -> Int { max(min(count, screen.rows - 4), 1) }

  private enum Move { case up, down, pageUp, pageDown, first, last }

  private static let keys: [Key: Move] = [
    .up: .up, .control("p"): .up, .down: .down, .control("n"): .down, .pageUp: .pageUp,
    .pageDown: .pageDown, .home: .first, .end: .last,
  ]

  private static let letters: [Key: Move] = [
    .character("k"): .up, .character("j"): .down, .character("g"): .first, .character("G"): .last,
  ]

  /// Moves the cursor if the key is a cursor key.
  ///
  /// - Parameters:
  ///   - key: The pressed key.
  ///   - count: The number of choices in the list.
  ///   - height: The number of choices in the viewport.
  ///   - letters: Whether `j`, `k`, `g` and `G` also move the cursor; `false` while the user types
  ///     text.
  /// - Returns: Whether the key is a cursor key.
  mutating func press(_ key: Key, count: Int, height: Int, letters: Bool = true) -> Bool {
    guard let move = Self.keys[key] ?? (letters ? Self.letters[key] : nil) else { return false }
    switch move {
    case .up: selected -= 1
    case .down: selected += 1
    case .pageUp: selected -= max(height - 1, 1)
    case .pageDown: selected += max(height - 1, 1)
    case .first: selected = 0
    case .last: selected = count - 1
    }
    settle(count: count, height: height)
    return true
  }

  /// Moves the cursor by a number of rows; call ``settle(count:height:)`` afterwards.
  mutating func move(by step: Int) { selected = selected.saturatingAdd(step) }

  /// Moves the cursor together with the viewport, so that the same rows stay on the screen after
  /// rows were inserted or removed above them.
  mutating func follow(rows: Int) {
    selected += rows
    top += rows
  }

  /// Returns the cursor, clamped to the current size of the list and of its viewport.
  func settled(count: Int, height: Int) -> ListCursor {
    var cursor = self
    cursor.settle(count: count, height: height)
    return cursor
  }

  /// Clamps the cursor to the list, and scrolls it into the viewport.
  mutating func settle(count: Int, height: Int) {
    selected = max(min(selected, count - 1), 0)
    top = min(top, max(count - height, 0))
    if selected < top { top = selected }
    if selected >= top + height { top = selected - height + 1 }
    top = max(top, 0)
  }
}

// MARK: Rows of several lines

extension ListCursor {
  /// Clamps the cursor to a list whose rows have different heights, and scrolls the row under the cursor
  /// into the viewport.
  ///
  /// The viewport does not scroll past the last rows, so that they fill it.
  ///
  /// - Parameters:
  ///   - count: The number of all rows.
  ///   - lines: The height of the viewport in lines.
  ///   - height: Returns the height of a row in lines; called only for rows near the viewport.
  mutating func settle(count: Int, lines: Int, height: (Int) -> Int) {
    selected = max(min(selected, count - 1), 0)
    guard selected > 0 else { return top = 0 }
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
    top = max(min(top, selected, first(of: count - 1)), first(of: selected), 0)
  }
}
