import FeatureFlags
import Frame

extension DashboardState {
  /// Does what an action stands for.
  mutating func perform(_ action: Action, now: Duration) -> [Effect] {
    if context.isReadOnly, action.isChange {
      show(Notice("The dashboard is read-only: nothing can be changed.", kind: .warning), now: now)
      return []
    }
    if action.isAboutSelection, focus.isBesideFeatures {
      show(
        Notice("1 goes to the features, where they can be changed.", kind: .information),
        now: now
      )
      return []
    }
    switch action.group {
    case .change: return performChange(action, now: now)
    case .move: move(action)
    case .find: performFind(action, now: now)
    case .live: return performLive(action, now: now)
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
    case .edit: openVariables(now: now)
    case .forceRule: openRules(now: now)
    case .mark: toggleMark()
    case .clearMarks: marks = []
    case .reset: return reset(now: now)
    case .resetAll: confirmResetAll(now: now)
    case .delete: confirmDelete()
    case .clearCache: dialog = Confirmation.clearCache
    default: break
    }
    return []
  }

  private mutating func performFind(_ action: Action, now: Duration) {
    switch action {
    case .details where focus == .problems: goToFeatureOfProblem(now: now)
    case .details: go(to: focus == .details ? .list : .details)
    case .switchPane: go(to: focus == .list ? side : .list)
    case .features: go(to: .list)
    case .connectivity: go(to: .connectivity)
    case .activity: go(to: .activity)
    case .problems: go(to: .problems)
    case .search where focus == .activity: log.isTyping = true
    case .search: startSearch()
    case .nextMatch, .previousMatch:
      if search == nil {
        show(Notice("Nothing was searched for yet: / searches.", kind: .information), now: now)
      }
      goToMatch(step: action == .nextMatch ? 1 : -1)
    case .filter where focus == .activity: log.cycleKind()
    case .filter:
      filterAnchor = selected?.name
      if let list { dialog = FilterPane(filter, list: list) }
    case .back: goBack()
    default: break
    }
  }

  private mutating func performProgram(_ action: Action) -> [Effect] {
    switch action {
    case .themes: dialog = ThemePicker(themes, current: theme)
    case .palette: dialog = PalettePane(isReadOnly: context.isReadOnly)
    case .help: dialog = HelpPane(isReadOnly: context.isReadOnly, version: context.version)
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .quit: return [.quit]
    default: break
    }
    return []
  }

  mutating func pressInDialog(_ key: Key, now: Duration) -> [Effect] {
    guard let outcome = dialog?.press(key, screen: size) else { return [] }
    switch outcome {
    case .stay: break
    case .close: dialog = nil
    case .doing(let effects): return effects
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
    case .preview(let theme): self.theme = theme
    case .theme(let theme, let isChosen):
      self.theme = theme
      dialog = nil
      return isChosen ? [.saveTheme(theme.name)] : []
    }
    return []
  }
}

extension Action {
  /// Whether the action is for the feature under the cursor, or for the marked ones.
  fileprivate var isAboutSelection: Bool {
    isChange && ![.resetAll, .clearCache, .clearMarks].contains(self)
  }
}
