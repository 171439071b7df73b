import FeatureFlags
import Frame
import Serving

extension DashboardState {
  /// Performs an action of the main screen.
  mutating func perform(_ action: Action) -> [Effect] {
    if context.isReadOnly, action.isChange {
      show(Notice("The dashboard is read-only: nothing can be changed.", kind: .warning))
      return []
    }
    if action.isAboutSelection, !panes[focus].isAboutFeatures {
      inform("1 goes to the features, where they can be changed.")
      return []
    }
    let scene = scene(now: time)
    if let outcome = panes.apply(.perform(action), to: focus, scene) { return apply(outcome) }
    switch action {
    case .change(let change): return perform(change)
    case .move(let move): panes.apply(.move(move), to: focus, scene)
    case .find(let find): perform(find)
    case .live(let live): return perform(live)
    case .program(let program): return perform(program)
    }
    return []
  }

  /// Applies the outcome of an action that a pane has performed.
  private mutating func apply(_ outcome: PaneOutcome) -> [Effect] {
    switch outcome {
    case .done: break
    case .notice(let notice): show(notice)
    case .showFeature(let name): showFeature(name)
    case .setUser(let user): return setUser(user)
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

  private mutating func showFeature(_ name: Feature.Name) {
    guard let position = content.list?.position(of: name) else { return }
    guard panes.list.show(position: position) else {
      return inform("The filter hides \(name.rawValue.shortened(to: 40)): f changes the filter.")
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
    case .forceRule: openRules()
    case .mark: toggleMark()
    case .clearMarks: panes.list.marks = []
    case .reset: return reset()
    case .resetAll: confirmResetAll()
    case .delete: confirmDelete()
    case .clearCache: dialog = Confirmation.clearCache
    }
    return []
  }

  private mutating func perform(_ find: Action.Find) {
    switch find {
    case .details: go(to: focus == .details ? .list : .details)
    case .switchPane: go(to: focus == .list ? side : .list)
    case .features: go(to: .list)
    case .connectivity: go(to: .connectivity)
    case .activity: go(to: .activity)
    case .clients: go(to: .clients)
    case .problems: go(to: .problems)
    case .search:
      guard content.list != nil else { return }
      go(to: .list)
      panes.list.startSearch()
    case .nextMatch: goToMatch(step: 1)
    case .previousMatch: goToMatch(step: -1)
    case .filter:
      panes.list.openFilter(content.list)
      if let list = content.list {
        dialog = FilterDialog(panes.list.filter, list, content.serving?.uses)
      }
    case .askedColumn: toggleAskedColumn()
    case .back: goBack()
    }
  }

  private mutating func toggleAskedColumn() {
    guard content.serving != nil else {
      return inform("No server runs, so there are no requests: halyard --serve starts one.")
    }
    panes.list.isAskedColumnShown.toggle()
  }

  private mutating func goToMatch(step: Int) {
    if panes.list.search == nil { inform("There is no search yet: / searches.") }
    panes.list.goToMatch(step: step)
  }

  private mutating func perform(_ program: Action.Program) -> [Effect] {
    switch program {
    case .themes: dialog = ThemePicker(themes, current: theme)
    case .palette: dialog = PaletteDialog(isReadOnly: context.isReadOnly)
    case .help: dialog = HelpDialog(isReadOnly: context.isReadOnly, version: context.version)
    case .redraw: return [.terminal(.redraw)]
    case .suspend: return [.terminal(.suspend)]
    case .quit: return [.terminal(.quit)]
    }
    return []
  }

  /// Focuses a pane and makes it visible.
  mutating func go(to pane: PaneID) {
    focus = pane
    if pane != .list { side = pane }
    if pane == .problems { panes.problems.open(selected) }
  }

  /// Closes the innermost pane, search or filter; never quits the program.
  private mutating func goBack() {
    if focus != .list {
      focus = .list
    } else if panes.list.search != nil {
      panes.list.search = nil
    } else if !panes.list.marks.isEmpty {
      panes.list.marks = []
    } else if panes.list.filter.isActive {
      panes.list.clearFilter(content)
    } else if Layout(size).isWide {
      side = .details
    }
  }
}

extension Action {
  /// Whether the action applies to selected features (the marked ones, or the one under the cursor)
  /// and not to all features or the source.
  fileprivate var isAboutSelection: Bool {
    guard case .change(let change) = self else { return false }
    return switch change {
    case .act, .next, .previous, .pick, .edit, .forceRule, .mark, .reset, .delete: true
    case .resetAll, .clearCache, .clearMarks: false
    }
  }
}
