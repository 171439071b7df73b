import Dashboard
import FeatureFlags
import Locking
import Networking

/// Polls a server for the dashboard, and tells it what comes of that.
final class SourcePolling: Sendable {
  private let poller: Poller<ContinuousClock>
  private let inbox: Inbox
  private let time: Timeline
  private let status: Locked<PollStatus>

  /// Makes the polling of a setup; nothing is asked yet.
  init(_ setup: Setup, interval: Duration, inbox: Inbox, time: Timeline) {
    poller = Poller(
      setup.loader(of: setup.source, usesCache: true),
      settings: PollSettings(interval: interval),
      clock: ContinuousClock()
    )
    self.inbox = inbox
    self.time = time
    status = Locked(PollStatus(interval: max(interval, PollSettings().minimum), isLoading: true))
  }

  /// Polls until `stop()`; each configuration is handed on.
  func run(_ take: (ConfigurationLoader.Loaded) async -> Void) async {
    show { _ in }
    poller.start()
    poller.refreshNow()
    for await event in poller.events {
      switch event {
      case .due(let wait): show { $0.nextDue = time.now + wait }
      case .started: show { $0.isLoading = true }
      case .progressed(let progress):
        show {
          $0.progress = PollProgress(received: progress.received, expected: progress.expected)
        }
      case .paused: show { $0.isPaused = true }
      case .finished(let outcome):
        finish(outcome)
        if case .success(let loaded) = outcome.result { await take(loaded) }
      }
    }
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

  private func finish(_ outcome: PollOutcome) {
    let facts = outcome.facts
    let words = outcome.error.map { "\($0)" }
    show { status in
      status.isLoading = false
      status.progress = nil
      status.failure = words
      status.staleSince = words == nil ? nil : status.staleSince ?? time.moment
      status.lastAnswer = PollAnswer(
        words: facts.map { $0.status == 304 ? "not modified" : "" } ?? "no answer",
        status: facts?.status,
        time: outcome.duration,
        bytes: facts?.bytesReceived ?? 0,
        when: time.moment
      )
    }
    let text = words ?? "Polled: \(facts.map { "\($0.status)" } ?? "done")"
    let details = "\(outcome.duration.text), \(facts?.bytesReceived ?? 0) bytes"
    inbox.post(.activity(time.entry(words == nil ? .poll : .problem, text, details: details)))
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
  fileprivate var facts: FetchFacts? {
    switch result {
    case .success(let loaded): loaded.facts
    case .failure(.status(_, let facts)): facts
    case .failure: nil
    }
  }
}
