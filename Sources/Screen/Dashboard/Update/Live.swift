import FeatureFlags
import Text

extension DashboardState {
  /// Starts a test case: counts the requests of clients from now on, and lists the requested features.
  mutating func startTestCase() {
    guard let serving = content.serving else {
      return showNoServer()
    }
    content.testCase = TestCase(start: context.wallClock.date(at: time), base: serving)
    panes.clients.showAsked(content)
    let anchor = panes.list.anchor(in: content.list)
    panes.refresh(after: .served(hasNewFeatures: true), anchor: anchor, content)
    go(to: .clients)
    show(Notice("The test case starts: requests are counted from now on.", kind: .success))
  }

  /// Starts the server for apps, or stops it.
  mutating func toggleServer() -> [Effect] { [.session(.serve(content.serving == nil))] }

  /// Shows that there are no requests without a server, and the key that starts one.
  mutating func showNoServer() {
    let key = keymap.text(of: .live(.serve))
    inform("No server runs, so there are no requests: \(key) starts one.")
  }

  /// Opens the list of the members of the team.
  mutating func openTeam() {
    guard let team = content.team else {
      return inform("The overrides are those of the workspace; --team shares those of a team.")
    }
    dialog = Menu(TeamMenu(activity: team, clock: context.wallClock))
  }

  /// Opens the table of features and personas, and requests its states.
  mutating func openComparison() -> [Effect] {
    let hasPersonas = !context.personas.isEmpty
    dialog = ComparisonDialog(
      hasPersonas: hasPersonas,
      userKey: keymap.label(of: .live(.user)) ?? ":user"
    )
    return hasPersonas ? [.session(.compareUsers)] : []
  }

  mutating func openUser() {
    guard let userFields = content.userFields else { return showNoUsers() }
    let isUsed = content.evaluator?.targetingKeyUse != .unused
    let kinds = content.evaluator?.contextKinds
    dialog = UserDialog(
      kinds.map { UserFields(content.user, kinds: $0) } ?? userFields,
      parts: content.evaluator?.userParts ?? [.attributes, .segments, .profile],
      kinds: kinds,
      personas: context.personas,
      note: isUsed ? nil : "No result of this source depends on the user key."
    )
  }

  /// Shows that features cannot be evaluated for a user.
  mutating func showNoUsers() {
    let isLoaded = content.list != nil
    inform(
      isLoaded
        ? "This source has no users: everyone has the same features."
        : "Nothing is loaded yet, so no user can be evaluated."
    )
  }

  mutating func togglePause() -> [Effect] {
    guard let poll = content.poll else { return showUnpolled() }
    guard poll.interval != nil else { return setInterval(PollStatus.usualInterval) }
    // Updates the state immediately, so that pressing the key twice quickly pauses and resumes.
    content.poll?.isPaused.toggle()
    return [.session(.pausePolling(!poll.isPaused))]
  }

  mutating func changeInterval(isLonger: Bool) -> [Effect] {
    guard let poll = content.poll else { return showUnpolled() }
    guard let interval = poll.interval else { return setInterval(PollStatus.usualInterval) }
    let steps = PollStatus.intervals
    let next = isLonger ? steps.first { $0 > interval } : steps.last { $0 < interval }
    guard let next else {
      let limit = isLonger ? "longest" : "shortest"
      inform("Polled every \(interval.text), the \(limit) interval.")
      return []
    }
    return setInterval(next)
  }

  private mutating func setInterval(_ interval: Duration) -> [Effect] {
    content.poll?.interval = interval
    show(Notice("Polled every \(interval.text).", kind: .success))
    return [.session(.setInterval(interval))]
  }

  private mutating func showUnpolled() -> [Effect] {
    inform("This source is not polled: \(keymap.text(of: .live(.refresh))) loads it again.")
    return []
  }
}
