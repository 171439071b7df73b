import Documents
import FeatureFlags
import Locking
import Text

/// Reports on standard error, and with `--json` as events, that polling is paused because the server denies
/// the credentials, and that it has resumed.
struct PauseJournal: Sendable {
  let console: Console
  let isJSON: Bool
  private let isPaused = Locked(false)

  init(console: Console, isJSON: Bool) {
    self.console = console
    self.isJSON = isJSON
  }

  /// Reports the first poll that the server denies, and the first one that succeeds afterwards.
  func report(_ outcome: PollOutcome) {
    let wasPaused = isPaused.withLock { isPaused in
      defer { isPaused = outcome.retryAfterDenial != nil || isPaused && outcome.error != nil }
      return isPaused
    }
    if !wasPaused, let wait = outcome.retryAfterDenial, let status = outcome.facts?.status {
      let seconds = max(wait, .zero).secondsRoundedUp
      write(
        "paused",
        "polling is paused, because the server responded with status \(status): the next retry is in "
          + "\(Duration.seconds(seconds).text), or at once with 'halyard refresh'",
        [("status", .integer(status)), ("retrySeconds", .integer(Int(seconds)))]
      )
    } else if wasPaused, outcome.error == nil {
      write("resumed", "polling has resumed", [])
    }
  }

  private func write(_ event: String, _ text: String, _ facts: [(key: String, value: JSONValue)]) {
    event == "paused" ? console.warn(text) : console.remark(text)
    if isJSON { console.write(event: event, facts) }
  }
}
