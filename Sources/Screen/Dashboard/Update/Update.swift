import FeatureFlags
import Text
import Workbench

extension DashboardState {
  /// Applies an event to the state.
  ///
  /// - Parameters:
  ///   - event: The event to apply.
  ///   - now: The current time on a monotonic clock of the caller's choice.
  /// - Returns: The effects that the caller must run, in order.
  public mutating func update(_ event: Event, now: Duration) -> [Effect] {
    time = now
    content.changes.expire(at: now)
    if let timedNotice, now >= timedNotice.end || event.isInput { self.timedNotice = nil }
    if let due = panes.list.search?.due, now >= due { panes.list.findMatches(content) }
    tour.performed = nil
    hasChosenUsers = false
    let effects = apply(event).compactMap { scoped($0) }
    settle()
    continueTour()
    return effects + renewedPreview() + historyRequest()
  }

  private mutating func apply(_ event: Event) -> [Effect] {
    switch event {
    case .key(let key): return press(key)
    case .typed(let text): return type(text)
    case .paste(let text): return paste(text)
    case .mouse(let mouse): return use(mouse)
    case .background(let isLight):
      hasLightBackground = isLight
      followBackground()
    case .line(let line): return enter(line)
    case .resized(let size): self.size = size
    case .session(let event): return receive(event)
    case .loaded(let source): load(source)
    case .reverted: break
    case .inputEnded: return [.terminal(.quit)]
    case .favourites(let names): setFavourites(names)
    case .conflicts(let conflicts): add(conflicts)
    case .history(let history): content.changeHistory = history
    case .timeline(let log): content.timeline = log
    case .connectivity(let report):
      content.add(report, at: context.wallClock.moment(at: time))
    case .comparedUsers(let comparison):
      dialog?.refresh(with: comparison)
      sayDialog()
    case .usages(let feature, let progress): showUsages(of: feature, progress)
    case .bisectionFailed(let reason): endBisection(reason)
    case .serving(let activity): changeServing(to: activity)
    case .team(let activity): changeTeam(to: activity)
    case .edited(let request, let outcome): return finish(request, outcome)
    case .themes(let themes): offer(themes)
    case .themeChanged(let theme): replaceTheme(with: theme)
    case .themeSelected(let theme): select(theme)
    case .settings(let context, let keymap): change(context, keymap)
    case .activity(let entry): add(entry)
    case .operations(let entries): panes.activity.log.add(operations: entries)
    case .readyToCopy(let text): return [.terminal(.copy(text))]
    case .presets(let event):
      let effects = receive(event)
      sayDialog()
      return effects
    case .notice(let notice): show(notice)
    case .tick: break
    }
    return []
  }

  /// Requests the history of the overrides if it is stale, and the details or the activity log are visible.
  ///
  /// Plain mode prints a pane once, when the user goes there, so that it needs the history before.
  private mutating func historyRequest() -> [Effect] {
    guard context.hasHistory, content.isHistoryStale, content.list != nil, !Layout(size).isTooSmall,
      isPlain || arrangement.contains(.details) || arrangement.contains(.activity)
    else { return [] }
    content.isHistoryStale = false
    return [.session(.readHistory)]
  }

  /// Shows a notice; failures and long messages are shown longer.
  mutating func show(_ notice: Notice) {
    let duration: Duration =
      switch notice.kind {
      case .success, .information: .seconds(3)
      case .warning: .seconds(5)
      case .failure: .seconds(8)
      }
    transcript?.add(notice.text)
    let extra = Duration.seconds(2 * min(notice.text.utf8.count / 80, 4))
    timedNotice = TimedNotice(notice: notice, end: time + duration + extra)
  }

  /// Shows a notice of the neutral kind `information`.
  mutating func inform(_ text: String) {
    show(Notice(text, kind: .information))
  }

  /// Changes the shared content, then updates the panes and the dialog.
  mutating func changeContent(_ change: DashboardData.Change, _ body: (inout DashboardData) -> Void)
  {
    let anchor = panes.list.anchor(in: content.list)
    body(&content)
    content.isHistoryStale = true
    panes.refresh(after: change, anchor: anchor, content)
    refreshDialog()
  }

  /// Replaces the activity of the server; the cost does not depend on the number of features.
  private mutating func changeServing(to activity: ServingActivity?) {
    let former = content.serving
    // Uses are only added, so an equal number of used features since the same start means the same
    // features. In a test case, features that were used before its start count as new.
    let hasNewFeatures =
      content.testCase != nil || former?.start != activity?.start
      || former?.uses.count != activity?.uses.count
      || (former?.bulkCount == 0) != (activity?.bulkCount == 0)
    let anchor = panes.list.anchor(in: content.list)
    content.serving = activity
    if let activity { logMismatches(of: activity) } else { content.testCase = nil }
    panes.refresh(after: .served(hasNewFeatures: hasNewFeatures), anchor: anchor, content)
  }

