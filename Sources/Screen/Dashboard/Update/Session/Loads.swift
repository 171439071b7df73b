import FeatureFlags
import Text
import Workbench

extension DashboardState {
  /// The maximum number of features that are sorted synchronously, in about a millisecond; more features
  /// are sorted on another thread, so that keys do not have to wait.
  private static let directLimit = 1_000
  /// The minimum delay of a poll that its entry in the activity log mentions.
  private static let notableLateness = Duration.seconds(1)

  /// Shows new features; if there are very many, first requests sorting them on another thread.
  mutating func sort(_ source: LoadedSource) -> [Effect] {
    content.session.newestRevision = source.revision
    guard source.features.count > Self.directLimit else {
      load(source)
      return []
    }
    unsorted = source
    return [.sortFeatures]
  }

  /// Shows the features of a load, and applies the changes of overrides since that load.
  mutating func load(_ source: LoadedSource) {
    if unsorted?.revision == source.revision { unsorted = nil }
    let isOtherUser = content.userFields != nil && content.userFields != source.userFields
    let before = content.list?.features ?? []
    changeContent(.loaded(source)) { $0.load(source) }
    let difference =
      isOtherUser
      ? UserComparison.difference(from: before, to: content.list?.features ?? [])
      : source.difference
    content.changes.add(difference, at: time, isOtherUser: isOtherUser)
    content.session.revision = source.revision
    let changes = content.session.laterChanges
    if !content.session.isSorting { content.session.laterChanges = [] }
    for change in changes where change.revision > source.revision { apply(change, isLogged: false) }
    guard !source.isPartial else { return }
    content.session.hasLoaded = true
    reportWarnings(of: source)
    reportOrphans()
    let comparison = source.comparison ?? source.report?.comparison ?? ConfigurationComparison()
    guard !comparison.isEmpty else { return }
    add(ComparedSource(comparison, when: context.wallClock.moment(at: time)))
  }

  /// Applies the result of a load: its features, its new failures, or a recovery.
  mutating func finish(_ report: LoadReport) -> [Effect] {
    let isFirst = !content.session.hasLoaded
    content.session.hasLoaded = true
    finishPoll(report.outcome)
    var effects: [Effect] = []
    let active = report.loaded ?? content.configuration
    if let features = report.change?.loaded, let loaded = report.loaded {
      var source = LoadedSource(loaded, features, failures: report.failures, context)
      source.difference = report.difference
      if report.cause != .user { source.report = report }
      effects = sort(source)
    } else if let active {
      replaceFailures(with: report.failures, of: active)
    }
    if content.session.loadStart != nil {
      content.session.loadStart = nil
      content.loading = nil
      content.loadFailure = active == nil ? report.outcome.error.map { "\($0)" } : nil
    }
    if content.poll == nil { logRead(report, isFirst) } else { logPoll(report, isFirst) }
    if let problem = report.problem { self.report(failure: "\(problem)") }
    return effects
  }

  /// Replaces the shown failures of the active configuration; the features remain.
  mutating func replaceFailures(
    with failures: [LoadFailure],
    of loaded: ConfigurationLoader.Loaded
  ) {
    let features = LoadedFeatures(
      revision: content.session.revision,
      features: [],
      orphans: content.list?.orphans ?? [:],
      context: content.user
    )
    var source = LoadedSource(loaded, features, failures: failures, context)
    guard source.failures != content.failures else { return }
    source.keepsList = true
    changeContent(.loaded(source)) { $0.load(source) }
  }

  /// Reports a poll, with the response and the changed features.
  private mutating func logPoll(_ report: LoadReport, _ isFirst: Bool) {
    let error = report.outcome.error.map { "\($0)" }
    let isUnchanged = error == nil && report.difference.isEmpty && !isFirst
    let facts = report.outcome.facts
    let text =
      error ?? (isUnchanged ? "Unchanged" : "Polled: \(facts.map { "\($0.status)" } ?? "done")")
    let lateness = content.session.lateness
    var details = lateness < Self.notableLateness ? [] : ["\(lateness.elapsedText) late"]
    // The entry of an unchanged poll omits the duration and the size, so that equal successive entries are
    // merged; the connectivity pane shows both.
    if error == nil, !isUnchanged {
      details += [report.outcome.duration.elapsedText, "\(facts?.bytesReceived ?? 0) bytes"]
    }
    if !report.difference.isEmpty { details.append(report.difference.details()) }
    log(.poll, hasFailed: error != nil, text, details: details.joined(separator: ", "))
    self.report(report.news, of: report.loaded, isLogged: true)
    if report.isRepaired { self.report(success: "\(context.shortSource) can be read again.") }
  }

