import FeatureFlags
import Serving
import Terminal

/// Serves the features with the tester's overrides over HTTP, until the program is interrupted.
struct ServeCommand: Command {
  static let row = CommandRow(
    name: "serve",
    summary: "Serve the features with their overrides to apps in any language, over HTTP.",
    options: [
      .listen, .tokenFile, .noToken, .tlsCertificate, .tlsKey, .allowOrigin, .allowHost,
      .summary, .json,
    ],
    optionHelp: [
      .json: "Write a JSON line for the address, each change and each evaluation.",
      .user: "The default user; datafiles then apply the overrides for this user only.",
    ],
    sourceUse: .operand,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions
  private let settings: ServingSettings
  /// The path of the token file; `nil` without a token.
  private let tokenPath: String?
  /// The polling interval of `--poll`; `nil` for the interval of the settings.
  private let interval: Duration?
  private let isJSON: Bool
  /// The path of the file for the users of tests; `nil` for none.
  private let summaryPath: String?

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
    settings = try arguments.servingSettings(address: arguments.value(.listen))
    tokenPath = arguments.value(.tokenFile).map(arguments.environment.absolute)
    interval = try arguments.duration(.poll)
    isJSON = arguments.has(.json)
    summaryPath = arguments.value(.summary).map(arguments.environment.absolute)
  }

  func run(_ program: Program) async throws(Failure) {
    let interval = interval ?? program.pollInterval()
    let context = try CommandContext(source, program, usesCache: true) { source, origin in
      SessionTrigger(source, origin, interval: interval)
    }
    let session = context.setup.session
    try await load(context)
    // Handles signals only after the load: before, there is no work to finish, and a signal ends the
    // process.
    let signals = try ShutdownSignals()
    let journal = journal(program.console, context.setup)
    let (events, inbox) = AsyncStream.makeStream(of: SessionEvent.self)
    session.subscribe { inbox.yield($0) }
    let server = try journal.start()
    let summary = summaryPath.map { ServeSummary(source: context.setup.source.name, path: $0) }
    // Finds an unwritable path before the test run, and not after it.
    try summary?.write(server.activity)
    let recorder = SourceRecorder(context.setup)
    let recording = Task { await recorder?.run() }
    let work = Task { await session.run() }
    let changes = Task { for await event in events { journal.report(event) } }
    let evaluations = Task { await journal.reportEvaluations(of: server) }
    let signal = await signals.next()
    session.stop()
    await work.value
    // Closes the setup before the server: slow clients may delay the server's end until the deadline
    // of the signal, which ends the process.
    await context.setup.close()
    server.stop(within: .milliseconds(300))
    try summary?.write(server.activity)
    // Waits for the output last: if nothing reads it, the deadline of the signal ends the process.
    inbox.finish()
    evaluations.cancel()
    recording.cancel()
    await changes.value
    await evaluations.value
    Terminal.end(by: signal)
  }

  private func journal(_ console: Console, _ setup: Setup) -> ServeJournal {
    ServeJournal(
      console: console,
      setup: setup,
      settings: settings,
      tokenPath: tokenPath,
      isJSON: isJSON
    )
  }

  /// Loads the configuration; an unusable workspace is only a warning.
  private func load(_ context: CommandContext) async throws(Failure) {
    let loaded = try await context.setup.load()
    do throws(FlagStoreError) {
      try context.setup.session.start(with: loaded)
    } catch {
      context.console.warn("\(error)")
    }
    context.warn(of: loaded)
  }
}
