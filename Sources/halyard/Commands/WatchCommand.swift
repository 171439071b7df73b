import FeatureFlags

/// Prints a line for each poll and each change, until the program is interrupted.
struct WatchCommand: Command {
  static let name = "watch"
  static let summary = "Print each poll and each change, one line each, until interrupted."
  static let options: [Option] = [.json]
  static let sourceUse = SourceUse.option
  static let isChanging = false

  private let source: SourceOptions
  /// The time between two reads; `nil` reads a file when it changes, and a server by the default.
  private let interval: Duration?
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
    interval = try arguments.duration(.poll)
    isJSON = arguments.has(.json)
  }

  func run(_ program: Program) async throws(Failure) {
    let (setup, console) = (try CommandContext(source, program).setup, program.console)
    let journal = WatchJournal(
      console: console,
      store: setup.store,
      isJSON: isJSON,
      printsEveryPoll: setup.origin == .remote
    )
    let changes = setup.store.changes()
    let follower = setup.store.followWorkspace { problem in
      if let problem { console.warn("\(problem)") }
    }
    if follower?.isPolling == true { console.warn(Setup.pollingRemark) }
    let listener = Task {
      for await change in changes { journal.report(change) }
    }
    var last: ConfigurationLoader.Loaded?
    await read(setup, every: interval) { outcome in
      journal.report(outcome)
      guard case .success(let loaded) = outcome.result else { return }
      defer { last = loaded }
      if let last, loaded.isSame(as: last) { return }
      do throws(FlagStoreError) {
        try setup.store.load(loaded.configuration)
      } catch {
        console.warn("\(error)")
      }
    }
    listener.cancel()
    withExtendedLifetime(follower) {}
  }

  /// Reads a file when it changes, and polls any other source.
  private func read(
    _ setup: Setup,
    every interval: Duration?,
    _ report: (PollOutcome) -> Void
  ) async {
    let loader = setup.loader(of: setup.source, usesCache: true)
    let (news, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    bell.yield()
    if interval == nil, let file = setup.followFile(onChange: { bell.yield() }) {
      var previous: ConfigurationLoader.Loaded?
      for await _ in news {
        let outcome = await PollOutcome(loader, after: previous)
        report(outcome)
        previous = outcome.current ?? previous
      }
      return withExtendedLifetime(file) {}
    }
    let usual = setup.origin == .remote ? Defaults.pollInterval : Defaults.localPollInterval
    let poller = Poller(
      loader,
      settings: PollSettings(interval: interval ?? usual),
      clock: ContinuousClock()
    )
    poller.start()
    poller.refreshNow()
    for await event in poller.events {
      if case .finished(let outcome) = event { report(outcome) }
    }
  }
}
