import Frame

extension DashboardState {
  /// Applies a key: to the dialog, to the line of text that is being typed, or as an action.
  mutating func press(_ key: Key) -> [Effect] {
    if Layout(size).isTooSmall {
      // Changes nothing that the user cannot see.
      return Action(key: key) == .program(.quit) ? [.terminal(.quit)] : []
    }
    if dialog != nil { return pressInDialog(key) }
    if panes[focus].isTyping {
      let scene = scene(now: time)
      panes.update(focus) { $0.press(key, scene) }
      return []
    }
    guard let action = Action(key: key) else { return [] }
    return perform(action)
  }

  /// Whether characters go into a line of text, so that the caller can coalesce them into one
  /// `Event.typed`.
  public var isTyping: Bool {
    if Layout(size).isTooSmall { return false }
    if let dialog { return dialog.isTyping }
    return panes[focus].isTyping
  }

  /// Inserts characters that were typed one after the other.
  mutating func type(_ text: String) -> [Effect] {
    guard isTyping else { return text.flatMap { press(.character($0)) } }
    if dialog != nil {
      dialog?.type(text)
    } else {
      insert(text)
    }
    return []
  }

  /// Inserts pasted text.
  mutating func paste(_ text: String) {
    if dialog != nil {
      dialog?.paste(text)
    } else {
      insert(text)
    }
  }

  /// Inserts text into the line of the focused pane, if one is being typed.
  private mutating func insert(_ text: String) {
    guard panes[focus].isTyping else { return }
    let scene = scene(now: time)
    panes.update(focus) { $0.insert(text, scene) }
  }

  private mutating func pressInDialog(_ key: Key) -> [Effect] {
    guard let outcome = dialog?.press(key, screen: size) else { return [] }
    switch outcome {
    case .stay: return []
    case .close: dialog = nil
    case .run(let effects): return effects
    case .closeAndRun(let effects):
      dialog = nil
      return effects
    case .perform(let action):
      dialog = nil
      return perform(action)
    case .filter(let filter): panes.list.setFilter(filter, content.list)
    case .preview(let theme): self.theme = theme
    case .theme(let theme, let isChosen):
      self.theme = theme
      dialog = nil
      return isChosen ? [.saveTheme(theme.name)] : []
    }
    return []
  }
}
