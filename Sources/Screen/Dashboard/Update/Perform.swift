import FeatureFlags
import Frame
import Text

extension DashboardState {
  /// Performs an action of the main screen.
  mutating func perform(_ action: Action) -> [Effect] {
    if action == .find(.back), closeTour() { return [] }
    tour.performed = action
    // A read-only dashboard also allows dismissing a change of the source, because this changes no
    // feature.
    if focus == .changes, action == .change(.delete) {
      return panes.apply(.perform(action), to: focus, scene(now: time)).map { apply($0) } ?? []
    }
    if unfolds(action) {
      panes.list.toggleFold(content)
      return []
    }
    if !isOffered(action), let readOnlyReason {
      show(Notice(readOnlyReason, kind: .warning))
      return []
    }
    if case .change(let change) = action, panes[focus].ownChanges.contains(change) {
      return panes.apply(.perform(action), to: focus, scene(now: time)).map { apply($0) } ?? []
    }
    if let obstacle = obstacle(to: action) {
      inform(obstacle)
      return []
    }
    let scene = scene(now: time)
    if let request = panes.apply(.perform(action), to: focus, scene) { return apply(request) }
    return action.row.perform(&self)
  }

  /// Moves the cursor of the focused pane, or scrolls it.
  mutating func move(_ move: Action.Move) {
    panes.apply(.move(move), to: focus, scene(now: time))
  }

  /// The reason why an action does not apply to the pane or the row that has the focus; `nil` if it
  /// applies.
  private func obstacle(to action: Action) -> String? {
    let (target, features) = (action.row.target, keymap.text(of: .find(.features)))
    if target == .selection, !panes[focus].isAboutFeatures, !isFileEdit(action) {
      return "\(features) goes to the features, where they can be changed."
    }
    if target == .rows, !panes[focus].isAboutFeatures {
      return "\(features) goes to the features, where this key works."
    }
    guard target == .selection, panes.list.isOnFoldedSection, panes.list.marks.isEmpty else {
      return nil
    }
    return "The section is folded: \(keymap.text(of: .find(.fold))) unfolds it."
  }

  /// Whether an action unfolds the section under the cursor, as the same key does in file trees.
  private func unfolds(_ action: Action) -> Bool {
    action == .change(.next) && focus == .list && panes.list.isOnFoldedSection
      && panes.list.marks.isEmpty
  }

  /// Starts the search for features by the text that is typed next.
  mutating func startSearch() {
    guard content.list != nil else { return }
    go(to: .list)
    panes.list.startSearch(content)
  }

  /// Switches the timeline in the details pane to the next period; if the pane is not visible, only
  /// opens it.
  mutating func showNextRange() {
    guard context.hasHistory else { return inform("The states are not recorded here.") }
    guard arrangement.contains(.details) else {
      panes.details.showBand()
      return go(to: .details)
    }
    panes.details.showNextRange()
    transcript?.add("\(panes.details.range?.title ?? "") in the details.")
  }

  mutating func openFilter() {
    panes.list.openFilter(content.list)
    guard let list = content.list else { return }
    let (filter, changed) = (panes.list.filter, content.changedNames)
    dialog = Menu(FilterMenu(filter, list, content.requests, changed: changed))
  }

  mutating func toggleAskedColumn() {
    guard content.serving != nil else { return showNoServer() }
    panes.list.shownColumns.formSymmetricDifference([.asked])
  }

  mutating func goToMatch(step: Int) {
    if panes.list.search == nil {
      inform("There is no search yet: \(keymap.text(of: .find(.search))) searches.")
    }
    panes.list.goToMatch(step: step)
  }

  mutating func openHelp() {
    dialog = HelpDialog(context, keymap, hasSymbols: transcript == nil)
  }

  /// Quits the program; a pane that covers the list is closed first, as in a pager.
  mutating func quit() -> [Effect] {
    focus != .list && !Layout(size).isWide ? goBack() : [.terminal(.quit)]
  }

