import Text

extension PresetsDialog {
  /// The request that the dialog waits for.
  enum Mode: Hashable, Sendable {
    /// The user selects a preset.
    case browsing
    /// The user types the name of a new preset; `note` is the reason why the name is rejected.
    case naming(TextInput, note: String?)
    /// The user types the location of a preset; `note` is the reason why it is rejected.
    case locating(TextInput, note: String?)
    /// The preset at the location is being read.
    case reading(String)
    /// The user sees the preview of a preset of a file or a URL.
    case opened(OpenedPreset)
    /// The user confirms that saving replaces the preset with the same name.
    case confirmingSave(String)
    /// The user confirms that applying a preset resets all other overrides.
    case confirmingReplace(String)
    /// The user confirms that a preset is deleted.
    case confirmingDelete(String)
  }

  var hints: [Hint] {
    switch mode {
    case .browsing where selected == nil && !list.isTyping:
      save + [Hint("f", "file or URL"), Hint("esc", "close")]
    case .browsing:
      list.hints(
        apply + save + (isReadOnly ? [] : [Hint("x", "delete")]) + [Hint("f", "file or URL")]
          + (isReadOnly ? [] : [Hint("O", "reset all and apply")])
          + [Hint("pgdn pgup", "scroll"), Hint("esc", "close")]
      )
    case .naming: [Hint("type", "a name"), Hint("enter", "save"), Hint("esc", "cancel")]
    case .locating:
      [Hint("type", "a path or URL"), Hint("enter", "preview"), Hint("esc", "cancel")]
    case .reading: [Hint("esc", "back")]
    case .opened: apply + [Hint("pgdn pgup", "scroll"), Hint("esc", "back")]
    case .confirmingSave: [Hint("y", "replace"), Hint("n esc", "cancel")]
    case .confirmingReplace: [Hint("y", "reset all and apply"), Hint("n esc", "cancel")]
    case .confirmingDelete: [Hint("y", "delete"), Hint("n esc", "cancel")]
    }
  }

  private var apply: [Hint] { isReadOnly ? [] : [Hint("enter", "apply")] }
  private var save: [Hint] { isReadOnly ? [] : [Hint("s", "save")] }
}
