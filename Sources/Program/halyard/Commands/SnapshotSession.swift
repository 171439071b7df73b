import Dashboard
import FeatureFlags
import Frame
import Workbench

import struct FoundationEssentials.Date

/// A screen without a terminal: key presses have the same effects as on the dashboard, but no change is
/// saved.
struct SnapshotSession {
  let setup: Setup
  private let loaded: ConfigurationLoader.Loaded
  private(set) var state: DashboardState
  /// The time since the screen was opened.
  private(set) var now = Duration.zero
  /// The operations that undo and redo revert; the latest operation is the last element.
  private var (done, undone): ([OverrideOperation], [OverrideOperation]) = ([], [])

  /// Opens the screen; ``showFeatures()`` shows the loaded features.
  init(_ setup: Setup, _ loaded: ConfigurationLoader.Loaded, _ state: DashboardState) {
    (self.setup, self.loaded, self.state) = (setup, loaded, state)
  }

  mutating func update(_ event: Event) {
    _ = state.update(event, now: now)
  }

  /// Sends the event `tick` with a later time, and stays at the current time.
  mutating func tick(at time: Duration) {
    _ = state.update(.tick, now: time)
  }

  /// Lets time pass; the caller sends the event `tick` when the state needs it.
  mutating func advance(to time: Duration) {
    now = max(now, time)
  }

  mutating func showFeatures() {
    update(.loaded(setup.snapshot(of: loaded, state.context)))
  }

  /// Performs an effect that only reads presets, and shows its results; also performs the effects that
  /// follow from the results.
  private mutating func show(_ effect: PresetEffect) {
    for event in PresetEffectRunner(setup).events(for: effect) {
      for case .presets(let next) in state.update(event, now: now) { show(next) }
    }
  }

  /// Performs an effect on presets.
  ///
  /// A snapshot writes nothing, so that a notice says what is omitted.
  private mutating func perform(_ effect: PresetEffect) {
    let omitted: String
    switch effect {
    case .list, .preview, .previewOpened: return show(effect)
    case .save(let name, _): omitted = "Preset \(name) is not saved"
    case .delete(let name): omitted = "Preset \(name) is not deleted"
    case .apply(let name, _): omitted = "Preset \(name) is not applied"
    case .applyOpened(let opened): omitted = "\(opened.location) is not applied"
    case .open(let location): omitted = "\(location) is not read"
    }
    // A dialog hides all notices except failures, and the list of presets is a dialog.
    update(.notice(Notice("\(omitted): a snapshot changes no file.", kind: .failure)))
  }

  /// Simulates a key press, and applies the changes of overrides that it causes.
  mutating func press(_ key: Key) {
    for effect in state.update(.key(key), now: now) {
      do throws(FlagStoreError) {
        try perform(effect)
      } catch {
        update(.notice(Notice("\(error)", kind: .failure)))
        showFeatures()
      }
    }
  }

  private mutating func perform(_ effect: Effect) throws(FlagStoreError) {
    let store = setup.store
    switch effect {
    case .overrides(let change):
      let former = overrides
      try store.applyAndWait(change)
      record(former)
    case .bisect(let step): try store.apply(.bisect(step.changes))
    case .endBisection(let step): try store.apply(.bisect(step.restoration))
    case .undo: return try revert(.undo)
    case .redo: return try revert(.redo)
    case .undoOperation(let id):
      return refuse("The operation \(id.prefix(8)) is not undone")
    case .undoChange: return refuse("The change is not undone")
    case .presets(let effect): return perform(effect)
    case .session(.compareUsers):
      return update(.comparedUsers(UserComparison(store, state.context.personas)))
    case .usages(.find(let name, let folders, let patterns)):
      let progress = UsageProgress(searching: folders, patterns, for: name)
      return update(.usages(name, progress))
    case .session(.setUser(let fields)):
      let user: EvaluationContext
      do throws(UserTextError) {
        user = try EvaluationContext(fields)
      } catch {
        return update(.notice(Notice("\(error)", kind: .failure)))
      }
      return try evaluate(for: user, name: user.targetingKey ?? "a user without a key")
    case .session(.setPersona(let name, let user)): return try evaluate(for: user, name: name)
    case .session, .sortFeatures, .saveTheme, .saveFavourites, .report, .edit, .terminal, .usages:
      return
    }
    showFeatures()
  }

  private mutating func refuse(_ text: String) {
    update(.notice(Notice(text + ": a snapshot changes no file.", kind: .failure)))
  }

  private mutating func evaluate(
    for user: EvaluationContext,
    name: String
  ) throws(FlagStoreError) {
    try setup.store.setContext(user)
    showFeatures()
    update(.notice(Notice("Evaluated for \(name).", kind: .success)))
  }
}

// MARK: Undo

extension SnapshotSession {
  private var overrides: [OverrideKey: Override] {
    setup.store.activeOverrides
  }

  /// Stores the difference from the previous overrides as an operation, for undo.
  private mutating func record(_ former: [OverrideKey: Override]) {
    let new = overrides
    let keys = Set(former.keys).union(new.keys).filter { former[$0] != new[$0] }
    guard !keys.isEmpty else { return }
    let operation = OverrideOperation(
      id: "",
      OverrideOperation.Signature(date: state.context.wallClock.start, author: setup.store.author),
      .change,
      keys.sorted().map { OverrideOperation.Change($0, from: former[$0], to: new[$0]) }
    )
    done.append(operation)
    undone = []
  }

  /// Undoes or redoes the last operation of this session.
  ///
  /// A snapshot saves no changes, and so it does not revert the operations of other programs.
  private mutating func revert(_ direction: History.Direction) throws(FlagStoreError) {
    let operation =
      switch direction {
      case .undo: done.popLast()
      case .redo: undone.popLast()
      }
    guard let operation else {
      let text = "There is nothing to \(direction == .undo ? "undo" : "redo")."
      return update(.notice(Notice(text, kind: .information)))
    }
    let (clock, former) = (state.context.wallClock, overrides)
    let goals = operation.goals(direction, at: clock.start)
    try setup.store.applyAndWait(.assign(goals))
    switch direction {
    case .undo: undone.append(operation)
    case .redo: done.append(operation)
    }
    showFeatures()
    let changes = operation.changes.map { change in
      let key = change.key
      return OverrideOperation.Change(key, from: former[key], to: goals[key].flatMap(\.self))
    }
    let text = RevertedOperation(operation, direction, changes)
      .description(at: clock, now: clock.start, own: setup.store.origin) { [setup] name in
        setup.store.feature(named: name)
      }
    update(.notice(Notice(text, kind: .success)))
  }
}
