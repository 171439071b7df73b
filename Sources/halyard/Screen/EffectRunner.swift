import Connectivity
import Dashboard
import FeatureFlags
import Locking

/// Does what the dashboard asks for, one thing after another, away from the thread of the screen.
///
/// What comes of it goes back as events.
final class EffectRunner: Sendable {
  private let setup: Setup
  private let inbox: Inbox
  private let effects: AsyncStream<Effect>
  private let queue: AsyncStream<Effect>.Continuation
  private let changes: AsyncStream<FlagChange>
  private let time: Timeline
  private let connectivity = Connectivity(configuration: .init())
  /// The configuration that was loaded last.
  private let loaded: Locked<ConfigurationLoader.Loaded?>
  /// The polling of a server; `nil` for a source that is not polled.
  private let polling: SourcePolling?

  /// Makes a runner that listens to the store from now on.
  init(
    _ setup: Setup,
    loaded: ConfigurationLoader.Loaded?,
    polling: SourcePolling?,
    inbox: Inbox,
    time: Timeline
  ) {
    self.polling = polling
    self.setup = setup
    self.time = time
    self.inbox = inbox
    self.loaded = Locked(loaded)
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
    polling?.stop()
  }

  /// Does what was taken on, until `finish()`.
  func run() async {
    let listener = Task {
      for await change in changes { tell(change) }
    }
    let poll = Task { await polling?.run { take($0) } }
    for await effect in effects { await perform(effect) }
    poll.cancel()
    listener.cancel()
  }

  private func tell(_ change: FlagChange) {
    switch change.kind {
    case .overridden(let features): inbox.post(.changed(features))
    case .loaded(let difference):
      guard let loaded = loaded.withLock({ $0 }) else { return }
      let changed = Set(difference.changed + difference.added)
      // Nothing stands out where everything is new.
      let isFirst = difference.added.count == setup.store.features.count
      inbox.post(
        .loaded(Snapshot(setup.store.features, of: loaded, changed: isFirst ? [] : changed))
      )
    }
  }

  private func perform(_ effect: Effect) async {
    do throws(FlagStoreError) {
      switch effect {
      case .decide(let decision, let names):
        try setup.store.decide(decision, for: names)
        record(names)
      case .reset(let names):
        try setup.store.reset(names)
        record(names)
      case .resetAll:
        try setup.store.resetAll()
        say("Every feature follows its source again.")
      case .delete(let names):
        try setup.store.delete(names)
        say(names.count == 1 ? "\"\(names[0])\" was deleted." : "\(names.count) were deleted.")
      case .refresh: if let polling { polling.refreshNow() } else { try await refresh() }
      case .clearCache: clearCache()
      case .checkConnectivity: await checkConnectivity()
      case .pausePolling(let isPaused): polling?.pause(isPaused)
      case .setInterval(let interval): polling?.poll(every: interval)
      case .redraw, .suspend, .quit: break
      }
    } catch {
      fail("\(error)")
    }
  }

  /// Writes into the log what features are after something was decided about them.
  private func record(_ names: [Feature.Name]) {
    for feature in names.compactMap(setup.store.feature(named:)) {
      let text = "\(feature.name): \(feature.stateWords)"
      let details = feature.isOverridden ? "" : "follows its source"
      inbox.post(.activity(time.entry(.own, text, details: details)))
    }
  }

  private func checkConnectivity() async {
    let before = connectivity.status
    let report = await connectivity.check()
    inbox.post(.connectivity(report))
    guard report.status != before else { return }
    let portal = report.captivePortal.map { "captive portal at \($0.host)" } ?? ""
    inbox.post(.activity(time.entry(.connectivity, "\(report.status)", details: portal)))
  }

  private func refresh() async throws(FlagStoreError) {
    do throws(Failure) {
      let fresh = try await setup.load(usesCache: true)
      let before = setup.store.features
      loaded.withLock { $0 = fresh }
      try load(fresh)
      let after = setup.store.features
      let changed = Set(after.map(\.configured)).subtracting(before.map(\.configured))
      let words = "Refreshed: \(after.count) \(after.count == 1 ? "feature" : "features")"
      let details = changed.isEmpty ? "no changes" : "\(changed.count) changed"
      inbox.post(.activity(time.entry(.poll, words, details: details)))
      if fresh.failures.isEmpty { say("\(words), \(details).", isRecorded: false) }
    } catch {
      if case .store(let error) = error { throw error }
      fail(error.message ?? "")
    }
  }

  private func load(_ fresh: ConfigurationLoader.Loaded) throws(Failure) {
    do throws(FlagStoreError) {
      try setup.store.load(fresh.configuration)
    } catch {
      throw .store(error)
    }
  }

  /// Puts what a poll brought in effect.
  private func take(_ fresh: ConfigurationLoader.Loaded) {
    loaded.withLock { $0 = fresh }
    do throws(Failure) {
      try load(fresh)
    } catch {
      fail(error.message ?? "")
    }
  }

  private func clearCache() {
    do throws(WorkspaceError) {
      try setup.workspace.removeLastGood()
      say("The last good configuration was forgotten.")
    } catch {
      fail("\(error)")
    }
  }

  private func say(_ text: String, isRecorded: Bool = true) {
    inbox.post(.notice(Notice(text, kind: .success)))
    if isRecorded { inbox.post(.activity(time.entry(.own, text))) }
  }

  private func fail(_ text: String) {
    inbox.post(.notice(Notice(text, kind: .failure)))
    inbox.post(.activity(time.entry(.problem, text)))
  }
}

extension Snapshot {
  /// The features with what is known of the configuration that they are from.
  init(
    _ features: [Feature],
    of loaded: ConfigurationLoader.Loaded,
    changed: Set<Feature.Name> = []
  ) {
    self.init(
      features: features,
      problems: loaded.configuration.problems,
      origin: loaded.origin,
      note: loaded.failures.first.map { "\($0)" },
      changed: changed
    )
  }
}
