/// A key press, independent of the bytes that the terminal sends for it.
public enum Key: Hashable, Sendable {
  /// A printable character; Shift is already applied to it.
  case character(Character)
  /// A letter with Control held down; the letter is lowercase.
  case control(Character)
  /// A character with Alt held down.
  case alt(Character)
  /// The Enter key, which terminals send as CR or LF.
  case enter
  /// The Escape key, which terminals send as a single ESC.
  case escape
  /// The Tab key without Shift.
  case tab
  /// The Tab key with Shift held down.
  case backTab
  /// The Backspace key, which deletes the character before the cursor.
  case backspace
  /// The Delete key, which deletes the character at the cursor.
  case delete
  case insert
  /// An arrow key without Shift.
  case up, down, left, right
  /// A vertical arrow key with Shift held down.
  case shiftUp, shiftDown
  /// A key that moves to the start or the end of a line or a list.
  case home, end
  /// A key that moves or scrolls by a page.
  case pageUp, pageDown
  /// A function key with its number, 1...12.
  case function(Int)
}
