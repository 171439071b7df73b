public import Frame

/// What the terminal's bytes meant.
public enum Input: Hashable, Sendable {
  /// A key.
  case key(Key)
  /// Text that was pasted, as the terminal sent it: nothing in it is made safe.
  case paste(String)
  /// The window got or lost the focus.
  case focus(gained: Bool)
}
