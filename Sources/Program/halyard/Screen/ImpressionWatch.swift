import Dashboard
import FeatureFlags
import FlagSystem
import Locking
import Text

/// Sends an impression for each flag decision once, when the decision becomes active.
final class ImpressionWatch: Sendable {
  private struct State {
    /// What the last impression of each feature has reported.
    var exposures: [Feature.Name: [String?]] = [:]
    /// The number of batches that were sent.
    var count = 0
    /// Whether the user was notified that impressions are queued.
    var isWaiting = false
    /// Whether the user was notified that the source has no impressions.
    var hasReportedMissing = false
  }

  private let option: EventServerOption
  private let session: FlagSession
  private let sink: any DecisionSink
  private let inbox: Inbox
  private let state = Locked(State())

  private let changes: AsyncStream<StoreChange>

  /// Creates a watch, and subscribes it to the changes of the store.
  init(_ option: EventServerOption, _ setup: Setup, inbox: Inbox) {
    self.option = option
    session = setup.session
    changes = setup.store.changes()
    self.inbox = inbox
    sink = option.sink(in: setup.workspace, client: setup.program.makeClient()) { error in
      inbox.log(.problem, error)
    }
  }

  /// Sends the impressions of all active decisions, and then of each changed decision, until the store
  /// is released.
  func run() async {
    report(session.store.features)
    for await change in changes {
      switch change.kind {
      case .overridden(let features): report(features)
      case .loaded: report(session.store.features)
      }
    }
  }

  /// Sends the impressions of those features whose decision differs from the last reported one.
  private func report(_ features: [Feature]) {
    guard let configuration = session.loaded?.configuration else { return }
    guard let service = configuration.evaluator(as: (any DecidingEvaluator).self) else {
      return reportMissing()
    }
    let context = session.store.context
    let pairs = features.map { ($0.name, service.systemDecision(of: $0, in: context)) }
    let news = state.withLock { state in
      pairs.filter { name, decision in
        let exposure = decision.exposure
        defer { state.exposures[name] = exposure }
        return exposure != nil && state.exposures[name] != exposure
      }.map(\.1)
    }
    if !news.isEmpty { send(news) }
  }

  /// Notifies the user once that the source has no impressions.
  private func reportMissing() {
    let isNews = state.withLock { state in
      defer { state.hasReportedMissing = true }
      return !state.hasReportedMissing
    }
    guard isNews else { return }
    let text = "\(session.source.name) is not a datafile, so there are no impressions to send."
    inbox.post(.notice(Notice(text, kind: .warning)))
    inbox.log(.problem, text)
  }

  private func send(_ decisions: [any SystemDecision]) {
    do { try sink.send(decisions) } catch { return inbox.report(failure: "\(error)") }
    let names = decisions.map(\.text)
    let rest = names.count > 10 ? ", …" : ""
    let count = Number.count(names.count, "impression")
    inbox.log(
      .own,
      "\(count) for \(option.host)",
      details: names.prefix(10).joined(separator: ", ") + rest
    )
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    Task { await check(number) }
  }

  /// Notifies the user if the server has not accepted the impressions of the batch with this number.
  private func check(_ number: Int) async {
    await sink.flush()
    let isWaiting = sink.waitingCount > 0
    let isNews = state.withLock { state in
      // Only checks the newest batch, because its check also covers the older batches.
      guard state.count == number else { return false }
      defer { state.isWaiting = isWaiting }
      return isWaiting && !state.isWaiting
    }
    if isNews {
      inbox.report(failure: "\(option.host) does not accept impressions; they are queued.")
    }
  }

  /// Sends the queued impressions; returns an error message, or `nil` if all were sent.
  func finish() async -> String? {
    // Waits at most a second for the server, because the user has quit the dashboard.
    let waiting = await sink.finish(within: .seconds(1))
    return waiting == 0 ? nil : option.waitingMessage(waiting, in: sink.folder)
  }
}
