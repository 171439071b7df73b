import FeatureFlags
import Frame

/// A dialog over the panes, which receives all keys while it is open.
protocol Dialog: Sendable {
  /// The keys of the dialog, for the footer.
  var hints: [Hint] { get }

  /// Applies a key.
  mutating func press(_ key: Key, screen: Size) -> DialogOutcome

  /// Whether characters go into a line of text.
  var isTyping: Bool { get }

  /// Inserts characters that were typed one after the other; called while `isTyping`.
  mutating func type(_ text: String)

  /// Inserts pasted text.
  mutating func paste(_ text: String)

  /// Updates the dialog after the features changed.
  ///
  /// - Returns: `false` if the dialog has nothing left to show and closes.
  mutating func refresh(with list: FeatureList?) -> Bool

  /// Whether the panes behind the dialog are dimmed; a dialog that previews a change in them leaves
  /// them as they are.
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

/// The result of a key in a dialog.
enum DialogOutcome: Sendable {
  /// The dialog stays open.
  case stay
  /// The dialog closes.
  case close
  /// The dialog stays open, and effects are requested.
  case run([Effect])
  /// The dialog closes, and effects are requested.
  case closeAndRun([Effect])
  /// The dialog closes, and an action is performed.
  case perform(Action)
  /// The dialog stays open, and the list applies a filter.
  case filter(FeatureFilter)
  /// The dialog stays open, and the dashboard previews a theme.
  case preview(Theme)
  /// The dialog closes, and the dashboard uses a theme; a chosen theme is saved.
  case theme(Theme, isChosen: Bool)
}
