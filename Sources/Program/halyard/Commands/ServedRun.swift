import FeatureFlags
import Serving

/// The source, the preset and the server of a command that serves its features until it ends.
struct ServedRun {
  /// The options besides those of the server.
  static let options: [Option] = [.preset, .isolated, .summary]

  private let source: SourceOptions
  private let settings: ServingSettings
  /// The polling interval of `--poll`; `nil` for the interval of the settings.
  private let interval: Duration?
  /// The name, the path or the URL of the preset; `nil` for none.
  private let preset: String?
  /// The path of the file for the evaluations and the users of tests; `nil` for none.
  private let summaryPath: String?

  init(_ arguments: Arguments, _ settings: ServingSettings) throws(Failure) {
    self.settings = settings
    source = try arguments.sourceOptions()
    interval = try arguments.duration(.poll)
    preset = arguments.value(.preset)
    summaryPath = arguments.value(.summary).map(arguments.environment.absolute)
  }

  /// Loads the source and applies the preset; an unusable workspace is only a warning.
  ///
  /// - Parameters:
  ///   - program: The dependencies of the command.
  ///   - output: The path of a file that the command writes besides the summary.
  /// - Returns: The context of the loaded source.
  /// - Throws: `output` if the summary or `output` would overwrite the source; `source` and `preset`, if
  ///   they cannot be read.
  func open(_ program: Program, output: String? = nil) async throws(Failure) -> CommandContext {
    let interval = program.pollInterval(interval)
    let context = try CommandContext(source, program, usesCache: true) { source, origin in
      SessionTrigger(source, origin, interval: interval)
    }
    for path in [summaryPath, output] { try context.setup.refuseSource(as: path) }
    let loaded = try await context.setup.load()
    do throws(FlagStoreError) {
      try context.setup.session.start(with: loaded)
    } catch {
      context.console.warn("\(error)")
    }
    context.warn(of: loaded)
    try await PresetApplication(context: context).applyUntilExit(preset, source)
    return context
  }

  /// Starts the server, and then polls or watches the source.
  ///
  /// - Throws: `server` with the reason why the server cannot start; `output`, if the summary cannot be
  ///   written.
  func start(_ context: CommandContext) throws(Failure) -> RunningServer {
    let setup = context.setup
    let server = try ServingServer.started(setup.session, settings)
    let summary = summaryPath.map { ServeSummary(source: setup.source.name, path: $0) }
    // Writes the summary now, so that an unwritable path is found before the test run and not after it.
    try summary?.write(server.activity)
    let recorder = SourceRecorder(setup)
    return RunningServer(
      setup: setup,
      server: server,
      summary: summary,
      recording: Task { await recorder?.run() },
      work: Task { await setup.session.run() }
    )
  }
}

/// A server whose session polls or watches its source, until ``stop()``.
struct RunningServer {
  let setup: Setup
  let server: ServingServer
  fileprivate let summary: ServeSummary?
  fileprivate let recording: Task<Void, Never>
  fileprivate let work: Task<Void, Never>

  /// Ends the session and the server, and writes the summary.
  ///
  /// - Throws: `output`, if the summary cannot be written.
  func stop() async throws(Failure) {
    setup.session.stop()
    await work.value
    // Closes the setup before the server: slow clients may delay the server's end until the deadline
    // of the signal, which ends the process.
    await setup.close()
    server.stop(within: .milliseconds(300))
    recording.cancel()
    try summary?.write(server.activity)
  }
}

extension ServingServer {
  /// Starts a server; converts its error to a ``Failure``.
  ///
  /// - Throws: `server` with the reason why the server cannot start.
  static func started(
    _ session: FlagSession,
    _ settings: ServingSettings
  ) throws(Failure) -> ServingServer {
    DescriptorLimit.raiseForServer()
    Heap.returnLargeBlocks()
    return try mapError(ServingServer(session, settings), to: Failure.server)
  }

  /// The environment variables with which OpenFeature clients find the server; a token is not included.
  var environment: [(name: String, value: String)] {
    let milliseconds = Self.clientTimeout.components.seconds * 1_000
    return [("OFREP_ENDPOINT", url), ("OFREP_TIMEOUT_MS", "\(milliseconds)")]
  }

  /// The request timeout that the environment gives to clients.
  private static let clientTimeout = Duration.seconds(10)
}
