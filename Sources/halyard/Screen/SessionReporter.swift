import Dashboard
import FeatureFlags
import Frame

/// Converts the events of a session to events of the dashboard: features, polling state, entries of
/// the activity log, and notices.
///
/// Only the thread of the event loop uses the reporter.
struct SessionReporter {
  let setup: Setup
  let time: Timeline
  /// The polling state; `nil` for a source that is not polled.
  var status: PollStatus?
  /// The delay of the current load after its due time.
  var lateness = Duration.zero
  /// Whether features were shown before; the first features are not highlighted as changed.
  private var hasFeatures: Bool
  /// The features whose overrides have changed since the shown features were loaded: a load that is
  /// being sorted may have their former overrides.
  private var changedNames: Set<Feature.Name> = []
  /// Whether no load has ended yet; the first one is not reported as a refresh.
  var isFirstLoad: Bool
  /// The time at which the progress of the running load was first reported; `nil` for none.
  var loadingSince: Duration?
  /// The failures that are shown beside the features.
  private(set) var shownFailures: [LoadFailure] = []
  /// The last reported warnings about the source as a whole.
  private var warnings: [Problem] = []
  /// Whether reading the overrides file has failed since the overrides were last saved.
  private var hadReadProblem = false
  /// Whether a change of overrides could not be saved yet.
  private var hasUnsaved = false
  /// The features without a configuration whose overrides were reported.
  private var knownOrphans: Set<Feature.Name> = []

  /// Creates a reporter for a session that is not running yet.
  init(_ setup: Setup, time: Timeline) {
    self.setup = setup
    self.time = time
    hasFeatures = setup.session.loaded != nil
    isFirstLoad = !hasFeatures
    guard setup.session.isPolled else { return }
    status = PollStatus(
      interval: setup.session.pollInterval,
      isLoading: true,
      deadline: setup.timeout
    )
  }

  /// Whether the first load has not ended, or its features are still being sorted; `shown` is whether
  /// the screen has features.
  func awaitsFeatures(shown: Bool) -> Bool {
    isFirstLoad || setup.session.loaded != nil && !shown
  }

  /// The events when the screen opens: the features, and the failures of a file.
  mutating func firstEvents() -> [Event] {
    guard let loaded = setup.session.loaded else { return firstProgress() }
    shownFailures = setup.session.failures
    var events: [Event] = [.loaded(setup.snapshot(of: loaded))]
    // Reports no failures of a server yet: its first poll, which starts later, reports them.
    if !setup.session.isPolled { events += self.events(for: loaded.failures, of: loaded) }
    return events + newWarnings(of: loaded) + newOrphans()
  }

  /// Converts an event of the session to events of the dashboard, with the current features.
  mutating func events(for event: SessionEvent) -> [Event] {
    switch event {
    case .changed(let change): events(for: change)
    case .polling(let event): events(for: event)
    case .loading(let progress): events(for: progress)
    case .previewed: []
    case .loadEnded(let report): events(for: report)
    case .saved(let status): events(for: status)
    case .notWritten(let failures): events(forWriting: failures)
    case .overridesRead(let problem): events(forReading: problem)
    case .watchesWithDelay:
      [
        .notice(Notice(Setup.pollingRemark, kind: .warning)),
        .activity(time.entry(.problem, Setup.pollingRemark)),
      ]
    }
  }

  /// The events that report a success: a notice and an entry of the activity log.
  func success(_ text: String) -> [Event] {
    [.notice(Notice(text, kind: .success)), .activity(time.entry(.own, text))]
  }

  /// The events that report a failure: a notice and an entry of the activity log.
  func failure(_ text: String) -> [Event] {
    [
      .notice(Notice(text, kind: .failure)), .activity(time.entry(.problem, hasFailed: true, text)),
    ]
  }
}

// MARK: Changes of the store

extension SessionReporter {
  private mutating func events(for change: FlagChange) -> [Event] {
    switch change.kind {
    case .overridden(let features):
      let names = features.map(\.name)
      return events(for: OverrideNews.Slice(names: names, cause: change.cause, total: names.count))
    // The load arrives as a message of its own, after its features were sorted.
    case .loaded: return []
    }
  }

  /// The events for a part of the changed overrides, with the current features: newer changes may have
  /// replaced those that were reported.
  mutating func events(for slice: OverrideNews.Slice) -> [Event] {
    changedNames.formUnion(slice.names)
    let features = setup.store.features(named: slice.names)
    var events: [Event] = [.changed(features)]
    if slice.isLast { events.append(.orphaned(setup.store.orphanedOverrides)) }
    guard let total = slice.total, slice.cause != .call else { return events }
    let entries =
      total > Self.entryLimit
      ? [summary(of: total, features, slice.cause)] : entries(for: features, slice.cause)
    let expiry = slice.cause == .end ? expiryNotice(features, total: total) : []
    return events + entries + expiry
  }

  /// The maximum number of features of a change that have their own entries in the activity log: more
  /// entries would displace all others.
  private static let entryLimit = 50

  /// The events that show the features of a load.
  mutating func events(for load: PreparedLoad) -> [Event] {
    var source = load.source
    var news: [Event] = []
    if let loaded = load.loaded {
      if hasFeatures { source.difference = load.difference }
      hasFeatures = true
      shownFailures = load.failures
      news = newWarnings(of: loaded) + newOrphans()
    }
    defer { changedNames = [] }
    let changed = setup.store.features(named: changedNames)
    let repeated: [Event] =
      changedNames.isEmpty ? [] : [.changed(changed), .orphaned(setup.store.orphanedOverrides)]
    return [.loaded(source)] + repeated + news
  }