  /// Focuses the next pane on the screen; on a narrow screen, the list or the last other pane.
  mutating func switchPane() {
    let panes = arrangement
    let next = panes.places.count > 1 ? panes.pane(after: focus) : nil
    go(to: next ?? (focus == .list ? side : .list))
  }

  /// Focuses a pane and makes it visible.
  mutating func go(to pane: PaneID) {
    focus = pane
    let isBesideOther = pane == .details && Layout(size).isLarge
    if pane != .list, !isBesideOther { side = pane }
    if pane == .problems { panes.problems.open(selected) }
  }

  /// Closes the innermost pane, search or filter; never quits the program.
  mutating func goBack() -> [Effect] {
    if focus != .list {
      focus = .list
      if Layout(size).isWide { side = .details }
    } else if panes.list.range != nil {
      panes.list.range = nil
    } else if panes.list.search != nil {
      panes.list.clearSearch(content)
    } else if !panes.list.marks.isEmpty {
      panes.list.clearMarks()
    } else if panes.list.filter.isActive {
      panes.list.clearFilter(content)
    } else if content.loading != nil {
      return [.session(.cancelLoad)]
    } else if Layout(size).isWide {
      side = .details
    }
    return []
  }
}

extension DashboardState {
  /// Applies the request of a dialog, a pane or an item of the palette.
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
    case .finishBisection(let bisection, let outcome): return finishBisection(bisection, outcome)
    case .set(let choice): return set(OverrideDraft(names: targets.map(\.name), [choice]))
    case .override(let draft): return set(draft)
    case .setAll(let draft): return setAll(draft)
    case .reset(let names): return reset(names)
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

extension DashboardState {
  /// Applies a key press to the open dialog, to the text field of the focused pane, or as an
  /// action.
  mutating func press(_ key: Key) -> [Effect] {
    // A garbled screen can be redrawn in every state; a character is excluded, because it may be text
    // for a field.
    let isCharacter = if case .character = key { true } else { false }
    if !isCharacter, keymap.action(for: key) == .program(.redraw) { return [.terminal(.redraw)] }
    if Layout(size).isTooSmall {
      // On a screen that is too small, only the quit key has an effect that the user can see.
      return keymap.action(for: key) == .program(.quit) ? [.terminal(.quit)] : []
    }
    if dialog != nil { return standardKeyInDialog(for: key).map { pressInDialog($0) } ?? [] }
    if panes.isTyping(in: focus) {
      let scene = scene(now: time)
      panes.apply(.press(key), to: focus, scene)
      return []
    }
    guard let action = keymap.action(for: key) else { return [] }
    return perform(action)
  }

  /// The default key of the open dialog for a pressed key; `nil` if the keymap gives it another one.
  ///
  /// Apart from `press(_:)`: a dialog that is read while it is changed copies its text.
  private func standardKeyInDialog(for key: Key) -> Key? {
    guard let dialog, !dialog.isTyping else { return key }
    return keymap.standardKey(for: key, among: dialog.commands)
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
    guard var presets = dialog as? PresetsDialog, presets.isBrowsing else { return [] }
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

  /// The time after which the dialog of conflicts accepts keys: a key that was typed before the dialog
  /// appeared must not overwrite a change.
  private static let conflictDeadTime = Duration.milliseconds(500)

  /// The hints about the keys of the open dialog, with the keys of the user's keymap; empty without a
  /// dialog.
  var dialogHints: [Hint] {
    dialog.map { keymap.hints($0.hints, among: $0.commands) } ?? []
  }

  /// Applies a default key to the open dialog.
  mutating func pressInDialog(_ key: Key) -> [Effect] {
    if dialog is Menu<ConflictMenu>, time - conflictsShown < Self.conflictDeadTime { return [] }
    guard let request = dialog?.press(key, screen: size) else { return [] }
    return apply(request)
  }
}
