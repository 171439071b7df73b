import Dashboard
import FeatureFlags
import Files
import Frame
import Locking
import Optimizely
import Pacing

/// Runs the effects of the dashboard in order on a thread of its own, and posts their results as events.
final class EffectRunner: Sendable {
  /// Runs the effects, which may block on locks and disks, outside the cooperative thread pool.
  static let executor = ThreadExecutor(label: "halyard.effects")
  let setup: Setup
  let inbox: Inbox
  private let queue = WorkQueue()
  private let changes: AsyncStream<FlagChange>
  let time: Timeline
  private let connectivity: ConnectivityWatch
  private let themes: ThemeSetting
  /// What sends impressions; `nil` where none is sent.
  private let impressions: ImpressionWatch?
  /// The configuration that was loaded last.
  let loaded: Locked<ConfigurationLoader.Loaded?>
  /// Whether the features of a configuration were published; the first ones are no change.
  private let hasFeatures: Locked<Bool>
  /// The polling of a server; `nil` for a source that is not polled.
  let polling: SourcePolling?
  /// The failures of the last load.
  let failures = Locked(FailureMemory())
  private let saveStatuses: AsyncStream<OverrideSaveStatus>
  /// Whether the overrides could not be read since they were last saved.
  private let hadReadProblem = Locked(false)
  /// What was said of the source as a whole.
  private let warnings = Locked<[Problem]>([])
  /// Shut for a second after each request, for keys that are held down.
  private let gate = Locked(Gate<ContinuousClock.Instant>(interval: .seconds(1)))

  /// Makes a runner that listens to the store from now on.
  init(
    _ setup: Setup,
    _ live: LiveSettings,
    loaded: ConfigurationLoader.Loaded?,
    themes: ThemeSetting,
    inbox: Inbox,
    time: Timeline
  ) {
    let connectivity = ConnectivityWatch(
      live.connectivity,
      isAutomatic: live.watchesConnectivity,
      client: setup.program.makeClient(),
      inbox: inbox,
      time: time
    )
    self.connectivity = connectivity
    polling =
      setup.origin == .remote
      ? SourcePolling(
        setup,
        interval: live.interval,
        deadline: live.deadline,
        inbox: inbox,
        time: time
      ) {
        connectivity.checkIfAutomatic()
      } : nil
    impressions = setup.sink.map { ImpressionWatch($0, setup, inbox: inbox, time: time) }
    self.setup = setup
    self.themes = themes
    self.time = time
    self.inbox = inbox
    self.loaded = Locked(loaded)
    hasFeatures = Locked(loaded != nil)
    changes = setup.store.changes()
    saveStatuses = setup.store.saveStatuses()
  }

  /// Applies a change of overrides before the call returns, so that the next key finds it; it is saved
  /// in the background.
  ///
  /// - Returns: The features whose state has changed.
  func apply(_ effect: OverrideEffect) -> [Feature] {
    do throws(FlagStoreError) {
      switch effect {
      case .set(let decision, let names):
        try setup.store.apply(.decide([decision], for: names))
        return record(names)
      case .reset(let names):
        try setup.store.apply(.reset(names))
        return record(names)
      case .resetAll: queue.add(.resetAll)
      case .delete(let names): queue.add(.delete(names))
      }
    } catch {
      fail("\(error)")
    }
    return []
  }

  /// Queues a request to the source, polling, connectivity or user.
  func enqueue(_ effect: SessionEffect) { queue.add(.session(effect)) }

  /// Queues saving the theme of this name.
  func enqueueTheme(_ name: String) { queue.add(.saveTheme(name)) }

  /// The event with the current states of its features: since the event was posted, later overrides
  /// may have changed them.
  func current(_ event: Event) -> Event {
    if case .changed(let features) = event { return .changed(current(features)) }
    guard case .loaded(var source) = event else { return event }
    source.features = current(source.features)
    return .loaded(source)
  }

