import FeatureFlags
import Text

extension DashboardState {
  /// Applies an event of the session.
  mutating func receive(_ event: SessionEvent) -> [Effect] {
    switch event {
    case .changed(let change): return apply(change)
    case .polling(let event): apply(event)
    case .loading(let progress): show(progress)
    case .previewed(let part):
      let origin: Origin = context.sourcePath == nil ? .remote : .file
      return sort(LoadedSource(part: part, origin: origin))
    case .loadEnded(let report): return finish(report)
    case .saved(let status): apply(status)
    case .notWritten(let failures, let loaded):
      replaceFailures(with: loaded.failures, of: loaded)
      report(failures, of: loaded)
    case .overridesRead(let problem): apply(readProblem: problem)
    case .watchesWithDelay:
      show(Notice(FileWatchRemark.text, kind: .warning))
      log(.problem, FileWatchRemark.text)
    }
    return []
  }

  /// Adds an entry to the activity log.
  mutating func add(_ entry: ActivityEntry) {
    // Plain mode does not announce a repeated poll, which would interrupt the user.
    if panes.activity.log.add(entry) { transcript?.add(entry) }
  }

  /// Adds an entry for the current moment to the activity log.
  mutating func log(
    _ kind: ActivityEntry.Kind,
    hasFailed: Bool = false,
    _ text: String,
    details: String = "",
    author: String? = nil,
    features: [Feature.Name] = []
  ) {
    add(
      ActivityEntry(
        when: context.wallClock.moment(at: time),
        kind: kind,
        hasFailed: hasFailed,
        text: text,
        details: details,
        author: author,
        features: features
      )
    )
  }

  /// Reports a success by a notice and an entry of the activity log.
  mutating func report(success text: String) {
    show(Notice(text, kind: .success))
    log(.own, text)
  }

  /// Reports a failure by a notice and an entry of the activity log.
  mutating func report(failure text: String) {
    show(Notice(text, kind: .failure))
    log(.problem, hasFailed: true, text)
  }
}

/// The warning that changes of files are noticed by polling, because inotify is unavailable.
package enum FileWatchRemark {
  package static let text =
    "inotify is not available: files are checked for changes every second"
}

// MARK: Polling

extension DashboardState {
  /// Shows that the source is polled from now on; the first poll is running.
  package mutating func startPolling(every interval: Duration, timeout: Duration) {
    content.poll = PollStatus(interval: interval, isLoading: true, deadline: timeout)
  }

  /// Whether the first load has not ended, or its features are still being sorted.
  package var awaitsFeatures: Bool {
    !content.session.hasLoaded
      || content.session.isSorting && (content.list == nil || content.isPartial)
  }

  private mutating func apply(_ event: PollEvent) {
    guard content.poll != nil else { return }
    switch event {
    case .due(let wait):
      // A poll that succeeds resumes polling after a denied token.
      content.poll?.isPaused = false
      content.poll?.waitStart = time
      content.poll?.nextDue = time + wait
    case .started(let late):
      content.session.lateness = late ?? .zero
      content.poll?.isLoading = true
      content.poll?.loadStart = time
    case .progressed(let progress): content.poll?.progress = progress
    case .paused: content.poll?.isPaused = true
    // The load of the poll has an event of its own, with the features.
    case .finished: break
    }
  }

  /// Updates the polling state after a poll.
  mutating func finishPoll(_ outcome: PollOutcome) {
    guard var status = content.poll else { return }
    let moment = context.wallClock.moment(at: time)
    let facts = outcome.facts
    status.isLoading = false
    status.isBackingOff = outcome.isBackingOff
    status.progress = nil
    status.failure = outcome.error.map { "\($0)" }
    status.staleSince = outcome.error == nil ? nil : status.staleSince ?? moment
    let response = PollResponse(
      text: facts.map { $0.status == 304 ? "not modified" : "" } ?? "no response",
      status: facts?.status,
      time: outcome.duration,
      bytes: facts?.bytesReceived ?? 0,
      when: moment
    )
    status.lastResponse = response
    content.poll = status
    content.polls.add(response, hasFailed: outcome.error != nil)
    panes.problems.list.pollFailure = status.failure
  }

  private mutating func show(_ progress: LoadProgress) {
    let start = content.session.loadStart ?? time
    content.session.loadStart = start
    content.loading = LoadStatus(progress: progress, elapsed: time - start)
  }
}

// MARK: Reading and saving overrides

extension DashboardState {
  /// Applies the save status: features with unsaved overrides stay listed as unsaved until a retry
  /// succeeds.
  private mutating func apply(_ status: OverrideSaveStatus) {
    content.unsaved = status.unsaved
    if let error = status.error { report(failure: "\(FlagStoreError.notSaved(error))") }
    guard status.unsaved.isEmpty else { return }
    // After a read failure, the recovery was already reported when the file became readable.
    if !content.session.hadReadProblem { report(success: "The overrides are saved.") }
    content.session.hadReadProblem = false
  }

  private mutating func apply(readProblem problem: WorkspaceError?) {
    let text = problem.map { "\(FlagStoreError.notRead($0))" }
    content.overridesFailure = text
    panes.problems.list.overridesFailure = text
    guard let text else {
      // With unsaved overrides, `hadReadProblem` stays true: the successful retry of saving must
      // not report a second success.
      if content.unsaved.isEmpty { content.session.hadReadProblem = false }
      // The header and a notice already show that a team can be reached again.
      if context.teamNamespace == nil { report(success: "The overrides can be read again.") }
      return
    }
    content.session.hadReadProblem = true
    report(failure: text)
  }
}
