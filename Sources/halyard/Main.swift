import Dashboard
import FeatureFlags
import Files
import FoundationEssentials
import Frame
import Glibc
import Terminal

/// The program.
@main
struct Main {
  static let version = "0.1.0"

  static func main() async {
    reportFileSizeLimit()
    let environment = Environment.current(ProcessInfo.processInfo.environment)
    do throws(Failure) {
      try await run(Arguments(ProgramArguments.words()), environment)
    } catch {
      if let message = error.message { Console.fail(message) }
      if case .usage(_, let command) = error {
        let topic = command.map { "help \($0.rawValue)" } ?? "help"
        Console(isQuiet: false, isColoured: false).remark("See 'halyard \(topic)'.")
      }
      exit(error.exitCode)
    }
  }

  /// Has a write beyond the file size limit fail with EFBIG, which is reported like any failed
  /// write, instead of ending the program by SIGXFSZ.
  private static func reportFileSizeLimit() {
    // A handler instead of SIG_IGN, which a program started by `halyard run` would inherit.
    signal(SIGXFSZ) { _ in }
  }

  private static func run(_ arguments: Arguments, _ environment: Environment) async throws(Failure)
  {
    let console = Console(
      isQuiet: arguments.has(.quiet),
      isColoured: environment.isOutputTerminal && environment["TERM"] ?? "dumb" != "dumb"
        && colours(arguments, environment) == nil,
      columns: environment.outputColumns
    )
    if arguments.has(.version) { return printVersion(console) }
    if arguments.has(.help) { return printHelp(for: arguments.command, console) }
    try await dispatch(arguments, environment, console)
  }

  /// Runs the command; each command has one case here, and there is no default.
  private static func dispatch(
    _ arguments: Arguments,
    _ environment: Environment,
    _ console: Console
  ) async throws(Failure) {
    func context() throws(Failure) -> CommandContext {
      let setup = try Setup(arguments, environment: environment, author: environment.author)
      return CommandContext(setup: setup, console: console, environment: environment)
    }
    let library = ThemeLibrary(environment, programPath: FileSystem.programPath)
    switch arguments.command {
    case .dashboard:
      let options = terminalOptions(arguments, environment)
      try await DashboardCommand.run(arguments, environment, library, options)
    case .list: try await ListCommand.run(arguments, context())
    case .show: try await ShowCommand.run(arguments, context())
    case .enable: try await OverrideCommand.decide(.enabled(true), arguments, context())
    case .disable: try await OverrideCommand.decide(.enabled(false), arguments, context())
    case .unlock: try await OverrideCommand.decide(.unlocked(true), arguments, context())
    case .lock: try await OverrideCommand.decide(.unlocked(false), arguments, context())
    case .cycle: try await OverrideCommand.cycle(arguments, context())
    case .set: try await OverrideCommand.set(arguments, context())
    case .reset: try await OverrideCommand.reset(arguments, context())
    case .decide: try await DecideCommand.run(arguments, context())
    case .refresh: try await RefreshCommand.run(context())
    case .watch: try await WatchCommand.run(arguments, context())
    case .env: EnvCommand.printLine(try context())
    case .run: try EnvCommand.run(arguments.operands, context())
    case .check: try await CheckCommand.run(arguments, context())
    case .snapshot: try await SnapshotCommand.run(arguments, environment, library, console)
    case .connectivity: try await ConnectivityCommand.run(arguments, console)
    case .themes: try ThemesCommand.run(arguments, environment, library, console)
    case .version: printVersion(console)
    case .help: printHelp(for: try helpTopic(arguments), console)
    }
  }

  private static func printHelp(for command: Command?, _ console: Console) {
    console.write(HelpCommand.text(for: command, columns: console.columns))
  }

  private static func printVersion(_ console: Console) {
    console.write("halyard \(version)\n")
  }

  private static func terminalOptions(
    _ arguments: Arguments,
    _ environment: Environment
  ) -> TerminalOptions {
    TerminalOptions(
      term: environment["TERM"] ?? "",
      colorterm: environment["COLORTERM"] ?? "",
      colours: colours(arguments, environment)
    )
  }

  private static func helpTopic(_ arguments: Arguments) throws(Failure) -> Command? {
    guard let word = arguments.operands.first else { return nil }
    if let command = Command(rawValue: word) { return command }
    let hint = Command.nearest(to: word).map { ", did you mean \"\($0)\"?" } ?? ""
    throw .usage("there is no command \"\(word)\"\(hint)", command: nil)
  }

  /// No colours, where the user wants none.
  private static func colours(_ arguments: Arguments, _ environment: Environment) -> ColourDepth? {
    arguments.has(.noColour) || environment["NO_COLOR"] != nil ? ColourDepth.monochrome : nil
  }
}
