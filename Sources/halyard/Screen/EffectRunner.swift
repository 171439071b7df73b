import Dashboard
import FeatureFlags
import Frame
import Locking
import Pacing

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
    /// Saves the theme with the given name.
    case saveTheme(String)
  }

  private let setup: Setup
  private let inbox: Inbox
  private let time: Timeline
  private let connectivity: ConnectivityWatch
  private let themes: ThemeSetting
  /// Sends the impressions of decisions; `nil` without `--events`.
  private let impressions: ImpressionWatch?
  private let queue: AsyncStream<Work>
  private let enqueue: AsyncStream<Work>.Continuation
  /// Throttles refreshes to one per second, because the user may hold the key down.
  private let gate = Locked(Gate<ContinuousClock.Instant>(interval: .seconds(1)))

  /// Creates a runner, and subscribes the inbox to the events of the session.
  init(
    _ setup: Setup,
    connectivity: ConnectivityWatch,
    themes: ThemeSetting,
    inbox: Inbox,
    time: Timeline
  ) {
    self.setup = setup
    self.connectivity = connectivity
    self.themes = themes
    self.time = time
    self.inbox = inbox
    impressions = setup.sink.map { ImpressionWatch($0, setup, inbox: inbox, time: time) }
    (queue, enqueue) = AsyncStream.makeStream()
    let isPolled = setup.session.isPolled
    setup.session.subscribe { event in
      inbox.post(.session(event))
      guard isPolled, case .loadEnded(let report) = event, report.outcome.facts == nil else {
        return
      }
      connectivity.checkIfAutomatic()
    }
  }

  /// Runs the session, and the queued effects in their order, until ``finish()`` is called.
  func run() async {
    let session = Task { await setup.session.run() }
    let watch = Task { await connectivity.run() }
    let exposures = Task { await impressions?.run() }
    for await work in queue {
      do throws(FlagStoreError) {
        switch work {
        case .session(let effect): try perform(effect)
        case .resetAll: try await save(.resetAll, "All overrides are reset.")
        case .delete(let names):
          let text = names.count == 1 ? "\"\(names[0])\" was" : "\(names.count) features were"
          try await save(.delete(names), "\(text) deleted.")
        case .saveTheme(let name): saveTheme(name)
        }
      } catch {
        fail("\(error)")
      }
    }
    setup.session.stop()
    await session.value
    watch.cancel()
    exposures.cancel()
  }

  /// Closes the queue; ``run()`` ends after the last queued effect.
  func finish() {
    enqueue.finish()
  }

  /// Sends the queued impressions; returns an error message, or `nil` if all were sent.
  func sendWaiting() async -> String? {
    await impressions?.finish()
  }

  /// Waits until all overrides are saved.
  ///
  /// - Throws: `notSaved`, if overrides cannot be saved and will be lost.
  func flush() async throws(FlagStoreError) {
    try await setup.store.flush()
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
      case .resetAll: enqueue.yield(.resetAll)
      case .delete(let names): enqueue.yield(.delete(names))
      }
    } catch {
      fail("\(error)")
    }
  }

  /// Queues a request to the session, such as a refresh.
  func enqueue(_ effect: SessionEffect) { enqueue.yield(.session(effect)) }

  /// Queues saving the theme with the given name.
  func enqueueTheme(_ name: String) { enqueue.yield(.saveTheme(name)) }

  private func perform(_ effect: SessionEffect) throws(FlagStoreError) {
    switch effect {
    case .refresh:
      guard gate.withLock({ $0.admits(at: .now) }) else {
        inbox.post(.notice(Notice("Refreshed less than a second ago.", kind: .information)))
        return
      }
      setup.session.refresh()
    case .setUser(let fields): try changeUser(to: fields)
    case .checkConnectivity: connectivity.check()
    case .clearCache: clearCache()
    case .pausePolling(let isPaused): setup.session.pausePolling(isPaused)
    case .setInterval(let interval): setup.session.poll(every: interval)
    }
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

  /// Saves the theme that the user has selected, even with `--read-only`: that option protects the
  /// workspace, but a theme is a preference of the user.
  private func saveTheme(_ name: String) {
    do throws(WorkspaceError) {
      try themes.save(name)
      inbox.post(.notice(Notice("The theme \(name) is saved.", kind: .success)))
    } catch {
      fail("The theme \(name) is not saved: \(error)")
    }
  }
}

// MARK: Reports

extension EffectRunner {
  /// Adds the new states of the given features to the activity log.
  private func record(_ names: [Feature.Name]) {
    for feature in names.compactMap(setup.store.feature(named:)) {
      let text = "\(feature.name): \(feature.stateText)"
      let values = (feature.override?.variableTexts { $0.shortened(to: 40) } ?? []).joined(
        separator: ", "
      )
      let details = feature.isOverridden ? values : "override reset"
      inbox.post(.activity(time.entry(.own, text, details: details)))
    }
  }

  private func say(_ text: String) {
    inbox.post(.notice(Notice(text, kind: .success)))
    inbox.post(.activity(time.entry(.own, text)))
  }

  private func fail(_ text: String) {
    inbox.post(.notice(Notice(text, kind: .failure)))
    inbox.post(.activity(time.entry(.problem, hasFailed: true, text)))
  }
}
