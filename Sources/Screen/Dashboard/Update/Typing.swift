import Frame

extension DashboardState {
  /// Applies a key press to the open dialog, to the text field of the focused pane, or as an
  /// action.
  mutating func press(_ key: Key) -> [Effect] {
    // A garbled screen can be redrawn whatever it shows, but a character may be text for a field.
    let isCharacter = if case .character = key { true } else { false }
    if !isCharacter, keymap.action(for: key) == .program(.redraw) { return [.terminal(.redraw)] }
    if Layout(size).isTooSmall {
      // On a screen that is too small, only the quit key has an effect that the user can see.
      return keymap.action(for: key) == .program(.quit) ? [.terminal(.quit)] : []
    }
    if dialog != nil { return pressInDialog(key) }
    if panes.isTyping(in: focus) {
      let scene = scene(now: time)
      panes.apply(.press(key), to: focus, scene)
      return []
    }
    guard let action = keymap.action(for: key) else { return [] }
    return perform(action)
  }

  /// Whether characters are inserted into a text field, so that the caller can coalesce them into
  /// one `Event.typed`.
  public var isTyping: Bool {
    if Layout(size).isTooSmall { return false }
    if let dialog { return dialog.isTyping }
    return panes.isTyping(in: focus)
  }

  /// Inserts characters that were typed in a row.
  mutating func type(_ text: String) -> [Effect] {
    var effects: [Effect] = []
    // If a key opens a text field, such as that of the help, the rest of the text is inserted at once:
    // with single key presses, each one would update the matches.
    var rest = text[...]
    while !isTyping, let key = rest.popFirst() { effects += press(.character(key)) }
    guard !rest.isEmpty else { return effects }
    if dialog != nil {
      dialog?.type(String(rest))
    } else {
      insert(String(rest))
    }
    return effects
  }

  /// Inserts pasted text into the open dialog or the focused pane.
  mutating func paste(_ text: String) -> [Effect] {
    guard dialog != nil else {
      insert(text)
      return []
    }
    dialog?.paste(text)
    // In the list of presets, the pasted text may have selected another preset.
    guard var presets = dialog as? PresetsDialog else { return [] }
    let effects = presets.requestPreview()
    dialog = presets
    return effects
  }

  /// Inserts text into the text field of the focused pane; ignores the text if there is none.
  private mutating func insert(_ text: String) {
    guard panes.isTyping(in: focus) else { return }
    let scene = scene(now: time)
    panes.apply(.insert(text), to: focus, scene)
  }

  /// The time after which the dialog of conflicts accepts keys: a key that was typed for the former
  /// screen must not overwrite a change.
  private static let conflictDeadTime = Duration.milliseconds(500)

  private mutating func pressInDialog(_ key: Key) -> [Effect] {
    if dialog is Menu<ConflictMenu>, time - conflictsShown < Self.conflictDeadTime { return [] }
    guard let request = dialog?.press(key, screen: size) else { return [] }
    return apply(request)
  }
}
