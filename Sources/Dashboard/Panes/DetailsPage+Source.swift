import FeatureFlags
import Frame

extension DetailsPage {
  /// Adds the source, its last response, and the next poll.
  mutating func add(_ poll: PollStatus, of context: Context, origin: Origin?, now: Duration) {
    let clock = context.wallClock
    addGap()
    add("Source", context.source)
    addOrigin(origin, staleSince: poll.staleSince?.words(clock, now: now))
    if let failure = poll.failure { add("Failure", "✗ " + failure, role: .failure) }
    if let answer = poll.lastAnswer {
      let result = [answer.status.map(String.init) ?? "", answer.words].filter { !$0.isEmpty }
      var words = [result.joined(separator: " "), answer.time.spentWords]
      if answer.bytes > 0 { words.append(Number.bytes(answer.bytes)) }
      add("Answer", words.joined(separator: ", ") + ", at " + answer.when.words(clock, now: now))
    }
    add("Polling", poll.pollingWords(at: now))
  }

  private mutating func addOrigin(_ origin: Origin?, staleSince stale: String?) {
    guard let origin else { return }
    guard let stale else { return add("In use", origin.words) }
    add("In use", "▲ \(origin.words), stale since \(stale)", role: .warning)
  }
}

extension PollStatus {
  /// What polling does, in words.
  fileprivate func pollingWords(at now: Duration) -> String {
    let every = interval.map { "every \($0.intervalWords)" } ?? "off"
    if isLoading {
      let words = [progress?.words, loadingWords(at: now)].compactMap { $0 }
      return ([every, "loading"] + words).joined(separator: ", ")
    }
    if isPaused { return every + ", paused" }
    guard let time = remaining(at: now)?.countdown else { return every }
    let note = isBackingOff ? " (back-off)" : ""
    return every + (failure == nil ? ", next in " : ", retrying in ") + time + note
  }
}

extension PollProgress {
  /// How far it has come, such as `12 kB of 40 kB`.
  var words: String {
    let whole = expected.map { " of " + Number.bytes($0) } ?? ""
    return Number.bytes(received) + whole
  }
}

extension Origin {
  /// How the configuration was got, in a word.
  var words: String {
    switch self {
    case .remote: "remote"
    case .cache: "from the cache"
    case .fallback: "fallback"
    case .bundled: "built in"
    case .file: "file"
    }
  }

  /// The same where there is little room.
  var shortWords: String { self == .cache ? "cache" : words }
}
