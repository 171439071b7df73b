import Dashboard
import Documents
import FeatureFlags
import Locking
import Text

/// Prints the events of `watch` as text or JSON, one line for each poll and each change.
struct WatchJournal: Sendable {
  let console: Console
  let store: FlagStore
  /// The features whose changes are printed; empty for all.
  let names: NamePatterns
  let isJSON: Bool
  /// Whether polls that find no change are also printed.
  let printsEveryPoll: Bool
  private let pauses: PauseJournal
  private let state = Locked(State())

  private struct State {
    var origin = Origin.bundled
    var error: String?
    var hasFeatures = false
  }

  init(console: Console, store: FlagStore, names: NamePatterns, isJSON: Bool, printsEveryPoll: Bool)
  {
    self.console = console
    self.store = store
    self.names = names
    self.isJSON = isJSON
    self.printsEveryPoll = printsEveryPoll
    pauses = PauseJournal(console: console, isJSON: isJSON)
  }

  /// Prints a poll or a change, or a warning for overrides that cannot be read.
  func report(_ event: SessionEvent) {
    switch event {
    case .changed(let change): report(change)
    case .loadEnded(let report):
      self.report(report.outcome)
      pauses.report(report.outcome)
      if let change = report.change { self.report(change) }
      if let problem = report.problem { console.warn("\(problem)") }
    case .overridesRead(let problem):
      if let problem { console.warn("\(problem)") }
    case .watchesWithDelay: console.warn(FileWatchRemark.text)
    case .polling, .loading, .previewed, .saved, .notWritten: break
    }
  }

  /// Prints the result of a poll.
  private func report(_ outcome: PollOutcome) {
    let error = outcome.error.map { "\($0)" }
    let isNews = state.withLock { state in
      defer { state.error = error }
      if case .success(let loaded) = outcome.result { state.origin = loaded.origin }
      return state.error != error
    }
    guard printsEveryPoll || isNews else { return }
    let facts = outcome.facts
    let words = [
      facts.map { "\($0.status)" } ?? "no response", outcome.duration.elapsedText,
      "\(facts?.bytesReceived ?? 0) bytes", error ?? "",
    ]
    write(
      "poll",
      words.filter { !$0.isEmpty }.joined(separator: "  "),
      [
        ("status", .optionalNumber(facts.map { Double($0.status) })),
        ("seconds", .number(outcome.duration / .seconds(1))),
        ("bytes", .number(Double(facts?.bytesReceived ?? 0))),
        ("error", .text(error)),
      ]
    )
  }

  /// Prints a change of the store.
  private func report(_ change: StoreChange) {
    switch change.kind {
    case .overridden(let features):
      for feature in features where names.contains(feature.name) {
        let author = feature.override?.author.map { ", by \($0)" } ?? ""
        let end = change.cause == .expiry ? "override expired" : "override reset"
        let words = feature.isOverridden ? "overridden\(author)" : end
        write("override", feature, words)
      }
      for feature in change.dependents where names.contains(feature.name) {
        write("changed", feature, "by the override of a dependency")
      }
    case .loaded(let difference):
      let isFirst = state.withLock { state in
        defer { state.hasFeatures = true }
        return !state.hasFeatures
      }
      // Skips the first load, in which every feature is new.
      if isFirst { return warnOfUnknownNames() }
      let news = change.loaded?.features(named: difference.changed + difference.added) ?? []
      let features = Dictionary(news.map { ($0.name, $0) }) { first, _ in first }
      for (event, names) in [("changed", difference.changed), ("added", difference.added)] {
        for name in names where self.names.contains(name) {
          if let feature = features[name] { write(event, feature, "") }
        }
      }
      for name in difference.removed where names.contains(name) {
        write("removed", name.rawValue, [("name", .string(name.rawValue))])
      }
    }
  }

  /// After the first load, warns of operands that match no feature.
  private func warnOfUnknownNames() {
    let found = store.features.map(\.name)
    for word in names.words(matchingNoneOf: found) {
      let near = NameSuggestions.suggestions(for: word, among: found.map(\.rawValue)).prefix(1)
      console.warn("no feature is named \"\(word)\" now\(NameSuggestions.hint(near))")
    }
  }

  private func write(_ event: String, _ feature: Feature, _ remark: String) {
    let words = "\(feature.name.text): \(feature.stateText)"
    let tail = remark.isEmpty ? "" : "  \(remark)"
    let origin = state.withLock { $0.origin }
    write(event, words + tail, [("feature", feature.json(origin: origin))])
  }

  private func write(_ event: String, _ words: String, _ facts: [(key: String, value: JSONValue)]) {
    guard !isJSON else { return console.write(event: event, facts) }
    let column = event.rightPadded(to: 10)
    console.write("\(DashboardClock.clock)  \(column)\(DisplayText(words).text)\n")
  }
}
