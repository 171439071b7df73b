import Frame

/// Where a cursor stands in a list of choices, and what of the list is in view.
struct ListCursor: Hashable, Sendable {
  /// The number of the choice under the cursor.
  var selected = 0
  /// The number of the first choice in view.
  private(set) var top = 0

  /// Takes a key that moves; `j` and `k` too, unless letters are being typed.
  ///
  /// - Returns: Whether the key was one.
  mutating func press(_ key: Key, count: Int, height: Int, letters: Bool = true) -> Bool {
    switch key {
    case .up, .control("p"): selected -= 1
    case .down, .control("n"): selected += 1
    case .character("k") where letters: selected -= 1
    case .character("j") where letters: selected += 1
    case .pageUp: selected -= max(height - 1, 1)
    case .pageDown: selected += max(height - 1, 1)
    case .home: selected = 0
    case .end: selected = count - 1
    case .character("g") where letters: selected = 0
    case .character("G") where letters: selected = count - 1
    default: return false
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

  /// Brings the cursor into the list, and into view.
  mutating func settle(count: Int, height: Int) {
    selected = max(min(selected, count - 1), 0)
    top = min(top, max(count - height, 0))
    if selected < top { top = selected }
    if selected >= top + height { top = selected - height + 1 }
    top = max(top, 0)
  }
}
