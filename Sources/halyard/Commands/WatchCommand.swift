import FeatureFlags

/// Tells of each poll and each change, a line for each, until the program is interrupted.
enum WatchCommand {
  static func run(_ arguments: Arguments, _ context: CommandContext) async throws(Failure) {
    let setup = context.setup
    let isRemote = setup.origin == .remote
    let interval = try arguments.duration(.poll) ?? (isRemote ? .seconds(60) : .seconds(2))
    let journal = WatchJournal(
      console: context.console,
      store: setup.store,
      isJSON: arguments.has(.json),
      tellsEveryPoll: isRemote
    )
    let changes = setup.store.changes()
    let follower = setup.store.followWorkspace { problem in
      if let problem { context.console.warn("\(problem)") }
    }
    let listener = Task {
      for await change in changes { journal.tell(change) }
    }
    let poller = Poller(
      setup.loader(of: setup.source, usesCache: true),
      settings: PollSettings(interval: interval),
      clock: ContinuousClock()
    )
    poller.start()
    poller.refreshNow()
    for await event in poller.events {
      guard case .finished(let outcome) = event else { continue }
      journal.tell(outcome)
      guard case .success(let loaded) = outcome.result else { continue }
      do throws(FlagStoreError) {
        try setup.store.load(loaded.configuration)
      } catch {
        context.console.warn("\(error)")
      }
    }
    listener.cancel()
    withExtendedLifetime(follower) {}
  }
}
