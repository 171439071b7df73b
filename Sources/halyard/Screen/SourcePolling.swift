import Dashboard
import FeatureFlags
import Frame
import Locking
import Networking

/// Polls a server for the dashboard, and posts each result to the inbox.
final class SourcePolling: Sendable {
  private let poller: Poller<ContinuousClock>
  private let inbox: Inbox
  private let time: Timeline
  private let status: Locked<PollStatus>
  private let onSilence: @Sendable () -> Void

  /// Makes the polling of a setup; the first request is sent by `run`.
  ///
  /// - Parameters:
  ///   - setup: The source and its store.
  ///   - interval: The time between two polls.
  ///   - deadline: The longest time that a request may take, for the screen.
  ///   - inbox: Receives the events.
  ///   - time: The time line of the dashboard.
  ///   - onSilence: Called after a poll that failed without a response.
  init(
    _ setup: Setup,
    interval: Duration,
    deadline: Duration,
    inbox: Inbox,
    time: Timeline,
    onSilence: @escaping @Sendable () -> Void
  ) {
    self.onSilence = onSilence
    poller = Poller(
      settings: PollSettings(interval: interval),
      clock: ContinuousClock()
    ) { previous, progress in
      // The source may be that of another user since the last poll.
      let loader = setup.loader(of: setup.source, usesCache: true)
      return await loader.result(after: previous, progress: progress)
    }
    self.inbox = inbox
    self.time = time
    status = Locked(
      PollStatus(
        interval: max(interval, PollSettings().minimum),
        isLoading: true,
        deadline: deadline
      )
    )
  }

  /// Polls until `stop()`; each poll that ended is handed over, with words for how it began.
  func run(_ handOver: (_ outcome: PollOutcome, _ start: String) -> Void) async {
    var start = ""
    show { _ in }
    poller.start()
    poller.refreshNow()
    for await event in poller.events {
      switch event {
      case .due(let wait):
        let now = time.now
        show { status in
          status.waitStart = now
          status.nextDue = now + wait
        }
      case .started(let late):
        start =
          "started \(Timeline.clock), " + (late.map { "\($0.elapsedText) late" } ?? "asked for")
        let now = time.now
        show { status in
          status.isLoading = true
          status.loadStart = now
        }
      case .progressed(let progress):
        show {
          $0.progress = PollProgress(received: progress.received, expected: progress.expected)
        }
      case .paused: show { $0.isPaused = true }
      case .finished(let outcome): handOver(outcome, start)
      }
    }
  }

  /// Tells how a poll ended.
  ///
  /// `take` puts a configuration in effect, and tells what that changed.
  func tell(
    _ outcome: PollOutcome,
    _ start: String,
    _ take: (ConfigurationLoader.Loaded) -> FlagDifference
  ) {
    show(outcome)
    var difference: FlagDifference?
    if case .success(let loaded) = outcome.result { difference = take(loaded) }
    record(outcome, start, difference)
    if outcome.facts == nil { onSilence() }
  }

  func stop() {
    poller.stop()
  }

  func refreshNow() {
    poller.refreshNow()
  }

  func pause(_ isPaused: Bool) {
    show { $0.isPaused = isPaused }
    if isPaused { poller.pause() } else { poller.resume() }
  }

  func poll(every interval: Duration) {
    poller.settings.interval = interval
    show { $0.interval = interval }
  }

  private func show(_ outcome: PollOutcome) {
    let facts = outcome.facts
    let words = outcome.error.map { "\($0)" }
    show { status in
      status.isLoading = false
      status.isBackingOff = outcome.isBackingOff
      status.progress = nil
      status.failure = words
      status.staleSince = words == nil ? nil : status.staleSince ?? time.moment
      status.lastResponse = PollResponse(
        text: facts.map { $0.status == 304 ? "not modified" : "" } ?? "no response",
        status: facts?.status,
        time: outcome.duration,
        bytes: facts?.bytesReceived ?? 0,
        when: time.moment
      )
    }
  }

  /// Writes into the log how a poll went, and what it brought.
  private func record(_ outcome: PollOutcome, _ start: String, _ difference: FlagDifference?) {
    let error = outcome.error.map { "\($0)" }
    let facts = outcome.facts
    let text = error ?? "Polled: \(facts.map { "\($0.status)" } ?? "done")"
    var details = [start, outcome.duration.elapsedText, "\(facts?.bytesReceived ?? 0) bytes"]
    if let difference, !difference.isEmpty { details.append(difference.details()) }
    let words = details.joined(separator: ", ")
    inbox.post(.activity(time.entry(.poll, hasFailed: error != nil, text, details: words)))
  }

  private func show(_ change: (inout PollStatus) -> Void) {
    let status = status.withLock { status in
      change(&status)
      return status
    }
    inbox.post(.polling(status))
  }
}

extension PollOutcome {
  /// What is known of the server's answer, good or not.
  var facts: FetchFacts? {
    switch result {
    case .success(let loaded): loaded.facts
    case .failure(let error): error.facts
    }
  }
}
