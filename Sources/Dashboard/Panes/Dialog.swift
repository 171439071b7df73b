import FeatureFlags
import Frame

/// Something that lies over the panes, and has the keys while it does.
protocol Dialog: Sendable {
  /// The keys that it takes, for the footer.
  var hints: [Hint] { get }

  /// Takes a key.
  mutating func press(_ key: Key, screen: Size) -> DialogOutcome

  /// Whether characters go into a line of text.
  var isTyping: Bool { get }

  /// Inserts characters that were typed one after the other; called while `isTyping`.
  mutating func type(_ text: String)

  /// Inserts pasted text.
  mutating func paste(_ text: String)

  /// Takes in that the features have changed.
  ///
  /// - Returns: Whether there is still reason to stay open.
  mutating func refresh(with list: FeatureList?) -> Bool

  /// Whether the panes behind it step back; not where they show what is being chosen.
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

/// What a dialog has come to.
enum DialogOutcome: Sendable {
  /// Nothing yet.
  case stay
  /// It is done with.
  case close
  /// It stays open, and this is to be done.
  case doing([Effect])
  /// It is done with, and this is to be done.
  case effects([Effect])
  /// It is done with, and this is to be done.
  case perform(Action)
  /// The list shows other features from now on.
  case filter(FeatureFilter)
  /// The dialog stays open, and the dashboard shows a theme as a preview.
  case preview(Theme)
  /// The dialog closes, and the dashboard has this theme from now on; one that was chosen is saved.
  case theme(Theme, isChosen: Bool)
}