  /// The notice that overrides have expired, with the state that follows.
  private func expiryNotice(_ features: [Feature], total: Int) -> [Event] {
    guard let first = features.first else { return [] }
    let name = first.name.rawValue.shortened(to: 40)
    let text =
      total == 1
      ? "The override of \(name) has expired: \(first.stateText) now."
      : "\(total) overrides have expired: \(name) and \(total - 1) more."
    return [.notice(Notice(text, kind: .information))]
  }

  /// The event with the failures of the last load; its features are those that are shown.
  mutating func loaded(_ loaded: ConfigurationLoader.Loaded) -> Event {
    shownFailures = setup.session.failures
    let failures = shownFailures.map { "\($0)" }
    var source = setup.snapshot(of: loaded, failures: failures)
    source.keepsList = hasFeatures
    return .loaded(source)
  }

  /// The entries of the activity log for overrides by other programs and for expired overrides.
  private func entries(for features: [Feature], _ cause: FlagChange.Cause) -> [Event] {
    features.map { feature in
      let author = feature.override?.author.map { " by \($0)" } ?? ""
      let values = (feature.override?.variableTexts { $0.shortened(to: 40) } ?? []).map {
        ", " + $0
      }.joined()
      let override = "override\(author) from another program\(values)"
      let state = feature.isOverridden ? override : "override reset by another program"
      let expired = feature.isOverridden ? "override expired, \(override)" : "override expired"
      let details = cause == .end ? expired : state
      let text = "\(feature.name): \(feature.stateText)"
      return .activity(
        time.entry(
          .other,
          text,
          details: details,
          author: feature.override?.author,
          features: [feature.name]
        )
      )
    }
  }

  /// The entry of the activity log for very many overrides by other programs or expired overrides.
  private func summary(of total: Int, _ features: [Feature], _ cause: FlagChange.Cause) -> Event {
    let event = cause == .end ? "have expired" : "were changed by other programs"
    let names = features.prefix(Self.summaryNameCount).map { $0.name.rawValue.shortened(to: 40) }
    let details = names.joined(separator: ", ") + " and \(total - names.count) more"
    return .activity(
      time.entry(
        .other,
        "\(total) overrides \(event)",
        details: details,
        features: features.map(\.name)
      )
    )
  }

  /// The number of names in the entry for very many overrides.
  private static let summaryNameCount = 3

  /// The events for overrides whose features the source does not have, if some are new.
  private mutating func newOrphans() -> [Event] {
    let names = Set(setup.store.orphanedOverrides.keys)
    defer { knownOrphans = names }
    guard !names.isSubset(of: knownOrphans) else { return [] }
    let isOne = names.count == 1
    let list = names.map(\.rawValue).sorted().joined(separator: ", ")
    let text =
      (isOne ? "1 override has" : "\(names.count) overrides have") + " no feature in the source"
    return [
      .notice(Notice("\(text): the end of the list has \(isOne ? "it" : "them").", kind: .warning)),
      .activity(time.entry(.problem, text, details: list)),
    ]
  }

  /// The events for new warnings about the source as a whole; the details pane shows only warnings
  /// about a feature.
  private mutating func newWarnings(of loaded: ConfigurationLoader.Loaded) -> [Event] {
    let found = loaded.configuration.problems.filter { $0.feature == nil }
    let news = found.filter { !warnings.contains($0) }
    warnings = found
    guard let first = news.first else { return [] }
    let rest = news.count > 1 ? " (3 shows \(news.count - 1) more)" : ""
    return news.map {
      .activity(time.entry(.problem, "\($0.fact)", details: setup.source.name))
    } + [.notice(Notice("\(first.fact)\(rest)", kind: .warning))]
  }
}

// MARK: Overrides

extension SessionReporter {
  /// The events for the save status: the unsaved features, which stay marked until a retry
  /// succeeds, and a failure or a success.
  private mutating func events(for status: OverrideSaveStatus) -> [Event] {
    hasUnsaved = !status.unsaved.isEmpty
    var events: [Event] = [.unsaved(status.unsaved)]
    if let error = status.error { events += failure("\(FlagStoreError.notSaved(error))") }
    guard status.unsaved.isEmpty else { return events }
    // After a read failure, the recovery was already reported when the file became readable.
    if !hadReadProblem { events += success("The overrides are saved.") }
    hadReadProblem = false
    return events
  }

  /// The events for failed writes of the first load, which happen after the first frame.
  private mutating func events(forWriting failures: [LoadFailure]) -> [Event] {
    guard let active = setup.session.loaded else { return [] }
    return [loaded(active)] + events(for: failures, of: active)
  }

  private mutating func events(forReading problem: WorkspaceError?) -> [Event] {
    guard let problem else {
      // With unsaved overrides, `hadReadProblem` stays true: the successful retry of saving must
      // not report a second success.
      if !hasUnsaved { hadReadProblem = false }
      // The header and a notice already show that a team can be reached again.
      let isShown = setup.team != nil
      return [.overridesFailed(nil)] + (isShown ? [] : success("The overrides can be read again."))
    }
    hadReadProblem = true
    let text = "\(FlagStoreError.notRead(problem))"
    return [.overridesFailed(text)] + failure(text)
  }
}
