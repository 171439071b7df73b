import FeatureFlags
import Text

extension DashboardState {
  /// Performs an action of the main screen.
  mutating func perform(_ action: Action) -> [Effect] {
    if action == .find(.back), closeTour() { return [] }
    tour.performed = action
    // Dismissing a change of the source changes no feature.
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
    if let outcome = panes.apply(.perform(action), to: focus, scene) { return apply(outcome) }
    switch action {
    case .change(let change): return perform(change)
    case .move(let move): panes.apply(.move(move), to: focus, scene)
    case .find(let find): return perform(find)
    case .live(let live): return perform(live)
    case .program(let program): return perform(program)
    }
    return []
  }

  /// The reason why an action does not apply to the pane or the row that has the focus; `nil` if it does.
  private func obstacle(to action: Action) -> String? {
    let features = keymap.text(of: .find(.features))
    if action.isAboutSelection, !panes[focus].isAboutFeatures, !isFileEdit(action) {
      return "\(features) goes to the features, where they can be changed."
    }
    if action.isAboutRows, !panes[focus].isAboutFeatures {
      return "\(features) goes to the features, where this key works."
    }
    guard action.isAboutSelection, panes.list.isOnFoldedSection, panes.list.marks.isEmpty else {
      return nil
    }
    return "The section is folded: \(keymap.text(of: .find(.fold))) unfolds it."
  }

  /// Whether an action unfolds the section under the cursor, as in trees of files.
  private func unfolds(_ action: Action) -> Bool {
    action == .change(.next) && focus == .list && panes.list.isOnFoldedSection
      && panes.list.marks.isEmpty
  }

