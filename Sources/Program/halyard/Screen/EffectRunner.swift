import Connectivity
import Dashboard
import FeatureFlags
import Locking
import Pacing
import Team
import Text

/// Runs the effects of the dashboard, and posts their results to the inbox.
final class EffectRunner: Sendable {
  /// A queued effect, with the facts for a report.
  ///
  /// The effect can block on locks or disks, so that it must not run on the thread of the event loop.
  private typealias Work = (effect: Effect, facts: ReportFacts?)

  let setup: Setup
  let inbox: Inbox
  private let connectivity: ConnectivityWatch
  let themes: ThemeSetting
  let themeWatch: ThemeWatch
  private let sorter: FeatureSorter
  let server: ScreenServer
  private let bisection: ScreenBisection
  private let usages: UsageFinder
  let settings: SettingsWatch
  /// Sends the impressions of choices; `nil` without `--events`.
  private let impressions: ImpressionWatch?
  private let queue: AsyncStream<Work>
  private let enqueue: AsyncStream<Work>.Continuation
  /// The requests to read the history, which run beside the queue.
  private let historyRequests = HistoryRequests()
  /// Logs the changes of the source.
  private let recorder: SourceRecorder?
  /// Throttles refreshes to one per second, because the user may hold the key down.
  private let gate = Locked(Gate<ContinuousClock.Instant>(interval: .seconds(1)))

  /// Creates a runner, and subscribes the inbox to the events of the session.
  init(
    _ setup: Setup,
    server: ScreenServer,
    connectivity: ConnectivityWatch,
    screen: ScreenSetup,
    inbox: Inbox
  ) {
    (self.setup, self.server) = (setup, server)
    bisection = ScreenBisection(setup)
    self.connectivity = connectivity
    themes = screen.setting
    themeWatch = ThemeWatch(themes, inbox: inbox)
    settings = SettingsWatch(screen, themeWatch, inbox: inbox)
    self.inbox = inbox
    setup.team?.report(to: inbox)
    impressions = setup.sink.map { ImpressionWatch($0, setup, inbox: inbox) }
    (queue, enqueue) = AsyncStream.makeStream()
    let isPolled = setup.session.isPolled
    sorter = FeatureSorter(inbox: inbox)
    usages = UsageFinder(inbox: inbox)
    recorder = SourceRecorder(setup)
    setup.session.subscribe { event in
      inbox.post(.session(event))
      guard isPolled, case .loadEnded(let report) = event, report.outcome.facts == nil else {
        return
      }
      connectivity.checkIfAutomatic()
    }
  }

  /// Does the work that was deferred until after the first frame, then runs the session, and the queued
  /// effects in their order, until ``finish()`` is called.
  func run() async {
    inbox.post(.themes(themes.themes()))
    themeWatch.start()
    settings.start()
    // Writes what `deferWrites()` has deferred. Without features, the first load is still running in the
    // background, and finishes the writes itself.
    if setup.session.loaded != nil { setup.session.finishWrites() }
    let pipeline = Task { await setup.session.run() }
    let watch = Task { await connectivity.run() }
    let exposures = Task { await impressions?.run() }
    let history = Task { await historyRequests.run { await readHistory() } }
    // The activity log has the operations before the user opens it.
    historyRequests.request()
    let log = Task { await recordSource() }
    for await work in queue {
      do throws(FlagStoreError) {
        try await perform(work)
      } catch {
        inbox.report(failure: "\(error)")
      }
    }
    setup.session.stop()
    await pipeline.value
    watch.cancel()
    exposures.cancel()
    history.cancel()
    log.cancel()
  }

  /// Logs the changes of the source; after each entry, reads the history again, so that the details show
  /// the entry.
  private func recordSource() async {
    await recorder?.run { [self] error in
      if let error {
        inbox.log(.problem, "The log of the source cannot be written.", details: "\(error)")
      } else {
        historyRequests.request()
      }
    }
  }

  /// Closes the queue; ``run()`` ends after the last queued effect.
  func finish() {
    enqueue.finish()
  }

