import Dashboard
import FeatureFlags
import Locking

extension EffectRunner {
  /// Reports what failed when a file was loaded before the screen was opened.
  ///
  /// The failures of a server are known after its first poll.
  func reportStart() {
    guard setup.origin != .remote, let loaded = loaded.withLock({ $0 }) else { return }
    let change = failures.withLock { $0.remember(loaded.failures, isBroken: !loaded.isCurrent) }
    report(change.news, of: loaded)
  }

  /// Writes failures into the activity log, and shows a notice of the first.
  ///
  /// - Parameters:
  ///   - news: The failures to report.
  ///   - loaded: What is in use in spite of them; `nil` if the load brought nothing.
  ///   - isLogged: Whether the log has the failure of the source itself already.
  func report(
    _ news: [LoadFailure],
    of loaded: ConfigurationLoader.Loaded?,
    isLogged: Bool = false
  ) {
    guard let first = news.first else { return }
    let reason = loaded.map { $0.reason.map(LoadFailure.source) } ?? first
    for failure in news where !(isLogged && failure == reason) {
      let details = failure == reason ? loaded?.origin.standInWords ?? "" : ""
      inbox.post(.activity(time.entry(.poll, hasFailed: true, "\(failure)", details: details)))
    }
    let rest = news.count > 1 ? " (4 shows \(news.count - 1) more)" : ""
    inbox.post(.notice(Notice("\(first)\(rest)", kind: .failure)))
  }

  /// Applies the result of a poll; reports new failures and recovery.
  func take(_ outcome: PollOutcome, start: String) {
    guard let polling else { return }
    // The reason of a failure is in `outcome.error` too.
    let loaded = try? outcome.result.get()
    let found = loaded?.failures ?? outcome.error.map { [.source($0)] } ?? []
    // The failures are first, because the screen renders both from one snapshot.
    let change = failures.withLock { $0.remember(found, isBroken: outcome.error != nil) }
    polling.tell(outcome, start) { take($0) }
    report(change.news, of: loaded, isLogged: true)
    if change.isRepaired { say("\(setup.shortName) can be read again.") }
  }
}

extension Origin {
  /// The active configuration while the source cannot be read.
  fileprivate var standInWords: String? {
    switch self {
    case .cache: "the last known good configuration is in use"
    case .fallback: "the fallback is in use"
    case .bundled: "the built-in configuration is in use"
    case .remote, .file: nil
    }
  }
}
