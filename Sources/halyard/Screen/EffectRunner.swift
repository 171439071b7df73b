import Connectivity
import Dashboard
import FeatureFlags
import Frame
import Locking
import Pacing
import Team

/// Runs the effects of the dashboard, and posts their results to the inbox.
final class EffectRunner: Sendable {
  /// A queued effect: such an effect can block on locks or disks, so it must not run on the thread
  /// of the event loop.
  private enum Work {
    /// A request to the source or the user.
    case session(SessionEffect)
    /// Resets all overrides.
    case resetAll
    /// Deletes the given features from the workspace.
    case delete([Feature.Name])
    /// Writes or copies a report with the given facts of the dashboard.
    case report(ReportEffect, ReportFacts)
    /// Lists, previews, applies, saves or deletes presets.
    case presets(PresetEffect)
    /// Applies the overrides of a step of a bisection.
    case bisect(BisectionStep)
    /// Restores the original overrides of the bisection.
    case endBisection
    /// Undoes or redoes the last change of the workspace.
    case revert(History.Direction)
    /// Saves the theme with the given name.
    case saveTheme(String)
    /// Saves the favourite features.
    case saveFavourites([Feature.Name])
  }

  let setup: Setup
  let inbox: Inbox
  let time: Timeline
  private let connectivity: ConnectivityWatch
  let themes: ThemeSetting
  let themeWatch: ThemeWatch
  private let pipeline: LoadPipeline
  private let bisection: ScreenBisection
  let settings: SettingsWatch
  /// Sends the impressions of decisions; `nil` without `--events`.
  private let impressions: ImpressionWatch?
  private let queue: AsyncStream<Work>
  private let enqueue: AsyncStream<Work>.Continuation
  /// The requests to read the history, which run beside the queue.
  private let historyRequests = HistoryRequests()
  /// Throttles refreshes to one per second, because the user may hold the key down.
  private let gate = Locked(Gate<ContinuousClock.Instant>(interval: .seconds(1)))

  /// Creates a runner, and subscribes the inbox to the events of the session.
  init(
    _ setup: Setup,
    connectivity: ConnectivityWatch,
    look: DashboardLook,
    inbox: Inbox,
    time: Timeline
  ) {
    self.setup = setup
    bisection = ScreenBisection(setup)
    self.connectivity = connectivity
    themes = look.setting
    themeWatch = ThemeWatch(themes, inbox: inbox, time: time)
    settings = SettingsWatch(look, themeWatch, inbox: inbox, time: time)
    self.time = time
    self.inbox = inbox
    setup.team?.report(to: inbox, time)
    impressions = setup.sink.map { ImpressionWatch($0, setup, inbox: inbox, time: time) }
    (queue, enqueue) = AsyncStream.makeStream()
    let isPolled = setup.session.isPolled
    let pipeline = LoadPipeline(setup, inbox: inbox)
    self.pipeline = pipeline
    // Captures the pipeline weakly: it retains the session, which retains the subscriber (retain
    // cycle).
    setup.session.subscribe { [weak pipeline] event in
      pipeline?.post(event)
      guard isPolled, case .loadEnded(let report) = event, report.outcome.facts == nil else {
        return
      }
      connectivity.checkIfAutomatic()
    }
  }

  /// Does the work that the first frame does not need, then runs the session, and the queued effects
  /// in their order, until ``finish()`` is called.
  func run() async {
    inbox.post(.themes(themes.themes()))
    themeWatch.start()
    settings.start()
    // Without features, the first load is running in the background, and ends the deferral itself.
    if setup.session.loaded != nil { setup.session.finishWrites() }
    let session = Task { await setup.session.run() }
    let watch = Task { await connectivity.run() }
    let exposures = Task { await impressions?.run() }
    let history = Task { await historyRequests.run { await readHistory() } }
    let past = Task { await postPastActs() }
    for await work in queue {
      do throws(FlagStoreError) {
        switch work {
        case .session(let effect): try perform(effect)
        case .resetAll: try await save(.resetAll, "All overrides are reset.")
        case .delete(let names):
          let text = names.count == 1 ? "\"\(names[0])\" was" : "\(names.count) features were"
          try await save(.delete(names), "\(text) deleted.")
        case .report(let effect, let facts): await perform(effect, facts)
        case .presets(let effect): await perform(effect)
        case .bisect(let step): try await bisect(step)
        case .endBisection: try await endBisection()
        case .revert(let direction): try await revert(direction)
        case .saveTheme(let name): saveTheme(name)
        case .saveFavourites(let names): saveFavourites(names)
        }
      } catch {
        fail("\(error)")
      }
    }
    setup.session.stop()
    await session.value
    watch.cancel()
    exposures.cancel()
    history.cancel()
    past.cancel()
  }

  /// Closes the queue; ``run()`` ends after the last queued effect.
  func finish() {
    enqueue.finish()
  }

  /// Sends the queued impressions; returns an error message, or `nil` if all were sent.
  func sendWaiting() async -> String? {
    await impressions?.finish()
  }

  /// Restores the overrides of a bisection, clears the overrides of this session, and waits until
  /// all changes are saved.
  ///
  /// - Throws: `notSaved`, if overrides cannot be saved and will be lost.
  func flush() async throws(FlagStoreError) {
    _ = try await bisection.end()
    try await setup.store.update(.endSession)
  }
}

// MARK: Effects

