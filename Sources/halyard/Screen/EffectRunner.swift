import Dashboard
import FeatureFlags
import Files
import Frame
import Locking
import Optimizely
import Pacing

/// Does what the dashboard asks for, one thing after another, away from the thread of the screen.
///
/// What comes of it goes back as events.
final class EffectRunner: Sendable {
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
  /// The features that the screen shows as not saved.
  private let unsaved = Locked<Set<Feature.Name>>([])
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
  }

  /// Applies a change of overrides: at once, so that the next key sees it; saving is queued.
  ///
  /// - Returns: The features whose state has changed.
  func apply(_ effect: OverrideEffect) -> [Feature] {
    do throws(FlagStoreError) {
      switch effect {
      case .set(let decision, let names):
        return record(names, saving: try setup.store.stage([decision], for: names))
      case .reset(let names): return record(names, saving: try setup.store.stageReset(names))
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

  /// Takes on no more; `run()` ends when all is done.
  func finish() {
    queue.finish()
    polling?.stop()
  }

  /// Sends the impressions that wait, and says which could not be sent; `nil` if all were.
  func sendWaiting() async -> String? {
    await impressions?.finish()
  }

  /// Saves what could not be saved until now.
  ///
  /// - Throws: `notSaved`, where there is something that is lost when the program ends.
  func saveWaiting() throws(FlagStoreError) {
    try setup.store.save(StagedChanges())
  }

  /// Does what was taken on, until `finish()`.
  func run() async {
    let follower = setup.store.followWorkspace { [self] problem in
      let failure = problem.map { "\(FlagStoreError.notRead($0))" }
      inbox.post(.overridesFailed(failure))
      if let failure { return fail(failure) }
      say("The overrides can be read again.")
      queue.add(.save(StagedChanges()))
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
    let poll = Task { await polling?.run { queue.add(.polled($0, start: $1)) } }
    let watch = Task { await connectivity.run() }
    while let work = await queue.next() {
      do throws(FlagStoreError) {
        switch work {
        case .session(let effect): try await perform(effect)
        case .resetAll: try resetAll()
        case .delete(let names): try delete(names)
        case .saveTheme(let name): saveTheme(name)
        case .save(let changes): try setup.store.save(changes)
        case .retry: retrySave()
        case .reload: try await readSource(.changed)
        case .polled(let outcome, let start): take(outcome, start: start)
        }
      } catch {
        fail("\(error)")
      }
      showUnsaved()
    }
    poll.cancel()
    watch.cancel()
    listener.cancel()
    withExtendedLifetime((follower, file)) {}
  }

  /// Sends the features whose overrides could not be saved to the screen, if they are others now.
  private func showUnsaved() {
    let names = setup.store.unsavedNames
    let isNews = unsaved.withLock { shown in
      defer { shown = names }
      return shown != names
    }
    if isNews { inbox.post(.unsaved(names)) }
    guard !names.isEmpty else { return }
    Task { [queue] in
      // The task is never cancelled, so that the sleep does not fail.
      try? await Task.sleep(for: .seconds(2))
      queue.add(.retry)
    }
  }

  /// Saves again what could not be saved; a failure leaves the rows marked, and is retried.
  private func retrySave() {
    guard !setup.store.unsavedNames.isEmpty else { return }
    do throws(FlagStoreError) {
      try setup.store.save(StagedChanges())
      say("The overrides are saved.")
    } catch {
      // Reported when the save failed for the first time.
    }
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

  private func resetAll() throws(FlagStoreError) {
    try setup.store.resetAll()
    say("All overrides are reset.")
  }

  private func delete(_ names: [Feature.Name]) throws(FlagStoreError) {
    try setup.store.delete(names)
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
    case .setUser(let person): try await changeUser(to: person)
    case .checkConnectivity: connectivity.check()
    case .clearCache: clearCache()
    case .pausePolling(let isPaused): polling?.pause(isPaused)
    case .setInterval(let interval): polling?.poll(every: interval)
    }
  }

  private func record(_ names: [Feature.Name], saving changes: StagedChanges) -> [Feature] {
    queue.add(.save(changes))
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
