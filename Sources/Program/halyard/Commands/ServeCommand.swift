import FeatureFlags
import Serving
import Terminal

/// Serves the features with the tester's overrides over HTTP, until the program is interrupted.
struct ServeCommand: Command {
  static let row = CommandRow(
    name: "serve",
    summary: "Serve the features with their overrides to apps in any language, over HTTP.",
    options: [
      .listen, .tokenFile, .noToken, .tlsCertificate, .tlsKey, .allowOrigin, .allowHost, .forward,
      .readyFile, .json,
    ] + ServedRun.options,
    optionHelp: [
      .json: "Write a JSON line for the address, each change and each evaluation."
    ],
    sourceUse: .operand,
    isChanging: false,
    make: Self.init
  )

  private let served: ServedRun
  /// The path of the token file; `nil` without a token.
  private let tokenPath: String?
  private let readyFile: ReadyFile?
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    let settings = try arguments.servingSettings(address: arguments.value(.listen))
    served = try ServedRun(arguments, settings)
    tokenPath = arguments.value(.tokenFile).map(arguments.environment.absolute)
    readyFile = arguments.value(.readyFile).map {
      ReadyFile(path: arguments.environment.absolute($0))
    }
    isJSON = arguments.has(.json)
  }

  func run(_ program: Program) async throws(Failure) {
    try readyFile?.removeStale()
    let context = try await served.open(program, output: readyFile?.path)
    // Handles signals only after the load: before, there is no work to finish, and a signal ends the
    // process.
    let signals = try ShutdownSignals()
    let (events, inbox) = AsyncStream.makeStream(of: SessionEvent.self)
    context.setup.session.subscribe { inbox.yield($0) }
    let running = try served.start(context)
    let journal = ServeJournal(
      console: program.console,
      setup: context.setup,
      tokenPath: tokenPath,
      isJSON: isJSON
    )
    let stamp = try readyFile?.write(running, tokenPath: tokenPath)
    var user = journal.followUser()
    journal.announce(running.server)
    let changes = Task { for await event in events { journal.report(event) } }
    let evaluations = Task { await journal.reportEvaluations(of: running.server) }
    let signal = await signals.next()
    // Releases the user, whose files are removed: the signal ends the process without a deinit.
    user = withExtendedLifetime(user) { nil }
    try readyFile?.remove(stamp)
    try await running.stop()
    // Waits for the output last: if nothing reads it, the deadline of the signal ends the process.
    inbox.finish()
    evaluations.cancel()
    await changes.value
    await evaluations.value
    Terminal.end(by: signal)
  }
}