  /// Reports a file that was read: the features if they changed, and the failures.
  private mutating func logRead(_ report: LoadReport, _ isFirst: Bool) {
    guard report.outcome.error == nil else {
      // Reports a broken file after each read, because the user has just edited or refreshed it.
      return self.report(report.failures, of: report.loaded)
    }
    let isSilent =
      isFirst || report.cause == .fileChange && !report.isRepaired && report.difference.isEmpty
    if !isSilent {
      let verb =
        report.isRepaired
        ? "\(context.shortSource) can be read again"
        : report.cause == .fileChange ? "The file changed" : "Refreshed"
      let count = report.loaded?.configuration.features.count ?? 0
      let text = "\(verb): \(Number.count(count, "feature"))"
      log(.poll, text, details: report.difference.details())
      show(Notice("\(text), \(report.difference.text).", kind: .success))
    }
    self.report(report.news, of: report.loaded)
  }

  /// Logs failures, and shows a notice of the first one.
  ///
  /// - Parameters:
  ///   - failures: The failures to report, the most important first.
  ///   - loaded: The active configuration, which can be a fallback; `nil` if the load had no
  ///     result.
  ///   - isLogged: Whether the failure of the source itself is already in the log.
  mutating func report(
    _ failures: [LoadFailure],
    of loaded: ConfigurationLoader.Loaded?,
    isLogged: Bool = false
  ) {
    guard let first = failures.first else { return }
    let reason = loaded.map { $0.reason.map(LoadFailure.source) } ?? first
    for failure in failures where !(isLogged && failure == reason) {
      let details = failure == reason ? loaded?.origin.fallbackText ?? "" : ""
      log(.poll, hasFailed: true, "\(failure)", details: details)
    }
    let rest = remark(on: failures.count - 1, in: .find(.problems))
    let retry = keymap.text(of: .live(.refresh))
    let hint = first.isDenial ? "; polling is paused, \(retry) retries" : ""
    let isExplained = !content.session.hasFailed && hint.isEmpty && rest.isEmpty
    let list = keymap.text(of: .find(.problems))
    let keys = isExplained ? " (\(retry) retries, \(list) lists the problems)" : ""
    content.session.hasFailed = true
    show(Notice("\(first)\(hint)\(rest)\(keys)", kind: .failure))
  }

  /// Reports new warnings about the source as a whole; the details pane shows only warnings about a
  /// feature.
  private mutating func reportWarnings(of source: LoadedSource) {
    let found = source.problems.filter { $0.feature == nil }
    let news = found.filter { !content.session.warnings.contains($0) }
    content.session.warnings = found
    guard let first = news.first else { return }
    for problem in news { log(.problem, "\(problem.fact)", details: context.source) }
    let rest = remark(on: news.count - 1, in: .find(.activity))
    show(Notice("\(first.fact)\(rest)", kind: .warning))
  }

  /// Returns the hint about the pane that lists the remaining entries, such as ` (5 shows 2 more)` for
  /// the pane with the key `5`; empty if none remain.
  private func remark(on rest: Int, in pane: Action) -> String {
    rest > 0 ? " (\(keymap.text(of: pane)) shows \(rest) more)" : ""
  }

  /// Reports overrides whose features the source does not have, if some are new.
  private mutating func reportOrphans() {
    let names = Set(content.list?.orphans.keys.map(\.feature) ?? [])
    defer { content.session.orphans = names }
    guard !names.isSubset(of: content.session.orphans) else { return }
    let isOne = names.count == 1
    let list = names.map(\.rawValue).sorted().joined(separator: ", ")
    let text =
      (isOne ? "1 override has" : "\(names.count) overrides have") + " no feature in the source"
    let end = "\(text): see the end of the list."
    show(Notice(end, kind: .warning))
    log(.problem, text, details: list)
  }
}

extension Origin {
  /// The phrase for the configuration that is active while the source fails.
  fileprivate var fallbackText: String? {
    switch self {
    case .cache: "the last known good configuration is in use"
    case .fallback: "the fallback is in use"
    case .bundled: "the built-in configuration is in use"
    case .remote, .file: nil
    }
  }
}

extension LoadFailure {
  /// Whether the server denied the credentials, so that polling pauses.
  fileprivate var isDenial: Bool {
    if case .source(let error) = self { error.isDenied } else { false }
  }
}
