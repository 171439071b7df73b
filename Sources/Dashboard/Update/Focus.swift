import FeatureFlags
import Frame

extension DashboardState.Pane {
  /// Whether the pane shows neither the features nor one of them.
  var isBesideFeatures: Bool {
    switch self {
    case .list, .details: false
    case .connectivity, .activity, .problems: true
    }
  }
}

extension DashboardState {
  /// Gives the keys to a pane, and shows it beside the list or over it.
  mutating func go(to pane: Pane) {
    focus = pane
    if pane != .list { side = pane }
    if pane == .problems, let selected { problemList.go(to: selected.name) }
  }

  /// Leaves the innermost thing that can be left; the program is never one of them.
  mutating func goBack() {
    if focus == .activity, log.isFiltered {
      log.clearFilter()
    } else if focus != .list {
      focus = .list
    } else if search != nil {
      search = nil
    } else if !marks.isEmpty {
      marks = []
    } else if filter.isActive {
      filter = FeatureFilter()
      rebuildRows(keeping: anchor)
    } else if Layout(size).isWide {
      side = .details
    }
  }

  /// Takes a key while words are typed that the log is searched for.
  mutating func pressInLog(_ key: Key) {
    switch key {
    case .enter: log.isTyping = false
    case .escape:
      log.search(for: TextInput())
      log.isTyping = false
    case .backspace where log.input.isEmpty: log.isTyping = false
    case .up, .down, .pageUp, .pageDown:
      if let action = Action(key: key) { move(action) }
    default:
      var input = log.input
      if input.press(key) { log.search(for: input) }
    }
  }
}
