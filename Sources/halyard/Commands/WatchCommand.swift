import FeatureFlags

/// Prints a line for each poll and each change, until the program is interrupted.
struct WatchCommand: Command {
  static let name = "watch"
  static let summary = "Print each poll and each change, one line each, until interrupted."
  static let options: [Option] = [.json]
  static let sourceUse = SourceUse.option
  static let isChanging = false

  private let source: SourceOptions
  /// The polling interval; `nil` watches a file, and polls a server at the default interval.
  private let interval: Duration?
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
    interval = try arguments.duration(.poll)
    isJSON = arguments.has(.json)
  }

  func run(_ program: Program) async throws(Failure) {
    let interval = interval
    let setup = try CommandContext(source, program, usesCache: true) { source, origin in
      SessionTrigger(watching: source, origin, interval: interval)
    }.setup
    let journal = WatchJournal(
      console: program.console,
      store: setup.store,
      isJSON: isJSON,
      printsEveryPoll: setup.origin == .remote
    )
    let (events, inbox) = AsyncStream.makeStream(of: SessionEvent.self)
    // Prints in a task of its own: the store's lock is held while a change is published.
    setup.session.subscribe { inbox.yield($0) }
    let session = Task { await setup.session.run() }
    for await event in events { journal.report(event) }
    await session.value
  }
}

extension SessionTrigger {
  /// The trigger of `watch`: polls every source but a file, which is polled only with an interval.
  fileprivate init(watching source: any Source, _ origin: Origin, interval: Duration?) {
    if let interval {
      self = .poll(PollSettings(interval: interval))
    } else {
      self.init(source, origin, interval: Defaults.pollInterval)
      guard case .none = self else { return }
      self = .poll(PollSettings(interval: Defaults.localPollInterval))
    }
  }
}
