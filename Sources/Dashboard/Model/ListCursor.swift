import Frame

/// The cursor of a list of choices, and the scroll position of the list.
struct ListCursor: Hashable, Sendable {
  /// The index of the choice under the cursor.
  var selected = 0
  /// The index of the first choice in the viewport.
  private(set) var top = 0

  private enum Move { case up, down, pageUp, pageDown, first, last }

  private static let keys: [Key: Move] = [
    .up: .up, .control("p"): .up, .down: .down, .control("n"): .down, .pageUp: .pageUp,
    .pageDown: .pageDown, .home: .first, .end: .last,
  ]

  private static let letters: [Key: Move] = [
    .character("k"): .up, .character("j"): .down, .character("g"): .first, .character("G"): .last,
  ]

  /// Moves the cursor, if the key is for that.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - count: The number of choices.
  ///   - height: The number of choices in the viewport.
  ///   - letters: Whether `j`, `k`, `g` and `G` move the cursor too; `false` while letters are
  /// typed.
  /// - Returns: Whether the key moves the cursor.
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

  /// The cursor for a list or a screen whose size may have changed since the last key.
  func settled(count: Int, height: Int) -> ListCursor {
    var cursor = self
    cursor.settle(count: count, height: height)
    return cursor
  }

  /// Moves the cursor into the list, and scrolls it into the viewport.
  mutating func settle(count: Int, height: Int) {
    selected = max(min(selected, count - 1), 0)
    top = min(top, max(count - height, 0))
    if selected < top { top = selected }
    if selected >= top + height { top = selected - height + 1 }
    top = max(top, 0)
  }
}
