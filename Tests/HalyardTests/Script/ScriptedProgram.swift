import FeatureFlags
import Glibc
import Locking
import TestSupport

@testable import Terminal
@testable import halyard

/// Runs the whole program without a terminal: arguments, settings, session, event loop and effects.
enum ScriptedProgram {
  /// Opens the dashboard on a display, and runs it until the display ends it.
  ///
  /// - Parameters:
  ///   - words: The arguments.
  ///   - folder: The working folder, with the folder `home` of the program.
  ///   - clock: The time of the dashboard.
  ///   - makeDisplay: Creates the display of the session.
  /// - Throws: The failure of the program, or that of `makeDisplay`.
  static func run(
    _ words: [String],
    in folder: TemporaryFolder,
    clock: Locked<Duration>,
    on makeDisplay: (Setup) throws -> any Display
  ) async throws {
    let variables = ["HALYARD_HOME": folder.path(of: "home"), "USER": "ana", "LC_ALL": "C.UTF-8"]
    let environment = Environment.current(variables, workingFolder: folder.path)
    let arguments = try Arguments(words, commands: CommandTable.all, environment: environment)
    let program = Program(
      environment: environment,
      name: "halyard dashboard",
      console: Console(isQuiet: true, isColoured: false),
      themes: ThemeLibrary(environment, programPath: nil),
      isMonochrome: true,
      version: "test",
      log: nil
    )
    let setup = try CommandContext(arguments.sourceOptions(), program, usesCache: true).setup
    try setup.session.start(with: try await setup.session.load())
    let time = DashboardClock { clock.withLock { $0 } }
    let look = try ScreenSetup(
      theme: nil,
      program.settings().settings,
      setup,
      program,
      probeURLs: [],
      wallClock: time.wallClock
    )
    _ = try await DashboardProgram.run(
      setup,
      server: ScreenServer(setup.session, arguments.servingSettings(address: "0")),
      connectivity: arguments.connectivityOptions(),
      notices: [],
      screen: look,
      time: time,
      display: makeDisplay(setup)
    )
  }
}

extension Waker {
  /// Waits until another thread has posted a message, for a short time at most.
  func waitForMessages() -> [DisplayEvent] {
    var polled = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 100) > 0 else { return [] }
    bell.silence()
    return [.woken]
  }
}
