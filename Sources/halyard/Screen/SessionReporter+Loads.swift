import Dashboard
import FeatureFlags
import Frame
import Networking

// MARK: Polling

extension SessionReporter {
  /// Updates the polling state after an event of polling, such as the progress of a load.
  mutating func events(for event: PollEvent) -> [Event] {
    guard var status else { return [] }
    switch event {
    case .due(let wait):
      status.waitStart = time.now
      status.nextDue = time.now + wait
    case .started(let late):
      lateness = late ?? .zero
      status.isLoading = true
      status.loadStart = time.now
    case .progressed(let progress):
      status.progress = PollProgress(received: progress.received, expected: progress.expected)
    case .paused: status.isPaused = true
    case .finished(let outcome): update(&status, with: outcome)
    }
    self.status = status
    return [.polling(status)]
  }

  /// Updates the polling state for a request of the user, such as pausing.
  mutating func events(for effect: SessionEffect) -> [Event] {
    guard var status else { return [] }
    switch effect {
    case .pausePolling(let isPaused): status.isPaused = isPaused
    case .setInterval(let interval): status.interval = interval
    case .refresh, .cancelLoad, .clearCache, .setUser, .setPersona, .savePersona,
      .compareUsers, .checkConnectivity, .readHistory:
      return []
    }
    self.status = status
    return [.polling(status)]
  }

  private func update(_ status: inout PollStatus, with outcome: PollOutcome) {
    let facts = outcome.facts
    status.isLoading = false
    status.isBackingOff = outcome.isBackingOff
    status.progress = nil
    status.failure = outcome.error.map { "\($0)" }
    status.staleSince = outcome.error == nil ? nil : status.staleSince ?? time.moment
    status.lastResponse = PollResponse(
      text: facts.map { $0.status == 304 ? "not modified" : "" } ?? "no response",
      status: facts?.status,
      time: outcome.duration,
      bytes: facts?.bytesReceived ?? 0,
      when: time.moment
    )
  }
}

// MARK: Loads

extension SessionReporter {
  /// The events for the result of a load: its features, its new failures, or a recovery.
  mutating func events(for report: LoadReport) -> [Event] {
    defer { isFirstLoad = false }
    let progress = eventsOfEnd(report)
    let problem = report.problem.map { failure("\($0)") } ?? []
    let changes = changes(of: report)
    let result = (status == nil ? eventsOfRead(report) : eventsOfPoll(report)) + changes
    // A load that changes no feature can still change the failures, which the screen also shows.
    guard setup.session.failures != shownFailures, let active = setup.session.loaded else {
      return progress + result + problem
    }
    return progress + result + problem + [loaded(active)]
  }

  /// The event that ends the progress of a load; none if no progress was shown.
  private mutating func eventsOfEnd(_ report: LoadReport) -> [Event] {
    guard loadingSince != nil else { return [] }
    loadingSince = nil
    let isWithoutFeatures = setup.session.loaded == nil
    return [.loadEnded(failure: isWithoutFeatures ? report.outcome.error.map { "\($0)" } : nil)]
  }

  /// The progress at the start of the first load of a large file; none for other sources.
  mutating func firstProgress() -> [Event] {
    guard let size = (setup.source as? FileSource)?.size else { return [] }
    return events(for: LoadProgress(parsedBytes: 0, totalBytes: size))
  }

  /// The event for the progress of parsing a large document.
  mutating func events(for progress: LoadProgress) -> [Event] {
    let start = loadingSince ?? time.now
    loadingSince = start
    let status = LoadStatus(
      parsedBytes: progress.parsedBytes,
      totalBytes: progress.totalBytes,
      elapsed: time.now - start
    )
    return [.loading(status)]
  }

  /// The event with the differences from the previous configuration; none for the document of a
  /// different user.
  private func changes(of report: LoadReport) -> [Event] {
    guard report.cause != .user, !report.comparison.isEmpty else { return [] }
    return [.compared(SourceChange(report.comparison, when: time.moment))]
  }