  /// Sends the queued impressions; returns an error message, or `nil` if all were sent.
  func sendWaiting() async -> String? {
    await impressions?.finish()
  }

  /// Restores the overrides of a running bisection, clears the overrides with the lifetime `session`,
  /// and waits until all changes are saved.
  ///
  /// - Throws: `notSaved`, if overrides cannot be saved and will be lost.
  func flush() async throws(FlagStoreError) {
    _ = try await bisection.end()
    try await setup.store.update(.endSession)
  }
}

// MARK: Effects

extension EffectRunner {
  /// Performs an effect, or queues it if it can block.
  ///
  /// A change of overrides is applied before the call returns, and saved in the background: the session
  /// thus posts the change to the inbox before the next key is handled. A load is cancelled
  /// immediately, because the queue may wait for the load.
  ///
  /// - Parameters:
  ///   - effect: The effect; not one for the terminal or the editor.
  ///   - facts: The facts for the effect `report` that only the dashboard knows; `nil` for any other
  ///     effect.
  func run(_ effect: Effect, facts: ReportFacts? = nil) {
    switch effect {
    case .overrides(.resetAll), .overrides(.delete): enqueue.yield((effect, facts))
    case .overrides(let change): apply(change)
    case .session(.cancelLoad): setup.session.cancelLoad()
    case .usages(let effect): usages.perform(effect)
    case .session, .presets, .report, .saveTheme, .saveFavourites, .bisect, .endBisection, .undo,
      .undoOperation, .undoChange, .redo:
      enqueue.yield((effect, facts))
    case .edit, .terminal, .sortFeatures: break
    }
  }

  /// Sorts very many features; the result is posted to the inbox.
  func sort(_ source: LoadedSource) { sorter.sort(source) }

  private func apply(_ change: OverrideRequest) {
    if case .assign(let overrides, _) = change { setup.team?.overruleLocks(of: overrides.keys) }
    do throws(FlagStoreError) {
      try setup.store.apply(change)
      record(change)
    } catch {
      inbox.report(failure: "\(error)")
    }
  }

  /// Shows the other members of the team which feature the user has selected, if any.
  func announce(selected name: Feature.Name?) { setup.team?.select(name) }

  private func perform(_ work: Work) async throws(FlagStoreError) {
    switch work.effect {
    case .session(let effect): try perform(effect)
    case .overrides(.delete(let names)):
      let text = names.count == 1 ? "\"\(names[0])\" was" : "\(names.count) features were"
      try await save(.delete(names), "\(text) deleted.", of: names)
    case .overrides(let change):
      let names = Set(setup.store.activeOverrides.keys.map(\.feature))
      try await save(change, "All overrides are reset.", of: Array(names))
    case .report(let effect): if let facts = work.facts { await perform(effect, facts) }
    case .presets(let effect): await perform(effect)
    case .bisect(let step): try await bisect(step)
    case .endBisection: try await endBisection()
    case .undo: try await revert(.undo)
    case .undoOperation(let id): try await undo(operation: id)
    case .undoChange(let names, let author): try await undo(changeOf: names, by: author)
    case .redo: try await revert(.redo)
    case .saveTheme(let name): saveTheme(name)
    case .saveFavourites(let names): saveFavourites(names)
    case .edit, .terminal, .sortFeatures, .usages: break
    }
  }

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
      inbox.report(success: "Evaluated for \(name).")
    case .savePersona(let name, let fields): savePersona(name, fields)
    case .compareUsers:
      inbox.post(.comparedUsers(UserComparison(setup.store, settings.personas)))
    case .checkConnectivity: connectivity.check()
    case .readHistory: historyRequests.request()
    case .serve(let isOn): serve(isOn)
    case .clearCache: clearCache()
    case .pausePolling(let isPaused): setup.session.pausePolling(isPaused)
    case .setInterval(let interval): setup.session.poll(every: interval)
    }
  }

  /// Applies a step of a bisection; if that fails, ends the bisection.
  private func bisect(_ step: BisectionStep) async throws(FlagStoreError) {
    guard let reason = await bisection.apply(step) else { return }
    inbox.post(.bisectionFailed(reason))
    try await endBisection()
  }

  private func endBisection() async throws(FlagStoreError) {
    guard let count = try await bisection.end() else { return }
    inbox.report(
      success: "The \(Number.count(count, "original override")) of the bisection are restored."
    )
  }

  /// Applies a change of overrides, and waits until the change is saved.
  ///
  /// Drops the error if the change cannot be saved: the session reports its save status itself.
  private func save(
    _ change: OverrideRequest,
    _ text: String,
    of names: [Feature.Name]
  ) async throws(FlagStoreError) {
    do throws(FlagStoreError) {
      try await setup.store.update(change)
      inbox.report(success: text, features: names)
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
      return inbox.report(failure: "\(error)")
    }
    try setup.session.setContext(context)
    inbox.report(
      success: "Evaluated for \(context.name)."
    )
  }

  private func clearCache() {
    do throws(WorkspaceError) {
      try setup.workspace.removeLastGood()
      inbox.report(success: "The last known good configuration was deleted from the cache.")
    } catch {
      inbox.report(failure: "\(error)")
    }
  }
}

