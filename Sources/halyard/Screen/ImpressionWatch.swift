import Dashboard
import FeatureFlags
import Frame
import Locking
import Optimizely

/// Sends an impression of each decision that comes into effect, once.
final class ImpressionWatch: Sendable {
  /// What came into effect, as far as it is told.
  private struct Exposure: Hashable {
    let user: String
    let variation: String?
    let rule: String?
    let isEnabled: Bool

    init(_ decision: FlagDecision, of user: UserContext) {
      self.user = user.id
      variation = decision.variationID
      rule = decision.ruleID
      isEnabled = decision.isEnabled
    }
  }

  private struct State {
    var exposures: [Feature.Name: Exposure] = [:]
    /// How often impressions were sent.
    var count = 0
    /// Whether it was said that impressions wait.
    var isWaiting = false
    /// Whether it was said that the source has no impressions.
    var isOdd = false
  }

  private let option: SinkOption
  private let source: String
  private let sink: ImpressionSink
  private let inbox: Inbox
  private let time: Timeline
  private let state = Locked(State())

  /// Makes a watch that has seen nothing yet.
  init(_ option: SinkOption, _ setup: Setup, inbox: Inbox, time: Timeline) {
    self.option = option
    source = setup.source.name
    self.inbox = inbox
    self.time = time
    sink = option.sink(in: setup.workspace, client: setup.program.makeClient()) { error in
      inbox.post(.activity(time.entry(.problem, "\(error)")))
    }
  }

  /// Sends what has come into effect since the same features were last seen.
  func see(_ features: [Feature], of configuration: Configuration, for context: EvaluationContext) {
    guard let service = configuration.evaluator(as: DatafileEvaluator.self) else {
      return sayThatNothingIsSent()
    }
    let pairs = features.map { ($0.name, service.decision(of: $0, in: context)) }
    let user = UserContext(context)
    let news = state.withLock { state in
      pairs.filter { name, decision in
        let exposure = Exposure(decision, of: user)
        defer { state.exposures[name] = exposure }
        return state.exposures[name] != exposure && !decision.impressions.isEmpty
      }.map(\.1)
    }
    if !news.isEmpty { send(news, of: user, service) }
  }

  private func sayThatNothingIsSent() {
    let isNews = state.withLock { state in
      defer { state.isOdd = true }
      return !state.isOdd
    }
    guard isNews else { return }
    let words = "\(source) is no datafile, and has no impressions to send."
    inbox.post(.notice(Notice(words, kind: .warning)))
    inbox.post(.activity(time.entry(.problem, words)))
  }

  private func send(
    _ decisions: [FlagDecision],
    of user: UserContext,
    _ service: DatafileEvaluator
  ) {
    do throws(OptimizelyError) {
      try sink.send(decisions, of: user, in: service.evaluator.datafile)
    } catch {
      return fail("\(error)")
    }
    let names = decisions.map { "\($0.flag) \($0.variation ?? "without a variation")" }
    let rest = names.count > 10 ? ", …" : ""
    let count = Number.count(names.count, "impression")
    inbox.post(
      .activity(
        time.entry(
          .own,
          "\(count) for \(option.host)",
          details: names.prefix(10).joined(separator: ", ") + rest
        )
      )
    )
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    Task { await check(number) }
  }

  /// Says when what was sent does not arrive any more.
  private func check(_ number: Int) async {
    await sink.flush()
    let isWaiting = sink.waitingCount > 0
    let isNews = state.withLock { state in
      // What was sent since is looked after by itself.
      guard state.count == number else { return false }
      defer { state.isWaiting = isWaiting }
      return isWaiting && !state.isWaiting
    }
    if isNews { fail("\(option.host) takes no impressions now; they wait.") }
  }

  private func fail(_ text: String) {
    inbox.post(.notice(Notice(text, kind: .failure)))
    inbox.post(.activity(time.entry(.problem, text)))
  }

  /// Ends the watch, and says what was not sent; `nil` if all was.
  func finish() async -> String? {
    // Whoever leaves the dashboard is not kept waiting.
    let waiting = await sink.finish(within: .seconds(1))
    return waiting == 0 ? nil : option.waitingMessage(waiting, in: sink.folder)
  }
}