  /// Applies the outcome of an action that a pane has performed.
  private mutating func apply(_ outcome: PaneOutcome) -> [Effect] {
    switch outcome {
    case .done: break
    case .notice(let notice): show(notice)
    case .edit(let request): return [.edit(request)]
    case .showFeature(let name): showFeature(name)
    case .showLoad(let when): showLoad(when)
    case .moveList(let move): panes.apply(.move(move), to: .list, scene(now: time))
    case .dismissChange(let index): dismissChange(index)
    case .setUser(let user): return setUser(user)
    case .reset(let names): return reset(names)
    case .filterActivity: dialog = Menu(ActivityFilterMenu(panes.activity.log))
    case .checkConnectivity:
      content.isChecking = true
      return [.session(.checkConnectivity)]
    }
    return []
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

  private mutating func perform(_ change: Action.Change) -> [Effect] {
    switch change {
    case .act: return tap()
    case .next: return cycle(by: 1)
    case .previous: return cycle(by: -1)
    case .pick: openPicker()
    case .edit: openVariables()
    case .openEditor: return openEditor()
    case .forceRule: openRules()
    case .mark: toggleMark()
    case .markMatches: markMatches()
    case .markSection: mark { $0.markSection($1) }
    case .markRange: mark { $0.toggleRange($1) }
    case .invertMarks: mark { $0.invertMarks($1) }
    case .clearMarks: panes.list.clearMarks()
    case .undo: return [.undo]
    case .redo: return [.redo]
    case .lifetime: openLifetimes()
    case .note: openNote()
    case .reset: return reset()
    case .resetAll: return resetAll()
    case .bisect: openBisect()
    case .delete: return delete()
    case .clearCache: return confirm(.clearCache, .clearCache)
    case .presets: return openPresets()
    }
    return []
  }

  private mutating func perform(_ find: Action.Find) -> [Effect] {
    switch find {
    case .details: goToDetails()
    case .switchPane: switchPane()
    case .features: go(to: .list)
    case .connectivity: go(to: .connectivity)
    case .activity: go(to: .activity)
    case .clients: go(to: .clients)
    case .problems: go(to: .problems)
    case .changes: go(to: .changes)
    case .dismissChanges: dismissChange(nil)
    case .biases: openBiases()
    case .nextChange: goToChange(step: 1)
    case .previousChange: goToChange(step: -1)
    case .search:
      guard content.list != nil else { return [] }
      go(to: .list)
      panes.list.startSearch(content)
    case .nextMatch: goToMatch(step: 1)
    case .previousMatch: goToMatch(step: -1)
    case .previousSection: goToSection(isNext: false)
    case .nextSection: goToSection(isNext: true)
    case .fold: fold { $0.toggleFold($1) }
    case .foldAll: fold { $0.toggleAllFolds($1) }
    case .sort: dialog = Menu(OrderMenu(current: panes.list.order))
    case .favourite: return toggleFavourite()
    case .filter: openFilter()
    case .askedColumn: toggleAskedColumn()
    case .timeRange: showNextRange()
    case .usages: return openUsages()
    case .back: return goBack()
    }
    return []
  }

  /// Shows the next time in the band of the details, which opens if it is not visible.
  private mutating func showNextRange() {
    guard context.hasHistory else { return inform("The states are not recorded here.") }
    guard arrangement.contains(.details) else {
      panes.details.showBand()
      return go(to: .details)
    }
    panes.details.showNextRange()
    transcript?.add("\(panes.details.range?.title ?? "") in the details.")
  }

  private mutating func openFilter() {
    panes.list.openFilter(content.list)
    guard let list = content.list else { return }
    let (filter, changed) = (panes.list.filter, content.changedNames)
    dialog = Menu(FilterMenu(filter, list, content.requests, changed: changed))
  }

  private mutating func toggleAskedColumn() {
    guard content.serving != nil else {
      return inform("No server runs, so there are no requests: halyard --serve starts one.")
    }
    panes.list.shownColumns.formSymmetricDifference([.asked])
  }

  private mutating func goToMatch(step: Int) {
    if panes.list.search == nil {
      inform("There is no search yet: \(keymap.text(of: .find(.search))) searches.")
    }
    panes.list.goToMatch(step: step)
  }

  private mutating func perform(_ program: Action.Program) -> [Effect] {
    switch program {
    case .themes: dialog = Menu(ThemeMenu(themes, current: theme))
    case .report: return [.report(.write)]
    case .copy: openCopyMenu()
    case .palette: return openPalette()
    case .tour: startTour()
    case .help: dialog = HelpDialog(context, keymap, hasSigns: transcript == nil)
    case .redraw: return [.terminal(.redraw)]
    case .suspend: return [.terminal(.suspend)]
    case .quit:
      // A pane that covers the list is closed first, as in a pager.
      if focus != .list, !Layout(size).isWide { return goBack() }
      return [.terminal(.quit)]
    }
    return []
  }

  /// Focuses the next pane on the screen; on a narrow screen, the list or the last other pane.
  private mutating func switchPane() {
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
  private mutating func goBack() -> [Effect] {
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

extension Action {
  /// Whether the action applies to selected features.
  fileprivate var isAboutSelection: Bool {
    if case .change(let change) = self { change.isAboutSelection } else { false }
  }

  /// Whether the action applies to the rows of the list.
  fileprivate var isAboutRows: Bool {
    guard case .find(let find) = self else { return false }
    let others: [Find] = [
      .previousSection, .nextSection, .fold, .foldAll, .sort, .favourite, .usages,
    ]
    return others.contains(find)
  }
}

extension Action.Change {
  /// Whether the action applies to selected features (the marked ones, or the one under the cursor)
  /// and not to all features or the source.
  var isAboutSelection: Bool {
    switch self {
    case .act, .next, .previous, .pick, .edit, .openEditor, .forceRule, .mark, .reset, .delete: true
    case .markMatches, .markSection, .markRange, .invertMarks, .lifetime, .note: true
    case .resetAll, .bisect, .clearCache, .presets, .clearMarks, .undo, .redo: false
    }
  }
}
