import FeatureFlags
import Text

extension DetailsPage {
  /// Adds the source, its polling state, its last response and the next poll.
  mutating func add(
    _ poll: PollStatus,
    of context: DashboardContext,
    origin: Origin?,
    now: Duration
  ) {
    let clock = context.wallClock
    addGap()
    add("Source", context.source)
    addOrigin(origin, staleSince: poll.staleSince?.text(clock, now: now))
    if let failure = poll.failure { add("Failure", "✗ " + failure, role: .failure) }
    if let response = poll.lastResponse {
      let result = [response.status.map(String.init) ?? "", response.text].filter { !$0.isEmpty }
      var texts = [result.joined(separator: " "), response.time.elapsedText]
      if response.bytes > 0 { texts.append(Number.bytes(response.bytes)) }
      add("Response", texts.joined(separator: ", ") + ", at " + response.when.text(clock, now: now))
    }
    add("Polling", poll.pollingText(at: now, isStill: context.isMotionReduced))
  }

  private mutating func addOrigin(_ origin: Origin?, staleSince stale: String?) {
    guard let origin else { return }
    guard let stale else { return add("In use", origin.text) }
    add("In use", "▲ \(origin.text), stale since \(stale)", role: .warning)
  }
}

extension PollStatus {
  /// The polling state as text, such as the interval and the countdown to the next poll; with
  /// `isStill`, the text has nothing that changes every second.
  fileprivate func pollingText(at now: Duration, isStill: Bool) -> String {
    let every = interval.map { "every \($0.text)" } ?? "off"
    if isStill, !isPaused { return isLoading ? every + ", loading" : every }
    if isLoading {
      let texts = [progress?.text, loadingText(at: now)].compactMap { $0 }
      return ([every, "loading"] + texts).joined(separator: ", ")
    }
    if isPaused { return every + ", paused" }
    guard let time = remaining(at: now)?.countdown else { return every }
    let note = isBackingOff ? " (back-off)" : ""
    return every + (failure == nil ? ", next in " : ", retrying in ") + time + note
  }
}

extension LoadProgress {
  /// The progress as text, such as `12 kB of 40 kB`.
  var text: String {
    Number.bytes(bytes) + (totalBytes.map { " of " + Number.bytes($0) } ?? "")
  }
}

extension Origin {
  /// The label of the origin, such as `remote`.
  var text: String {
    switch self {
    case .remote: "remote"
    case .cache: "from the cache"
    case .fallback: "fallback"
    case .bundled: "built in"
    case .file: "file"
    }
  }

  /// A shorter label of the origin for a narrow screen.
  var shortText: String { self == .cache ? "cache" : text }
}
