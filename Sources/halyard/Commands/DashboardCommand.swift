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
      // The default addresses are public hosts: only the user's key press may contact them.
      watchesConnectivity: !connectivity.urls.isEmpty
    )
    let look = try DashboardLook(
      theme: theme,
      setup,
      program,
      probeAddresses: live.connectivity.addresses,
      wallClock: time.wallClock
    )
    // A server can be slow: the screen opens with the cached or the fallback configuration.
    let isRemote = setup.origin == .remote
    let loaded = isRemote ? await setup.standIn() : try await setup.load(usesCache: true)
    var notices = look.warning.map { [Notice($0, kind: .warning)] } ?? []
    // The dashboard opens without a usable workspace; new overrides are not saved then.
    do throws(FlagStoreError) {
      if let loaded { try setup.store.load(loaded.configuration) }
    } catch .notRead {
      // The dashboard reports an unreadable file of overrides for as long as it is unreadable.
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
