import FeatureFlags
import Frame

extension DashboardState {
  /// Takes in what happened.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - now: The time on a clock of the caller's choice that never goes back.
  /// - Returns: What is to be done, in order.
  public mutating func update(_ event: Event, now: Duration) -> [Effect] {
    time = now
    changes.expire(at: now)
    if let toast, now >= toast.end { self.toast = nil }
    if let due = search?.due, now >= due { findMatches() }
    var effects: [Effect] = []
    switch event {
    case .key(let key): effects = press(key, now: now)
    case .typed(let text): effects = type(text, now: now)
    case .paste(let text): paste(text)
    case .resized(let size): self.size = size
    case .loaded(let snapshot):
      load(snapshot)
      refreshDialog(now: now)
      changes.add(snapshot.difference, at: now)
    case .changed(let features):
      change(features)
      refreshDialog(now: now)
    case .orphaned(let orphans):
      replaceOrphans(with: orphans)
      refreshDialog(now: now)
    case .unsaved(let names): unsaved = names
    case .overridesFailed(let reason): problemList.overridesFailure = reason
    case .polling(let status):
      poll = status
      problemList.pollFailure = status.failure
    case .connectivity(let report): take(report)
    case .activity(let entry): log.add(entry)
    case .notice(let notice): show(notice, now: now)
    case .tick: break
    }
    settle()
    return effects
  }

  /// Shows a notice until it has been read, which takes longer for bad news and for long texts.
  mutating func show(_ notice: Notice, now: Duration) {
    let time: Duration =
      switch notice.kind {
      case .success, .information: .seconds(3)
      case .warning: .seconds(5)
      case .failure: .seconds(8)
      }
    let extra = Duration.seconds(2 * min(notice.text.utf8.count / 80, 4))
    toast = Toast(notice: notice, end: now + time + extra)
  }

  private mutating func press(_ key: Key, now: Duration) -> [Effect] {
    if Layout(size).isTooSmall {
      // Nothing may change that cannot be seen.
      return Action(key: key) == .quit ? [.quit] : []
    }
    if dialog != nil { return pressInDialog(key, now: now) }
    if log.isTyping {
      pressInLog(key)
      return []
    }
    if search?.isTyping == true {
      pressInSearch(key)
      return []
    }
    guard let action = Action(key: key) else { return [] }
    return perform(action, now: now)
  }

  /// Whether characters go into a line of text, so that many can be handled at once as
  /// `Event.typed`.
  public var isTyping: Bool {
    if Layout(size).isTooSmall { return false }
    if let dialog { return dialog.isTyping }
    return log.isTyping || search?.isTyping == true
  }

  private mutating func type(_ text: String, now: Duration) -> [Effect] {
    guard isTyping else { return text.flatMap { press(.character($0), now: now) } }
    if dialog != nil {
      dialog?.type(text)
    } else {
      insert(text)
    }
    return []
  }

  private mutating func paste(_ text: String) {
    if dialog != nil {
      dialog?.paste(text)
    } else {
      insert(text)
    }
  }

  /// Inserts text into the line in which a search is typed, if there is one.
  private mutating func insert(_ text: String) {
    if log.isTyping {
      var input = log.input
      input.insert(text)
      log.search(for: input)
    } else if search?.isTyping == true {
      let before = search?.input.changeCount
      search?.input.insert(text)
      if search?.input.changeCount != before { searchTextHasChanged() }
    }
  }

  private mutating func load(_ snapshot: Snapshot) {
    let name = selected?.name ?? lastSelected
    let offset = cursor - top
    list = FeatureList(snapshot.features, orphans: snapshot.orphans)
    origin = snapshot.origin
    note = snapshot.note
    evaluator = snapshot.evaluator
    user = snapshot.context
    person = snapshot.person
    problemList = ProblemList(snapshot, after: problemList)
    problemDocument = snapshot.document
    problemCount = snapshot.problems.count { $0.severity == .error || $0.feature == nil }
    problems = Dictionary(grouping: snapshot.problems.filter { $0.feature != nil }) {
      $0.feature ?? ""
    }
    let position = name.flatMap { list?.position(of: $0) }
    rebuildRows(keeping: position)
    // The screen stands still around a feature that is still there.
    if position != nil { top = cursor - offset }
  }

  private mutating func change(_ features: [Feature]) {
    for feature in features { list?.replace(feature) }
    if filter.isOverriddenOnly { rebuildRows(keeping: anchor) }
  }

  private mutating func replaceOrphans(with orphans: [Feature.Name: Override]) {
    guard let list, list.orphans != orphans else { return }
    let name = selected?.name ?? lastSelected
    self.list = FeatureList(list.features.filter { !$0.isRemoved }, orphans: orphans)
    rebuildRows(keeping: name.flatMap { self.list?.position(of: $0) })
  }

  private mutating func refreshDialog(now: Duration) {
    guard dialog?.refresh(with: list) == false else { return }
    dialog = nil
    show(Notice("What was being changed is gone from the source.", kind: .warning), now: now)
  }

  /// Works out again which features the list shows.
  ///
  /// - Parameter position: The feature to which the cursor stays as near as it can.
  mutating func rebuildRows(keeping position: Int?) {
    guard let list else { return }
    rows = Rows(list, filter: filter)
    if let position, let row = rows.row(nearest: position) { cursor = row }
    if !marks.isEmpty {
      marks = marks.filter { name in
        list.position(of: name).map { rows.row(of: $0) != nil } ?? false
      }
    }
    if let search { searchAgain(from: search.due == nil ? .nowhere : .origin) }
  }
}