extension EffectRunner {
  /// Applies a change of overrides before the call returns, and saves the change in the background.
  ///
  /// The session thus posts the change to the inbox before the next key is handled.
  func apply(_ effect: OverrideEffect) {
    do throws(FlagStoreError) {
      switch effect {
      case .set(let decision, let names):
        try setup.store.apply(.decide([decision], for: names))
        record(names)
      case .reset(let names):
        try setup.store.apply(.reset(names))
        record(names)
      case .overwrite(let overrides):
        setup.team?.overruleLocks(of: overrides.keys)
        try setup.store.apply(.assign(overrides))
        record(overrides.keys.sorted { $0.rawValue < $1.rawValue })
      case .setLifetime(let lifetime, let names):
        try setup.store.apply(.setLifetime(lifetime, for: names))
        record(lifetime, of: names)
      case .setNote(let note, let names):
        try setup.store.apply(.setNote(note, for: names))
      case .undo: enqueue.yield(.revert(.undo))
      case .redo: enqueue.yield(.revert(.redo))
      case .resetAll: enqueue.yield(.resetAll)
      case .delete(let names): enqueue.yield(.delete(names))
      case .bisect(let step): enqueue.yield(.bisect(step))
      case .endBisection: enqueue.yield(.endBisection)
      }
    } catch {
      fail("\(error)")
    }
  }

  /// Queues a request to the session, such as a refresh.
  ///
  /// A load is cancelled immediately, because the queue may wait for the load.
  func enqueue(_ effect: SessionEffect) {
    if effect == .cancelLoad { return setup.session.cancelLoad() }
    enqueue.yield(.session(effect))
  }

  /// Shows the members of the team which feature the user has selected, if any.
  func announce(selected name: Feature.Name?) { setup.team?.select(name) }

  /// Queues a report with the given facts of the dashboard.
  func enqueue(_ effect: ReportEffect, _ facts: ReportFacts) {
    enqueue.yield(.report(effect, facts))
  }

  /// Queues a request about presets.
  func enqueue(_ effect: PresetEffect) { enqueue.yield(.presets(effect)) }

  /// Queues saving the theme with the given name.
  func enqueueTheme(_ name: String) { enqueue.yield(.saveTheme(name)) }

  /// Queues saving the favourite features.
  func enqueueFavourites(_ names: [Feature.Name]) { enqueue.yield(.saveFavourites(names)) }

  private func perform(_ effect: SessionEffect) throws(FlagStoreError) {
    switch effect {
    case .refresh:
      guard gate.withLock({ $0.admits(at: .now) }) else {
        inbox.post(.notice(Notice("Refreshed less than a second ago.", kind: .information)))
        return
      }
      setup.session.refresh()
    case .cancelLoad: setup.session.cancelLoad()
    case .setUser(let fields): try changeUser(to: fields)
    case .setPersona(let name, let user):
      guard setup.session.loaded != nil else { return }
      try setup.session.setContext(user)
      say("Evaluated for \(name).")
    case .savePersona(let name, let fields): savePersona(name, fields)
    case .compareUsers:
      inbox.post(.comparedUsers(UserComparison(setup.store, settings.personas)))
    case .checkConnectivity: connectivity.check()
    case .readHistory: historyRequests.request()
    case .clearCache: clearCache()
    case .pausePolling(let isPaused): setup.session.pausePolling(isPaused)
    case .setInterval(let interval): setup.session.poll(every: interval)
    }
  }

  /// Applies a step of a bisection; after an error the bisection ends.
  private func bisect(_ step: BisectionStep) async throws(FlagStoreError) {
    guard let reason = await bisection.apply(step) else { return }
    inbox.post(.bisectionFailed(reason))
    try await endBisection()
  }

  private func endBisection() async throws(FlagStoreError) {
    guard let count = try await bisection.end() else { return }
    say("The \(Number.count(count, "original override")) of the bisection are restored.")
  }

  /// Applies a change of overrides, and waits until the change is saved.
  ///
  /// The save status of the session reports a failure to save.
  private func save(_ change: OverrideUpdate, _ text: String) async throws(FlagStoreError) {
    do throws(FlagStoreError) {
      try await setup.store.update(change)
      say(text)
    } catch {
      guard case .notSaved = error else { throw error }
    }
  }

  /// Evaluates the features for the user with the given fields from now on.
  private func changeUser(to fields: UserFields) throws(FlagStoreError) {
    guard setup.session.loaded != nil else { return }
    let context: EvaluationContext
    do throws(UserTextError) {
      context = try EvaluationContext(fields)
    } catch {
      return fail("\(error)")
    }
    try setup.session.setContext(context)
    say("Evaluated for \(fields.key.isEmpty ? "a user without a key" : fields.key).")
  }

  private func clearCache() {
    do throws(WorkspaceError) {
      try setup.workspace.removeLastGood()
      say("The last known good configuration was deleted from the cache.")
    } catch {
      fail("\(error)")
    }
  }
}

// MARK: Reports

extension EffectRunner {
  func say(_ text: String) {
    inbox.post(.notice(Notice(text, kind: .success)))
    inbox.post(.activity(time.entry(.own, text)))
  }

  func fail(_ text: String) {
    inbox.post(.notice(Notice(text, kind: .failure)))
    inbox.post(.activity(time.entry(.problem, hasFailed: true, text)))
  }
}
