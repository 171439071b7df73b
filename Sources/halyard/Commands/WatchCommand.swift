import FeatureFlags

/// Tells of each poll and each change, a line for each, until the program is interrupted.
enum WatchCommand {
  static func run(_ arguments: Arguments, _ context: CommandContext) async throws(Failure) {
    let (setup, console) = (context.setup, context.console)
    let interval = try arguments.duration(.poll)
    let journal = WatchJournal(
      console: console,
      store: setup.store,
      isJSON: arguments.has(.json),
      tellsEveryPoll: setup.origin == .remote
    )
    let changes = setup.store.changes()
    let follower = setup.store.followWorkspace { problem in
      if let problem { console.warn("\(problem)") }
    }
    if follower?.isPolling == true { console.warn(Setup.pollingRemark) }
    let listener = Task {
      for await change in changes { journal.tell(change) }
    }
    var last: ConfigurationLoader.Loaded?
    await read(setup, every: interval) { outcome in
      journal.tell(outcome)
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

  /// Reads the source again and again: a file when it changes, everything else by the clock.
  private static func read(
    _ setup: Setup,
    every interval: Duration?,
    _ take: (PollOutcome) -> Void
  ) async {
    let loader = setup.loader(of: setup.source, usesCache: true)
    let (news, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    bell.yield()
    if interval == nil, let file = setup.followFile(onChange: { bell.yield() }) {
      var previous: ConfigurationLoader.Loaded?
      for await _ in news {
        let outcome = await PollOutcome(loader, after: previous)
        take(outcome)
        previous = outcome.current ?? previous
      }
      return withExtendedLifetime(file) {}
    }
    let usual: Duration = setup.origin == .remote ? .seconds(60) : .seconds(2)
    let poller = Poller(
      loader,
      settings: PollSettings(interval: interval ?? usual),
      clock: ContinuousClock()
    )
    poller.start()
    poller.refreshNow()
    for await event in poller.events {
      if case .finished(let outcome) = event { take(outcome) }
    }
  }
}