extension EffectRunner {
  func perform(_ effect: ReportEffect, _ facts: ReportFacts) async {
    guard let loaded = setup.session.loaded else {
      return inbox.report(failure: "The source is not loaded yet.")
    }
    let report = await Report(of: setup, loaded, facts)
    switch effect {
    case .copy: inbox.post(.readyToCopy(report.markdown))
    case .write:
      let files = ReportFiles(report, in: setup.program.environment.workingFolder)
      do throws(Failure) {
        try files.write(report)
        inbox.report(success: "The report is written to \(files.markdown), and as JSON beside it.")
      } catch {
        inbox.report(failure: error.message ?? "The report is not written.")
      }
    }
  }

  /// The maximum number of features that an entry of the activity log names.
  private static let detailLimit = 50

  func perform(_ effect: PresetEffect) async {
    do throws(PresetEffectRunner.Problem) {
      let result = try await PresetEffectRunner(setup).perform(effect)
      if let text = result.text {
        let kind = result.omissions.isEmpty ? Notice.Kind.success : .warning
        let details = (result.omissions + result.details).prefix(Self.detailLimit)
        inbox.post(.notice(Notice(text, kind: kind)))
        let features = result.omissions.isEmpty ? result.features : []
        inbox.log(.own, text, details: details.joined(separator: "; "), features: features)
      }
      for event in result.events { inbox.post(event) }
    } catch {
      inbox.report(failure: "\(error)")
    }
  }
}

extension EffectRunner {
  /// Saves the theme that the user has selected, even with `--read-only`: that option protects the
  /// workspace, but a theme is a preference of the user.
  func saveTheme(_ name: String) {
    themeWatch.follow(name)
    do throws(WorkspaceError) {
      try settings.write { _ throws(WorkspaceError) in try themes.save(name) }
      inbox.post(.notice(Notice("The theme \(name) is saved.", kind: .success)))
    } catch {
      inbox.report(failure: "The theme \(name) is not saved: \(error)")
    }
  }

  /// Saves a user as a persona in the settings; like a theme, even with `--read-only`.
  func savePersona(_ name: String, _ fields: UserFields) {
    do throws(UserTextError) {
      let persona = Persona(name: name, user: try EvaluationContext(fields))
      do throws(WorkspaceError) {
        try settings.write { file throws(WorkspaceError) in try file.save(persona) }
        inbox.report(
          success: "The persona \(name) is saved, and the features are evaluated for it."
        )
      } catch {
        inbox.report(failure: "The persona \(name) is not saved: \(error)")
      }
    } catch {
      inbox.report(failure: "\(error)")
    }
  }

  /// Saves the favourite features in the workspace; the dashboard does not request this with
  /// `--read-only`.
  func saveFavourites(_ names: [Feature.Name]) {
    do throws(WorkspaceError) {
      try setup.workspace.saveFavourites(Set(names))
    } catch {
      inbox.report(failure: "The favourites are not saved: \(error)")
    }
  }
}
