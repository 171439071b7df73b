import Dashboard
import FeatureFlags
import Glibc
import Serving
import Terminal

/// Opens the dashboard; the default command.
struct DashboardCommand: Command {
  static let name = "dashboard"
  static let summary = "Browse features and change them on a screen."
  static let operands = [Operand("SOURCE", .optional)]
  static let options: [Option] = [
    .url, .threshold, .expect, .events, .serve, .tokenFile, .noToken, .tlsCertificate, .tlsKey,
    .allowOrigin,
  ]
  static let sourceUse = SourceUse.operand
  static let isChanging = false

  private let source: SourceOptions
  private let theme: String?
  private let pollInterval: Duration
  private let connectivity: ConnectivityOptions
  /// The settings of the server; `nil` without `--serve`.
  private let serving: ServingSettings?

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
    theme = arguments.value(.theme)
    pollInterval = try arguments.duration(.poll) ?? Defaults.pollInterval
    connectivity = try arguments.connectivityOptions()
    serving = try arguments.dashboardServingSettings()
  }

  func run(_ program: Program) async throws(Failure) {
    let interval = pollInterval
    let setup = try CommandContext(source, program, usesCache: true) { source, origin in
      SessionTrigger(source, origin, interval: interval)
    }.setup
    let time = Timeline()
    let look = try DashboardLook(
      theme: theme,
      setup,
      program,
      probeURLs: connectivity.configuration().addresses,
      wallClock: time.wallClock
    )
    var notices = look.warning.map { [Notice($0, kind: .warning)] } ?? []
    if let notice = try await load(into: setup.session) { notices.append(notice) }
    let server = try serving.map { settings throws(Failure) in
      try ServingServer.started(setup.session, settings)
    }
    defer { server?.stop() }
    let end = try await DashboardProgram.run(
      setup,
      server: server,
      connectivity: connectivity,
      notices: notices,
      look: look,
      time: time,
      options: terminalOptions(program)
    )
    if case .signal(let signal) = end { Terminal.end(by: signal) }
  }

  /// Loads a file; for a server, loads the cached or the fallback configuration, because its
  /// response can take long.
  ///
  /// - Returns: The notice with the reason why the workspace is unusable; the dashboard opens
  ///   anyway, but saves no overrides. `nil` if the workspace is usable.
  private func load(into session: FlagSession) async throws(Failure) -> Notice? {
    let loaded: ConfigurationLoader.Loaded?
    do throws(SourceError) {
      loaded = session.isPolled ? await session.standIn() : try await session.load()
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

  private func terminalOptions(_ program: Program) -> TerminalOptions {
    TerminalOptions(
      term: program.environment["TERM"] ?? "",
      colorterm: program.environment["COLORTERM"] ?? "",
      colours: program.isMonochrome ? ColourDepth.monochrome : nil
    )
  }
}
