import Dashboard
import FeatureFlags
import Glibc
import Terminal

/// Opens the dashboard; the default command.
struct DashboardCommand: Command {
  static let name = "dashboard"
  static let summary = "Browse features and change them on a screen."
  static let operands = [Operand("SOURCE", .optional)]
  static let options: [Option] = [.url, .threshold, .expect, .events]
  static let sourceUse = SourceUse.operand
  static let isChanging = false

  private let source: SourceOptions
  private let theme: String?
  private let pollInterval: Duration
  private let connectivity: ConnectivityOptions

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
    theme = arguments.value(.theme)
    pollInterval = try arguments.duration(.poll) ?? Defaults.pollInterval
    connectivity = try arguments.connectivityOptions()
  }

  func run(_ program: Program) async throws(Failure) {
    let setup = try CommandContext(source, program).setup
    let time = Timeline()
    let live = LiveSettings(
      interval: pollInterval,
      deadline: source.timeout,
      connectivity: connectivity.configuration(),
      // The default URLs belong to public hosts: they are only probed after a key press.
      watchesConnectivity: !connectivity.urls.isEmpty
    )
    let look = try DashboardLook(
      theme: theme,
      setup,
      program,
      probeURLs: live.connectivity.addresses,
      wallClock: time.wallClock
    )
    // A server can be slow: the dashboard opens with the cached or the fallback configuration.
    let isRemote = setup.origin == .remote
    let loaded = isRemote ? await setup.standIn() : try await setup.load(usesCache: true)
    var notices = look.warning.map { [Notice($0, kind: .warning)] } ?? []
    // The dashboard also opens with an unusable workspace, but then does not save new overrides.
    do throws(FlagStoreError) {
      if let loaded { try setup.store.load(loaded.configuration) }
    } catch .notRead {
      // No notice: the dashboard shows an error for as long as the overrides file is unreadable.
    } catch {
      notices.append(Notice("\(error)", kind: .failure))
    }
    let end = try await DashboardProgram.run(
      setup,
      loaded: loaded,
      live: live,
      notices: notices,
      look: look,
      time: time,
      options: terminalOptions(program)
    )
    if case .signal(let signal) = end { Terminal.end(by: signal) }
  }

  private func terminalOptions(_ program: Program) -> TerminalOptions {
    TerminalOptions(
      term: program.environment["TERM"] ?? "",
      colorterm: program.environment["COLORTERM"] ?? "",
      colours: program.isMonochrome ? ColourDepth.monochrome : nil
    )
  }
}
