import Connectivity
import Frame

extension DashboardState {
  /// Performs an action that concerns polling, the user or the connectivity.
  mutating func performLive(_ action: Action, now: Duration) -> [Effect] {
    switch action {
    case .pausePolling: return togglePause(now: now)
    case .pollLessOften: return changeInterval(isLonger: true, now: now)
    case .pollMoreOften: return changeInterval(isLonger: false, now: now)
    case .user: openUser(now: now)
    case .refresh where focus == .connectivity:
      isChecking = true
      return [.checkConnectivity]
    case .refresh: return [.refresh]
    default: break
    }
    return []
  }

  private mutating func openUser(now: Duration) {
    guard let person else {
      let text =
        "This source has no users: everyone has the same features."
      return show(Notice(text, kind: .information), now: now)
    }
    dialog = UserPane(person)
  }

  /// Applies the result of a connectivity check.
  mutating func take(_ report: ConnectivityReport) {
    isChecking = false
    connectivity = report
    history.add(report)
  }

  private mutating func togglePause(now: Duration) -> [Effect] {
    guard let poll else { return sayUnpolled(now: now) }
    guard poll.interval != nil else { return setInterval(PollStatus.usualInterval, now: now) }
    // Shown at once, so that two quick presses mean what they say.
    self.poll?.isPaused.toggle()
    return [.pausePolling(!poll.isPaused)]
  }

  private mutating func changeInterval(isLonger: Bool, now: Duration) -> [Effect] {
    guard let poll else { return sayUnpolled(now: now) }
    guard let interval = poll.interval else {
      return setInterval(PollStatus.usualInterval, now: now)
    }
    let steps = PollStatus.intervals
    let next = isLonger ? steps.first { $0 > interval } : steps.last { $0 < interval }
    guard let next else {
      let words = interval.intervalWords
      let what = isLonger ? "less often than that" : "more often than that"
      show(Notice("Polled every \(words): \(what) is not possible.", kind: .information), now: now)
      return []
    }
    return setInterval(next, now: now)
  }

  private mutating func setInterval(_ interval: Duration, now: Duration) -> [Effect] {
    poll?.interval = interval
    show(Notice("Polled every \(interval.intervalWords).", kind: .success), now: now)
    return [.setInterval(interval)]
  }

  private mutating func sayUnpolled(now: Duration) -> [Effect] {
    show(Notice("This source is not polled: r loads it again.", kind: .information), now: now)
    return []
  }
}
