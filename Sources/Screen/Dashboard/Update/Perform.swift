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
    if let request = panes.apply(.perform(action), to: focus, scene) { return apply(request) }
    return action.row.perform(&self)
  }

  /// Moves the cursor of the focused pane, or scrolls it.
  mutating func move(_ move: Action.Move) {
    panes.apply(.move(move), to: focus, scene(now: time))
  }

  /// The reason why an action does not apply to the pane or the row that has the focus; `nil` if it does.
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

  /// Whether an action unfolds the section under the cursor, as in trees of files.
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

  /// Shows the next time in the band of the details, which opens if it is not visible.
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
    guard content.serving != nil else {
      return inform("No server runs, so there are no requests: halyard --serve starts one.")
    }
    panes.list.shownColumns.formSymmetricDifference([.asked])
  }

  mutating func goToMatch(step: Int) {
    if panes.list.search == nil {
      inform("There is no search yet: \(keymap.text(of: .find(.search))) searches.")
    }
    panes.list.goToMatch(step: step)
  }

  mutating func openHelp() {
    dialog = HelpDialog(context, keymap, hasSigns: transcript == nil)
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