  /// Logs a sample ratio mismatch once for each test: the shares of its users do not fit the intended
  /// ones.
  private mutating func logMismatches(of activity: ServingActivity) {
    let found = activity.tests.filter { name, users in
      if case .differs = users.fit { !content.session.mismatches.contains(name) } else { false }
    }
    guard !found.isEmpty else { return }
    let moment = context.wallClock.moment(at: time)
    for (name, users) in found.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      content.session.mismatches.insert(name)
      panes.activity.log.add(
        ActivityEntry(
          when: moment,
          kind: .problem,
          text: "Sample ratio mismatch: \(name.rawValue) has \(users.text)",
          details: users.sharesText,
          features: [name]
        )
      )
    }
  }

  private mutating func changeTeam(to activity: TeamActivity) {
    let former = content.team
    content.team = activity
    if let former { showProgress(from: former, to: activity) }
    if let defect = activity.defects.first(where: { former?.defects.contains($0) != true }) {
      let rest = activity.defects.count - 1
      let more = rest > 0 ? ", and \(Number.count(rest, "more key"))" : ""
      show(Notice("\(defect)\(more)", kind: .warning))
    }
    guard var menu = dialog as? Menu<TeamMenu> else { return }
    menu.update { $0.activity = activity }
    dialog = menu
  }

  /// Shows that the team can be reached again, and that pending changes were sent.
  private mutating func showProgress(from former: TeamActivity, to activity: TeamActivity) {
    if former.pending != activity.pending || former.isOnline != activity.isOnline {
      content.isHistoryStale = true
    }
    if activity.pending.count > former.pending.count {
      inform("The change is sent to the team as soon as etcd responds.")
    } else if !former.pending.isEmpty, activity.pending.isEmpty {
      let isOne = former.pending.count == 1
      let text = isOne ? "The pending change was sent" : "The pending changes were sent"
      show(Notice("\(text) to the team.", kind: .success))
    } else if case .offline = former.status, activity.isOnline, timedNotice?.notice.kind != .success
    {
      show(Notice("The team can be reached again.", kind: .success))
    }
  }

  mutating func replaceOrphans(with orphans: [OverrideKey: Override]) {
    let anchor = panes.list.anchor(in: content.list)
    if content.replaceOrphans(with: orphans) {
      content.isHistoryStale = true
      panes.refresh(after: .orphaned, anchor: anchor, content)
    }
    refreshDialog()
  }

  /// Adds conflicts to the open dialog of conflicts, or to the waiting conflicts if the dialog is not
  /// open.
  private mutating func add(_ conflicts: [OverrideConflict]) {
    let texts = conflicts.map { $0.text(context.wallClock) + "." }
    transcript?.add(texts)
    guard var menu = dialog as? Menu<ConflictMenu> else {
      let keys = Set(conflicts.map(\.key))
      self.conflicts = self.conflicts.filter { !keys.contains($0.key) } + conflicts
      let text = conflictText ?? ""
      transcript?.add(text)
      return
    }
    menu.update { $0.add(conflicts) }
    dialog = menu
    conflictsShown = time
  }

  /// Opens the dialog about the waiting conflicts.
  mutating func openConflicts() {
    guard !conflicts.isEmpty else {
      return inform("None of your changes conflicts with a colleague's.")
    }
    dialog = Menu(ConflictMenu(conflicts, clock: context.wallClock))
    conflicts = []
    conflictsShown = time
  }

  /// The notice about waiting conflicts, which stays until the user opens them; `nil` for none.
  var conflictText: String? {
    guard let first = conflicts.first else { return nil }
    let name = first.key.text.shortened(to: 40)
    let subject =
      conflicts.count == 1
      ? "Your change of \(name) was not saved"
      : "\(conflicts.count) changes of yours were not saved"
    return "\(subject) (conflict): press \(keymap.text(of: .live(.conflicts))) to decide."
  }

  private mutating func refreshDialog() {
    guard dialog?.refresh(with: content.list) == false else { return }
    dialog = nil
    show(Notice("The edited feature is no longer in the source.", kind: .warning))
  }

  /// Clamps all cursors and scroll positions after an event, or before a frame that is drawn while an
  /// event is applied.
  mutating func settle() {
    panes.list.settleCursor()
    // A screen that is too small shows no panes: their scroll positions stay unchanged until it
    // grows.
    guard !Layout(size).isTooSmall else { return }
    if focus == .details, selected == nil { focus = .list }
    // Only a large screen shows the details and another pane beside the list.
    if !Layout(size).isLarge, focus != .list { side = focus }
    let scene = scene(now: time)
    for id in PaneID.allCases { panes.apply(.settle, to: id, scene) }
  }
}
