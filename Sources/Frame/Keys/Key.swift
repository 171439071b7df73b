/// A key press, independent of the bytes that the terminal sends for it.
public enum Key: Hashable, Sendable {
  /// A printable character; Shift is already applied to it.
  case character(Character)
  /// A letter with Control held down; the letter is lowercase.
  case control(Character)
  /// A character with Alt held down.
  case alt(Character)
  /// The Enter key.
  case enter
  /// The Escape key.
  case escape
  /// The Tab key.
  case tab
  /// The Tab key with Shift held down.
  case backTab
  /// The Backspace key, which deletes the character before the cursor.
  case backspace
  /// The Delete key, which deletes the character at the cursor.
  case delete
  /// The Insert key.
  case insert
  /// The Up arrow key.
  case up
  /// The Down arrow key.
  case down
  /// The Left arrow key.
  case left
  /// The Right arrow key.
  case right
  /// The Up arrow key with Shift held down.
  case shiftUp
  /// The Down arrow key with Shift held down.
  case shiftDown
  /// The Home key.
  case home
  /// The End key.
  case end
  /// The Page Up key.
  case pageUp
  /// The Page Down key.
  case pageDown
  /// A function key with its number, 1...12.
  case function(Int)
}
