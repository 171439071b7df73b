import Dashboard
import FeatureFlags
import Locking

/// Posts the events of a session to the inbox in their order; sorts the features of each load on a
/// background thread before, so that the screen does not wait for a large source.
///
/// Changes of overrides overtake a load that is being sorted: the next key must act on them.
final class LoadPipeline: Sendable {
  private struct State {
    /// The events behind a load that is being sorted.
    var events: [SessionEvent] = []
    var isRunning = false
  }

  private let setup: Setup
  private let inbox: Inbox
  private let state = Locked(State())
  private let thread = ThreadExecutor(label: "halyard.lists")

  init(_ setup: Setup, inbox: Inbox) {
    self.setup = setup
    self.inbox = inbox
  }

  /// Posts an event, immediately or in its order behind a load; safe to call under the lock of the
  /// store.
  func post(_ event: SessionEvent) {
    let (isDirect, starts) = state.withLock { state -> (Bool, Bool) in
      if event.changeOfOverrides != nil { return (true, false) }
      if !state.isRunning, !event.hasFeatures { return (true, false) }
      state.events.append(event)
      defer { state.isRunning = true }
      return (false, !state.isRunning)
    }
    if isDirect { inbox.post(.session(event)) }
    if starts { Task(executorPreference: thread) { self.run() } }
  }

  private func run() {
    while let event = next() {
      if event.hasFeatures { inbox.post(.loaded(load(event))) } else { inbox.post(.session(event)) }
    }
  }

  /// Removes and returns the next event; drops previews that a newer event replaces.
  private func next() -> SessionEvent? {
    state.withLock { state in
      while let event = state.events.first {
        state.events.removeFirst()
        if event.isPreview, state.events.contains(where: \.hasFeatures) { continue }
        return event
      }
      state.isRunning = false
      return nil
    }
  }

  private func load(_ event: SessionEvent) -> PreparedLoad {
    let failures = setup.session.failures
    var load = PreparedLoad(source: setup.preview, failures: failures)
    if case .changed(let change) = event, case .loaded(let difference) = change.kind,
      let loaded = setup.session.loaded
    {
      load.loaded = loaded
      load.source = setup.snapshot(of: loaded, failures: failures.map { "\($0)" })
      load.difference = difference
    }
    load.source.prepareList()
    return load
  }
}

/// The sorted features after a load, for the event loop.
struct PreparedLoad: Sendable {
  var source: LoadedSource
  /// The failures of the load.
  let failures: [LoadFailure]
  /// The configuration; `nil` while the rest of the document is being parsed.
  var loaded: ConfigurationLoader.Loaded?
  /// The difference from the former features of the store.
  var difference = FlagDifference()
}

extension SessionEvent {
  /// Whether the features of the store were replaced.
  fileprivate var hasFeatures: Bool {
    if case .changed(let change) = self, case .loaded = change.kind { return true }
    return isPreview
  }

  fileprivate var isPreview: Bool {
    if case .previewed = self { true } else { false }
  }
}
