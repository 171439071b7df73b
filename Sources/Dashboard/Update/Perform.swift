import FeatureFlags

extension DashboardState {
  /// Does what an action stands for.
  mutating func perform(_ action: Action, now: Duration) -> [Effect] {
    if context.isReadOnly, action.isChange {
      show(Notice("The dashboard is read-only: nothing can be changed.", kind: .warning), now: now)
      return []
    }
    switch action.group {
    case .change: return performChange(action, now: now)
    case .move: move(action)
    case .find: performFind(action, now: now)
    case .program: return performProgram(action)
    }
    return []
  }

  private mutating func performChange(_ action: Action, now: Duration) -> [Effect] {
    switch action {
    case .act: return tap(now: now)
    case .next: return cycle(by: 1, now: now)
    case .previous: return cycle(by: -1, now: now)
    case .pick: openPicker(now: now)
    case .mark: toggleMark()
    case .clearMarks: marks = []
    case .reset: return reset(now: now)
    case .resetAll: confirmResetAll(now: now)
    case .delete: confirmDelete()
    default: dialog = Confirmation.clearCache
    }
    return []
  }

  private mutating func performFind(_ action: Action, now: Duration) {
    switch action {
    case .details: focus = focus == .details ? .list : .details
    case .switchPane: focus = focus == .details ? .list : .details
    case .search: startSearch()
    case .nextMatch, .previousMatch:
      if search == nil {
        show(Notice("Nothing was searched for yet: / searches.", kind: .information), now: now)
      }
      goToMatch(step: action == .nextMatch ? 1 : -1)
    case .filter:
      filterAnchor = selected?.name
      if let list { dialog = FilterPane(filter, list: list) }
    default: goBack()
    }
  }

  /// Leaves the innermost thing that can be left; the program is never one of them.
  private mutating func goBack() {
    if focus == .details {
      focus = .list
    } else if search != nil {
      search = nil
    } else if !marks.isEmpty {
      marks = []
    } else if filter.isActive {
      filter = FeatureFilter()
      rebuildRows(keeping: anchor)
    }
  }

  private mutating func performProgram(_ action: Action) -> [Effect] {
    switch action {
    case .refresh: return [.refresh]
    case .themes: dialog = ThemePicker(themes, current: theme)
    case .palette: dialog = PalettePane(isReadOnly: context.isReadOnly)
    case .help: dialog = HelpPane(isReadOnly: context.isReadOnly, version: context.version)
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    default: return [.quit]
    }
    return []
  }

  mutating func pressInDialog(_ key: Key, now: Duration) -> [Effect] {
    guard let outcome = dialog?.press(key, screen: size) else { return [] }
    switch outcome {
    case .stay: break
    case .close: dialog = nil
    case .effects(let effects):
      dialog = nil
      return effects
    case .perform(let action):
      dialog = nil
      return perform(action, now: now)
    case .filter(let filter):
      self.filter = filter
      // What is switched off again leaves the cursor where it was.
      let position = filterAnchor.flatMap { list?.position(of: $0) }
      rebuildRows(keeping: position ?? anchor)
    case .theme(let theme, let isFinal):
      self.theme = theme
      if isFinal { dialog = nil }
    }
    return []
  }
}
