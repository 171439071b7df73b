import FeatureFlags
import Frame

/// A dialog over the panes, which receives all keys while it is open.
protocol Dialog: Sendable {
  /// The hints about the dialog's keys that the footer shows.
  var hints: [Hint] { get }

  /// The commands whose keys a keymap can change, in the current state of the dialog.
  var commands: [Keymap.Command] { get }

  /// Applies a key press; the caller has translated the keys of commands to their default keys.
  mutating func press(_ key: Key, screen: Size) -> Request

  /// Whether characters are inserted into a text field of the dialog.
  var isTyping: Bool { get }

  /// Inserts characters that were typed in a row; called only while ``isTyping`` is true.
  mutating func type(_ text: String)

  mutating func paste(_ text: String)

  /// Updates the dialog after a change of the features.
  ///
  /// - Returns: `false` if the feature of the dialog is gone, so that the dialog must close.
  mutating func refresh(with list: FeatureList?) -> Bool

  /// Updates the dialog with the states of the features for all personas.
  mutating func refresh(with comparison: UserComparison)

  /// Whether the panes behind the dialog are dimmed; `false` only for the theme picker, which previews
  /// the colours of the panes.
  var isModal: Bool { get }

  /// The key that plain mode presses after a number has moved the cursor to a line of the dialog;
  /// `nil` if a number only moves the cursor.
  var keyOfNumber: Key? { get }

  /// The key that a click on a cell presses: the key of the button in that cell; `nil` for a cell
  /// without a button.
  func key(at position: Position, screen: Size) -> Key?

  /// Whether a click on a cell inside the dialog chooses a line; `false` for a text below the lines.
  func hasChoice(at position: Position, screen: Size) -> Bool

  /// The key that a click on a line presses after it has moved the cursor there; `nil` if only a
  /// double click presses a key.
  var keyOfClick: Key? { get }

  /// Draws the dialog in the middle of the screen.
  func draw(on canvas: inout Canvas, theme: Theme)
}

extension Dialog {
  var commands: [Keymap.Command] { [] }
  var isModal: Bool { true }
  var isTyping: Bool { false }
  var keyOfNumber: Key? { .enter }
  var keyOfClick: Key? { nil }
  func key(at position: Position, screen: Size) -> Key? { nil }
  func hasChoice(at position: Position, screen: Size) -> Bool { true }
  mutating func type(_ text: String) { paste(text) }
  mutating func paste(_ text: String) {}
  mutating func refresh(with list: FeatureList?) -> Bool { true }
  mutating func refresh(with comparison: UserComparison) {}
}
