import Dashboard
import Locking

/// Sorts the features of large sources for the list, one load after the other, on a background thread.
final class FeatureSorter: Sendable {
  private struct State {
    var waiting: [LoadedSource] = []
    var isRunning = false
  }

  private let inbox: Inbox
  private let state = Locked(State())
  private let thread = ThreadExecutor(label: "halyard.lists")

  init(inbox: Inbox) {
    self.inbox = inbox
  }

  /// Sorts features, and posts them to the inbox.
  ///
  /// Drops waiting features of a document that was only partly loaded: the given features replace them.
  func sort(_ source: LoadedSource) {
    let starts = state.withLock { state in
      state.waiting.removeAll(where: \.isPartial)
      state.waiting.append(source)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts { Task(executorPreference: thread) { self.run() } }
  }

  private func run() {
    while var source = next() {
      source.prepareList()
      inbox.post(.loaded(source))
    }
  }

  private func next() -> LoadedSource? {
    state.withLock { state in
      state.isRunning = !state.waiting.isEmpty
      return state.isRunning ? state.waiting.removeFirst() : nil
    }
  }
}
