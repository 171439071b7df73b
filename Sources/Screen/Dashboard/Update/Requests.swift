import FeatureFlags
import Frame

extension DashboardState {
  /// Does what a dialog, a pane or an item of the palette asks for.
  mutating func apply(_ request: Request) -> [Effect] {
    switch request {
    case .stay: break
    case .close: dialog = nil
    case .run(let effects): return effects
    case .closeAndRun(let effects):
      dialog = nil
      return effects
    case .open(let dialog): self.dialog = dialog
    case .perform(let action):
      dialog = nil
      return perform(action)
    case .chosen(let item):
      dialog = nil
      addRecent(item)
      return apply(item.request)
    case .notice(let notice): show(notice)
    case .showFeature(let name):
      dialog = nil
      showFeature(name)
    case .showSection(let title):
      dialog = nil
      showSection(title)
    case .showPreset(let name): return openPresets(selecting: name)
    case .showLoad(let when): showLoad(when)
    case .moveList(let move): panes.apply(.move(move), to: .list, scene(now: time))
    case .edit(let row, let feature): return edit(row, of: feature)
    case .set(let decision):
      dialog = nil
      return set(decision, for: targets)
    case .setAll(let decision, let names):
      dialog = nil
      return setAll(decision, named: names)
    case .reset(let names): return reset(names)
    case .lifetime(let request, let names): return setLifetime(request, of: names)
    case .note(let note, let names): return setNote(note, of: names)
    case .postpone(let conflicts):
      dialog = nil
      self.conflicts = conflicts + self.conflicts
    case .filter(let filter): panes.list.setFilter(filter, content)
    case .filterActivity(let filter): panes.activity.log.apply(filter)
    case .order(let order):
      dialog = nil
      setOrder(order)
    case .preview(let theme): self.theme = theme
    case .theme(let theme, let isChosen): return apply(theme, isChosen: isChosen)
    case .setUser(let user): return setUser(user)
    case .dismissChange(let index): dismissChange(index)
    case .checkConnectivity:
      content.isChecking = true
      return [.session(.checkConnectivity)]
    }
    return []
  }

  private mutating func apply(_ theme: Theme, isChosen: Bool) -> [Effect] {
    self.theme = theme
    dialog = nil
    if isChosen { followsBackground = false }
    followBackground()
    return isChosen ? [.saveTheme(theme.name)] : []
  }

  /// Evaluates the features for the user of a client, as the user dialog does.
  private mutating func setUser(_ user: EvaluationContext) -> [Effect] {
    guard content.userFields != nil else {
      showNoUsers()
      return []
    }
    let name = user.targetingKey == nil ? "a user without a key" : user.keyText.shortened(to: 40)
    show(Notice("Evaluating for \(name), as for this client.", kind: .success))
    return [.session(.setUser(UserFields(user)))]
  }

  /// Moves the cursor of the list to a feature, and focuses the list.
  mutating func showFeature(_ name: Feature.Name) {
    guard let position = content.list?.position(of: name) else { return }
    if !panes.list.show(position: position, content) { panes.list.endSearch(content) }
    guard panes.list.show(position: position, content) else {
      let (hidden, key) = (name.text.shortened(to: 40), keymap.text(of: .find(.filter)))
      return inform("The filter hides \(hidden): \(key) changes the filter.")
    }
    go(to: .list)
  }
}