  private func current(_ features: [Feature]) -> [Feature] {
    features.compactMap { setup.store.feature(named: $0.name) }
  }

  /// Accepts no more effects; ``run()`` ends after the last one.
  func finish() {
    queue.finish()
    polling?.stop()
  }

  /// Sends the impressions that wait, and says which could not be sent; `nil` if all were.
  func sendWaiting() async -> String? {
    await impressions?.finish()
  }

  /// Waits until all overrides are saved.
  ///
  /// - Throws: `notSaved`, if overrides are lost when the program ends.
  func flush() async throws(FlagStoreError) {
    try await setup.store.flush()
  }

  /// Runs effects in order until ``finish()``; some of them block the thread of the executor.
  func run() async {
    let follower = setup.store.followWorkspace { [self] problem in
      let failure = problem.map { "\(FlagStoreError.notRead($0))" }
      inbox.post(.overridesFailed(failure))
      if let failure {
        hadReadProblem.withLock { $0 = true }
        return fail(failure)
      }
      if setup.store.unsavedNames.isEmpty { hadReadProblem.withLock { $0 = false } }
      say("The overrides can be read again.")
    }
    let file = setup.followFile { [queue] in queue.add(.reload) }
    if follower?.isPolling == true || file?.isPolling == true {
      inbox.post(.notice(Notice(Setup.pollingRemark, kind: .warning)))
      inbox.post(.activity(time.entry(.problem, Setup.pollingRemark)))
    }
    let listener = Task {
      warn()
      sendImpressions(of: setup.store.features)
      for await change in changes { tell(change) }
    }
    let saving = Task {
      for await status in saveStatuses { report(status) }
    }
    let poll = Task { await polling?.run { queue.add(.polled($0, start: $1)) } }
    let watch = Task { await connectivity.run() }
    while let work = await queue.next() {
      do throws(FlagStoreError) {
        switch work {
        case .session(let effect): try await perform(effect)
        case .resetAll: try await resetAll()
        case .delete(let names): try await delete(names)
        case .saveTheme(let name): saveTheme(name)
        case .reload: try await readSource(.changed)
        case .polled(let outcome, let start): take(outcome, start: start)
        }
      } catch {
        fail("\(error)")
      }
    }
    poll.cancel()
    saving.cancel()
    watch.cancel()
    listener.cancel()
    withExtendedLifetime((follower, file)) {}
  }

  /// Shows which overrides are not saved; a failure stays marked until a retry succeeds.
  private func report(_ status: OverrideSaveStatus) {
    inbox.post(.unsaved(status.unsaved))
    if let error = status.error { fail("\(FlagStoreError.notSaved(error))") }
    guard status.unsaved.isEmpty else { return }
    let wasReported = hadReadProblem.withLock { hadReadProblem in
      defer { hadReadProblem = false }
      return hadReadProblem
    }
    // The end of a read problem has been reported already.
    if !wasReported { say("The overrides are saved.") }
  }

  private func tell(_ change: FlagChange) {
    switch change.kind {
    case .overridden(let features):
      inbox.post(.changed(features))
      inbox.post(.orphaned(setup.store.orphanedOverrides))
      if change.cause != .call { record(features, change.cause) }
      sendImpressions(of: features)
    case .loaded(let difference):
      guard let loaded = loaded.withLock({ $0 }) else { return }
      let isFirst = hasFeatures.withLock { hasFeatures in
        defer { hasFeatures = true }
        return !hasFeatures
      }
      // Highlights nothing on the first load.
      showFeatures(of: loaded, difference: isFirst ? FlagDifference() : difference)
      warn()
      sendImpressions(of: setup.store.features)
    }
  }

  /// Says what is new to say of the source as a whole, which no feature shows.
  private func warn() {
    let found = loaded.withLock { $0 }?.configuration.problems.filter { $0.feature == nil } ?? []
    let news = warnings.withLock { said in
      defer { said = found }
      return found.filter { !said.contains($0) }
    }
    for problem in news {
      inbox.post(.activity(time.entry(.problem, "\(problem.fact)", details: setup.source.name)))
    }
    guard let first = news.first else { return }
    let rest = news.count > 1 ? " (3 shows \(news.count - 1) more)" : ""
    inbox.post(.notice(Notice("\(first.fact)\(rest)", kind: .warning)))
  }