  private mutating func eventsOfPoll(_ report: LoadReport) -> [Event] {
    let repair = report.isRepaired ? success("\(setup.shortName) can be read again.") : []
    return [entry(for: report)]
      + events(for: report.news, of: report.loaded, isLogged: true) + repair
  }

  /// The entry of the activity log for a poll, with the response and the changed features.
  private func entry(for report: LoadReport) -> Event {
    let error = report.outcome.error.map { "\($0)" }
    let isUnchanged = error == nil && report.difference.isEmpty && !isFirstLoad
    let facts = report.outcome.facts
    let text =
      error ?? (isUnchanged ? "Unchanged" : "Polled: \(facts.map { "\($0.status)" } ?? "done")")
    var details = lateness < Self.notableLateness ? [] : ["\(lateness.elapsedText) late"]
    // The connectivity pane shows the time and the size of the last response: they would make each
    // entry differ from the one before, so that none could be merged.
    if error == nil, !isUnchanged {
      details += [
        report.outcome.duration.elapsedText, "\(facts?.bytesReceived ?? 0) bytes",
      ]
    }
    if !report.difference.isEmpty { details.append(report.difference.details()) }
    return .activity(
      time.entry(.poll, hasFailed: error != nil, text, details: details.joined(separator: ", "))
    )
  }

  /// The delay of a poll above which its entry states the delay.
  private static let notableLateness = Duration.seconds(1)

  /// The events for a file that was read: the features if they changed, and the failures.
  private func eventsOfRead(_ report: LoadReport) -> [Event] {
    guard report.outcome.error == nil else {
      // Reports a broken file after each read, because the user has just edited or refreshed it.
      return events(for: report.failures, of: report.loaded)
    }
    let isSilent =
      isFirstLoad || report.cause == .fileChange && !report.isRepaired && report.difference.isEmpty
    let result = isSilent ? [] : eventsOfFeatures(report)
    return result + events(for: report.news, of: report.loaded)
  }

  private func eventsOfFeatures(_ report: LoadReport) -> [Event] {
    let verb =
      report.isRepaired
      ? "\(setup.shortName) can be read again"
      : report.cause == .fileChange ? "The file changed" : "Refreshed"
    let text = "\(verb): \(Number.count(setup.store.features.count, "feature"))"
    return [
      .activity(time.entry(.poll, text, details: report.difference.details())),
      .notice(Notice("\(text), \(report.difference.text).", kind: .success)),
    ]
  }

  /// The log entries for failures, and a notice of the first failure.
  ///
  /// - Parameters:
  ///   - failures: The failures to report, the most important first.
  ///   - loaded: The active configuration, which can be a fallback; `nil` if the load had no
  ///     result.
  ///   - isLogged: Whether the failure of the source itself is already in the log.
  /// - Returns: The events; none without a failure.
  func events(
    for failures: [LoadFailure],
    of loaded: ConfigurationLoader.Loaded?,
    isLogged: Bool = false
  ) -> [Event] {
    guard let first = failures.first else { return [] }
    let reason = loaded.map { $0.reason.map(LoadFailure.source) } ?? first
    let entries: [Event] = failures.filter { !(isLogged && $0 == reason) }.map { failure in
      let details = failure == reason ? loaded?.origin.fallbackText ?? "" : ""
      return .activity(time.entry(.poll, hasFailed: true, "\(failure)", details: details))
    }
    let rest = failures.count > 1 ? " (5 shows \(failures.count - 1) more)" : ""
    return entries + [.notice(Notice("\(first)\(rest)", kind: .failure))]
  }
}

extension PollOutcome {
  /// The status and size of the server's response, even if the poll failed; `nil` without a
  /// response.
  var facts: FetchFacts? {
    switch result {
    case .success(let loaded): loaded.facts
    case .failure(let error): error.facts
    }
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
