import Dashboard
import FeatureFlags
import Files
import Glibc
import Serving
import Team
import Terminal

/// Opens the dashboard; the default command.
struct DashboardCommand: Command {
  static let row = CommandRow(
    name: "dashboard",
    summary: "Browse features and change them on a screen.",
    options: [
      .url, .threshold, .expect, .expectStatus, .events, .serve, .listen, .tokenFile, .noToken,
      .tlsCertificate, .tlsKey,
      .allowOrigin, .allowHost, .forward, .ascii, .plain, .noMouse,
    ],
    optionHelp: [
      .listen:
        "The address of the server that --serve or the key H starts, \(Defaults.listenAddress) by default."
    ],
    sourceUse: .operand,
    isChanging: false,
    make: Self.init
  )

  static let tour = CommandRow(
    name: "tour",
    summary: "Walk through the dashboard with the built-in example.",
    options: [.ascii, .plain, .noMouse],
    sourceUse: .none,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions
  /// Whether the dashboard opens with the tour, and with the built-in example.
  private let isTour: Bool
  private let theme: String?
  /// The polling interval of `--poll`; `nil` for the interval of the settings.
  private let pollInterval: Duration?
  private let connectivity: ConnectivityOptions
  /// The settings of the server inside the dashboard.
  private let serving: ServingSettings
  /// Whether the server starts with the dashboard, because of `--serve`.
  private let isServing: Bool
  private let isASCII: Bool
  /// The command that runs instead of the dashboard if standard output is not a terminal.
  private let list: ListCommand
  /// Whether the mouse is used, unless `--no-mouse` leaves it to the terminal.
  private let usesMouse: Bool
  /// Whether `--plain` selects plain mode.
  private let isPlain: Bool

  init(_ arguments: Arguments) throws(Failure) {
    isTour = arguments.command.name == Self.tour.name
    var source = try arguments.sourceOptions()
    if isTour { (source.name, source.isExample, source.team) = (nil, true, TeamOptions.none) }
    self.source = source
    theme = arguments.value(.theme)
    pollInterval = try arguments.duration(.poll)
    connectivity = try arguments.connectivityOptions()
    serving = try arguments.dashboardServingSettings()
    isServing = arguments.has(.serve)
    isASCII = arguments.has(.ascii)
    list = try ListCommand(arguments)
    isPlain = arguments.has(.plain)
    usesMouse = !arguments.has(.noMouse)
  }

  /// The maximum time for which the first frame waits for the overrides of a team.
  private static let teamLimit = Duration.milliseconds(300)

  func run(_ program: Program) async throws(Failure) {
    guard hasDashboard(program.environment) else { return try await runWithoutScreen(program) }
    Heap.share()
    let (settings, warning) = program.settings()
    let context = try context(program, settings)
    let setup = context.setup
    setup.session.deferWrites()
    let time = DashboardClock()
    let screen = try screen(setup, settings, time)
    let bisection = context.bisection.note ?? context.bisection.warning
    let warnings = [warning, pollWarning(settings), screen.warning, bisection]
    var notices = warnings.compactMap(\.self).map { Notice($0, kind: .warning) }
    // Connects to the team first, and waits only for a moment: a cluster that does not respond must not
    // delay the first frame.
    let team = setup.team?.follow(waitingUpTo: Self.teamLimit) { _ in }
    defer { withExtendedLifetime(team) {} }
    if let notice = try await load(into: setup.session) { notices.append(notice) }
    let server = ScreenServer(setup.session, serving)
    defer { server.stop() }
    if isServing { try server.start() }
    let display = try display(program, screen)
    if let fallback = (display as? Terminal)?.fallback {
      notices.append(Notice(fallback: fallback, for: program.environment["TERM"] ?? ""))
    }
    let end = try await DashboardProgram.run(
      setup,
      server: server,
      connectivity: connectivity,
      notices: notices,
      screen: screen,
      time: time,
      display: display
    )
    if let summary = OverrideSummary(setup) { program.console.remark(summary.text) }
    context.warnOfPending()
    await setup.close()
    if case .signal(let signal) = end { Terminal.end(by: signal) }
  }

  private func pollWarning(_ settings: Settings) -> String? {
    let interval = pollInterval ?? settings.poll ?? Defaults.pollInterval
    return Program.warning(ofPoll: interval, isOption: pollInterval != nil)
  }

  private func runWithoutScreen(_ program: Program) async throws(Failure) {
    if isTour { throw .usage("the tour needs a terminal", command: Self.tour.name) }
    try await list.run(program)
  }

  private func hasDashboard(_ environment: Environment) -> Bool {
    environment.hasScreen || isPlain(environment) || isServing
  }

  private func context(
    _ program: Program,
    _ settings: Settings
  ) throws(Failure) -> CommandContext {
    let interval = pollInterval ?? settings.poll ?? Defaults.pollInterval
    return try CommandContext(
      source,
      program,
      usesCache: true,
      sessionOwner: .current
    ) { source, origin in
      SessionTrigger(source, origin, interval: interval)
    }
  }

  private func screen(
    _ setup: Setup,
    _ settings: Settings,
    _ time: DashboardClock
  ) throws(Failure) -> ScreenSetup {
    try ScreenSetup(
      theme: theme,
      settings,
      setup,
      setup.program,
      probeURLs: connectivity.configuration().addresses,
      wallClock: time.wallClock,
      isASCII: isASCII || setup.program.environment.isASCIITerminal,
      tour: isTour ? .step(0) : offersTour(setup) ? .offered : .hidden
    )
  }

  /// Whether the dashboard offers the tour: on the first start of this user, with the built-in example.
  ///
  /// Creates the folder of the workspaces, so that the next start is not the first one.
  private func offersTour(_ setup: Setup) -> Bool {
    let folder = setup.program.environment.stateRoot
    guard setup.origin == .bundled, setup.team == nil, access(folder, F_OK) != 0 else {
      return false
    }
    // A folder that cannot be created is reported when an override is saved.
    try? FileSystem.makeFolder(folder)
    return true
  }

  /// Whether the source is a file that is so large that it is loaded after the first frame.
  ///
  /// Always `false` with `--serve`: the server needs the features before its first client.
  private func isLarge(_ source: any Source) -> Bool {
    guard !isServing, let size = (source as? FileSource)?.size else { return false }
    return size >= LoadProgress.largeSize
  }

  /// Loads the features that the first frame shows.
  ///
  /// A large file is not loaded here, but after the first frame. For a source on a server, only the
  /// cached or the fallback configuration is loaded, because the response can take long.
  ///
  /// - Returns: The notice with the reason why the workspace is unusable; the dashboard opens
  ///   anyway, but saves no overrides. `nil` if the workspace is usable.
  private func load(into session: FlagSession) async throws(Failure) -> Notice? {
    if isLarge(session.source) {
      session.previewParts()
      return nil
    }
    let loaded: ConfigurationLoader.Loaded?
    do throws(SourceError) {
      loaded = session.isPolled ? await session.loadWithoutSource() : try await session.load()
    } catch {
      throw .source(error)
    }
    guard let loaded else { return nil }
    do throws(FlagStoreError) {
      try session.start(with: loaded)
      return nil
    } catch .notRead {
      // Needs no notice: the dashboard itself shows that the overrides file is unreadable.
      return nil
    } catch {
      return Notice("\(error)", kind: .failure)
    }
  }

  /// Whether `--plain` or `HALYARD_PLAIN` selects plain mode.
  private func isPlain(_ environment: Environment) -> Bool {
    isPlain || environment["HALYARD_PLAIN"] != nil
  }

  /// Opens the terminal, or standard input and output for plain mode.
  private func display(_ program: Program, _ screen: ScreenSetup) throws(Failure) -> any Display {
    if isPlain(program.environment) { return try mapError(PlainDisplay(), to: Failure.terminal) }
    return try mapError(Terminal(terminalOptions(program, screen)), to: Failure.terminal)
  }

  private func terminalOptions(_ program: Program, _ screen: ScreenSetup) -> TerminalOptions {
    var options = TerminalOptions(program)
    options.usesMouse = usesMouse
    options.requestsBackground = screen.followsBackground
    return options
  }
}
