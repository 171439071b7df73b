import FeatureFlags
import Frame

/// A dialog over the panes, which receives all keys while it is open.
protocol Dialog: Sendable {
  /// The hints about the dialog's keys that the footer shows.
  var hints: [Hint] { get }

  /// Applies a key press to the dialog.
  mutating func press(_ key: Key, screen: Size) -> DialogOutcome

  /// Whether characters are inserted into a text field of the dialog.
  var isTyping: Bool { get }

  /// Inserts characters that were typed in a row; called only while ``isTyping`` is true.
  mutating func type(_ text: String)

  /// Inserts pasted text into the text field.
  mutating func paste(_ text: String)

  /// Updates the dialog after a change of the features.
  ///
  /// - Returns: `false` if the feature of the dialog is gone, so that the dialog must close.
  mutating func refresh(with list: FeatureList?) -> Bool

  /// Whether the panes behind the dialog are dimmed; `false` for a dialog that previews its changes
  /// in the panes.
  var isModal: Bool { get }

  /// Draws the dialog in the middle of the screen.
  func draw(on canvas: inout Canvas, theme: Theme)
}

extension Dialog {
  var isModal: Bool { true }
  var isTyping: Bool { false }
  mutating func type(_ text: String) { paste(text) }
  mutating func paste(_ text: String) {}
  mutating func refresh(with list: FeatureList?) -> Bool { true }
}

/// The result of a key press in a dialog.
enum DialogOutcome: Sendable {
  /// The dialog stays open without an effect.
  case stay
  /// The dialog closes without an effect.
  case close
  /// The dialog stays open and requests effects.
  case run([Effect])
  /// The dialog closes and requests effects.
  case closeAndRun([Effect])
  /// The dialog closes, and the dashboard performs the action.
  case perform(Action)
  /// The dialog stays open, and the list applies the filter.
  case filter(FeatureFilter)
  /// The dialog stays open, and the dashboard previews the theme.
  case preview(Theme)
  /// The dialog closes, and the dashboard applies the theme; `isChosen` also saves the theme.
  case theme(Theme, isChosen: Bool)
}
