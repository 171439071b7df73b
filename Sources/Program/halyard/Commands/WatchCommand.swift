import FeatureFlags

/// Prints a line for each poll and each change, until the program is interrupted.
struct WatchCommand: Command {
  static let row = CommandRow(
    name: "watch",
    summary:
      "Print each poll and each change, or only the changes of some features, until interrupted.",
    operands: [Operand("NAME", .any, .features)],
    options: [.json],
    sourceUse: .option,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions
  /// The names and globs of the features to print; if empty, all features and the polls are printed.
  private let names: NamePatterns
  /// The polling interval; with `nil`, a file is watched and a server is polled at the interval of
  /// the settings.
  private let interval: Duration?
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
    names = NamePatterns(arguments.operands)
    interval = try arguments.duration(.poll)
    isJSON = arguments.has(.json)
  }

  func run(_ program: Program) async throws(Failure) {
    let (interval, usual) = (interval, program.pollInterval(interval))
    let setup = try CommandContext(source, program, usesCache: true) { source, origin in
      SessionTrigger(watching: source, origin, interval: interval, usual: usual)
    }.setup
    let journal = WatchJournal(
      console: program.console,
      store: setup.store,
      names: names,
      isJSON: isJSON,
      printsEveryPoll: setup.origin == .remote && names.isEmpty
    )
    let (events, inbox) = AsyncStream.makeStream(of: SessionEvent.self)
    // Prints in a separate task, because the store holds its lock while it publishes a change.
    setup.session.subscribe { inbox.yield($0) }
    let recorder = SourceRecorder(setup)
    let recording = Task { await recorder?.run() }
    let pipeline = Task { await setup.session.run() }
    for await event in events { journal.report(event) }
    await pipeline.value
    recording.cancel()
  }
}

extension SessionTrigger {
  /// The trigger of `watch`: polls at the given interval; without an interval, polls a server at
  /// the usual interval, watches a file, and polls any other source every two seconds.
  fileprivate init(
    watching source: any Source,
    _ origin: Origin,
    interval: Duration?,
    usual: Duration
  ) {
    if let interval {
      self = .poll(PollSettings(interval: interval))
    } else {
      self.init(source, origin, interval: usual)
      guard case .none = self else { return }
      self = .poll(PollSettings(interval: Defaults.localPollInterval))
    }
  }
}
