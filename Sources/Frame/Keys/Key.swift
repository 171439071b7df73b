/// A key, independent of the bytes that the terminal sends for it.
public enum Key: Hashable, Sendable {
  /// A printable character, with Shift already in it.
  case character(Character)
  /// A letter with Control held down, in lower case.
  case control(Character)
  /// A character with Alt held down.
  case alt(Character)
  /// Enter.
  case enter
  /// Escape.
  case escape
  /// Tab.
  case tab
  /// Tab with Shift held down.
  case backTab
  /// Backspace: delete to the left.
  case backspace
  /// Delete: delete to the right.
  case delete
  /// Insert.
  case insert
  /// The arrow up.
  case up
  /// The arrow down.
  case down
  /// The arrow left.
  case left
  /// The arrow right.
  case right
  /// The arrow up with Shift held down.
  case shiftUp
  /// The arrow down with Shift held down.
  case shiftDown
  /// Home.
  case home
  /// End.
  case end
  /// Page up.
  case pageUp
  /// Page down.
  case pageDown
  /// A function key, 1...12.
  case function(Int)
}
