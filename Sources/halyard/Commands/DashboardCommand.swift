import Dashboard
import FeatureFlags
import Glibc
import Terminal

/// Opens the dashboard.
enum DashboardCommand {
  static func run(
    _ arguments: Arguments,
    _ environment: Environment,
    _ library: ThemeLibrary,
    _ options: TerminalOptions
  ) async throws(Failure) {
    let setup = try Setup(arguments, environment: environment, author: environment.author)
    let time = Timeline()
    let look = try DashboardLook(
      arguments,
      setup,
      library,
      environment,
      wallClock: time.wallClock
    )
    let live = try LiveSettings(arguments)
    // A server may take its time: the screen opens with what stands in for it.
    let isRemote = setup.origin == .remote
    let loaded = isRemote ? await setup.standIn() : try await setup.load(usesCache: true)
    var notices = look.warning.map { [Notice($0, kind: .warning)] } ?? []
    // A workspace that cannot be used is no reason not to look: what is decided is not kept then.
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
      options: options
    )
    if case .signal(let signal) = end { Terminal.end(by: signal) }
  }
}