  private func sendImpressions(of features: [Feature]) {
    guard let impressions, let loaded = loaded.withLock({ $0 }) else { return }
    impressions.see(features, of: loaded.configuration, for: setup.store.context)
  }

  private func resetAll() async throws(FlagStoreError) {
    guard try await isSaved(.resetAll) else { return }
    say("All overrides are reset.")
  }

  private func delete(_ names: [Feature.Name]) async throws(FlagStoreError) {
    guard try await isSaved(.delete(names)) else { return }
    say(names.count == 1 ? "\"\(names[0])\" was deleted." : "\(names.count) were deleted.")
  }

  private func perform(_ effect: SessionEffect) async throws(FlagStoreError) {
    switch effect {
    case .refresh:
      guard gate.withLock({ $0.admits(at: .now) }) else {
        inbox.post(.notice(Notice("Refreshed less than a second ago.", kind: .information)))
        return
      }
      if let polling { polling.refreshNow() } else { try await readSource(.asked) }
    case .setUser(let userFields): try await changeUser(to: userFields)
    case .checkConnectivity: connectivity.check()
    case .clearCache: clearCache()
    case .pausePolling(let isPaused): polling?.pause(isPaused)
    case .setInterval(let interval): polling?.poll(every: interval)
    }
  }

  /// Applies a change of overrides, and waits until it is saved; the save status has the failure.
  private func isSaved(_ change: OverrideUpdate) async throws(FlagStoreError) -> Bool {
    do throws(FlagStoreError) {
      try await setup.store.update(change)
      return true
    } catch {
      guard case .notSaved = error else { throw error }
      return false
    }
  }

  private func record(_ names: [Feature.Name]) -> [Feature] {
    let features = names.compactMap(setup.store.feature(named:))
    for feature in features {
      let text = "\(feature.name): \(feature.stateText)"
      let values = (feature.override?.variableTexts { $0.shortened(to: 40) } ?? []).joined(
        separator: ", "
      )
      let details = feature.isOverridden ? values : "follows its source"
      inbox.post(.activity(time.entry(.own, text, details: details)))
    }
    return features
  }

  /// Writes into the log what another program decided, and what has ended.
  private func record(_ features: [Feature], _ cause: FlagChange.Cause) {
    for feature in features {
      let author = feature.override?.author.map { ", by \($0)" } ?? ""
      let values = (feature.override?.variableTexts { $0.shortened(to: 40) } ?? []).map {
        ", " + $0
      }.joined()
      let source =
        feature.isOverridden ? "decided elsewhere\(author)\(values)" : "follows its source again"
      let details = cause == .end ? "the override has ended, \(source)" : source
      let text = "\(feature.name): \(feature.stateText)"
      inbox.post(.activity(time.entry(.other, text, details: details)))
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

  /// Saves the theme that the user has chosen, also for a read-only dashboard: a preference belongs to
  /// the user and not to the workspace, which `--read-only` protects.
  private func saveTheme(_ name: String) {
    do throws(WorkspaceError) {
      try themes.save(name)
      say("The theme \(name) is saved.", isRecorded: false)
    } catch {
      fail("The theme \(name) is not saved: \(error)")
    }
  }

  func say(_ text: String, isRecorded: Bool = true) {
    inbox.post(.notice(Notice(text, kind: .success)))
    if isRecorded { inbox.post(.activity(time.entry(.own, text))) }
  }

  func fail(_ text: String, _ kind: ActivityEntry.Kind = .problem) {
    inbox.post(.notice(Notice(text, kind: .failure)))
    inbox.post(.activity(time.entry(kind, hasFailed: true, text)))
  }
}
