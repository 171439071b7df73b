import Dashboard
import FeatureFlags
import Synchronization

/// Does what the dashboard asks for, one thing after another, away from the thread of the screen.
///
/// What comes of it goes back as events.
final class EffectRunner: Sendable {
  private let setup: Setup
  private let inbox: Inbox
  private let effects: AsyncStream<Effect>
  private let queue: AsyncStream<Effect>.Continuation
  private let changes: AsyncStream<FlagChange>
  /// The configuration that was loaded last.
  private let loaded: Mutex<ConfigurationLoader.Loaded>

  /// Makes a runner that listens to the store from now on.
  init(_ setup: Setup, loaded: ConfigurationLoader.Loaded, inbox: Inbox) {
    self.setup = setup
    self.inbox = inbox
    self.loaded = Mutex(loaded)
    (effects, queue) = AsyncStream.makeStream()
    changes = setup.store.changes()
  }

  /// Takes on an effect; those taken on before come first.
  func take(_ effect: Effect) {
    queue.yield(effect)
  }

  /// Takes on no more; `run()` ends when all is done.
  func finish() {
    queue.finish()
  }

  /// Does what was taken on, until `finish()`.
  func run() async {
    let listener = Task {
      for await change in changes { tell(change) }
    }
    for await effect in effects { await perform(effect) }
    listener.cancel()
  }

  private func tell(_ change: FlagChange) {
    switch change.kind {
    case .overridden(let features): inbox.post(.changed(features))
    case .loaded: inbox.post(.loaded(loaded.withLock { Snapshot(setup.store.features, of: $0) }))
    }
  }

  private func perform(_ effect: Effect) async {
    do throws(FlagStoreError) {
      switch effect {
      case .decide(let decision, let names): try setup.store.decide(decision, for: names)
      case .reset(let names): try setup.store.reset(names)
      case .resetAll:
        try setup.store.resetAll()
        say("Every feature follows its source again.")
      case .delete(let names):
        try setup.store.delete(names)
        say(names.count == 1 ? "\"\(names[0])\" was deleted." : "\(names.count) were deleted.")
      case .refresh: try await refresh()
      case .clearCache: clearCache()
      case .pausePolling, .setInterval, .checkConnectivity, .redraw, .suspend, .quit: break
      }
    } catch {
      inbox.post(.notice(Notice("\(error)", kind: .failure)))
    }
  }

  private func refresh() async throws(FlagStoreError) {
    do throws(Failure) {
      let fresh = try await setup.load(usesCache: true)
      loaded.withLock { $0 = fresh }
      let isFresh = fresh.failures.isEmpty
      try load(fresh)
      let count = setup.store.features.count
      if isFresh { say("Refreshed: \(count) \(count == 1 ? "feature" : "features").") }
    } catch {
      if case .store(let error) = error { throw error }
      inbox.post(.notice(Notice(error.message ?? "", kind: .failure)))
    }
  }

  private func load(_ fresh: ConfigurationLoader.Loaded) throws(Failure) {
    do throws(FlagStoreError) {
      try setup.store.load(fresh.configuration)
    } catch {
      throw .store(error)
    }
  }

  private func clearCache() {
    do throws(WorkspaceError) {
      try setup.workspace.removeLastGood()
      say("The last good configuration was forgotten.")
    } catch {
      inbox.post(.notice(Notice("\(error)", kind: .failure)))
    }
  }

  private func say(_ text: String) {
    inbox.post(.notice(Notice(text, kind: .success)))
  }
}

extension Snapshot {
  /// The features with what is known of the configuration that they are from.
  init(_ features: [Feature], of loaded: ConfigurationLoader.Loaded) {
    self.init(
      features: features,
      problems: loaded.configuration.problems,
      origin: loaded.origin,
      note: loaded.failures.first.map { "\($0)" }
    )
  }
}
