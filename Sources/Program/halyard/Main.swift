import FeatureFlags
import Files
import Glibc
import Text

/// The entry point: parses the arguments, runs the command, and reports a failure.
@main
struct Main {
  static let version = "0.3.0"

  static func main() async {
    reportFileSizeLimit()
    receiveEndingSignals()
    var isDashboard = false
    do throws(Failure) {
      let environment = try Environment.ofProcess()
      let words = try ProgramArguments.words()
      if words.first == CompletionShell.callback {
        return try await complete(words.dropFirst(), environment)
      }
      let arguments = try Arguments(words, commands: CommandTable.all, environment: environment)
      isDashboard = arguments.command.name == DashboardCommand.row.name
      try await run(arguments)
    } catch {
      if let message = error.message { Console.fail(message) }
      if let hint = error.hint(isDashboard: isDashboard) {
        Console(isQuiet: false, isColoured: false).remark(hint)
      }
      exit(error.exitCode)
    }
  }

  /// Makes a write beyond the file size limit fail with EFBIG instead of ending the process by
  /// SIGXFSZ.
  ///
  /// The error is then reported like any failed write.
  private static func reportFileSizeLimit() {
    // Does not use SIG_IGN: a program that `halyard run` executes would inherit that setting.
    signal(SIGXFSZ) { _ in }
  }

  /// Makes the signals that end the program effective: restores the action of SIGQUIT, and unblocks all
  /// signals.
  private static func receiveEndingSignals() {
    // The Swift runtime handles SIGQUIT as a crash: with the symbols of a debug build, its backtraces
    // delay the end by minutes.
    signal(SIGQUIT, SIG_DFL)
    // The program inherits the signal mask of the thread that started it; a thread of Dispatch in the
    // parent process, for example, blocks signals.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  private static func run(_ arguments: Arguments) async throws(Failure) {
    let program = try program(arguments)
    if arguments.has(.version) {
      return program.console.write(VersionCommand.line(version: program.version))
    }
    if arguments.has(.help) {
      let columns = program.console.columns
      return program.console.write(HelpCommand.text(for: arguments.command, columns: columns))
    }
    let command = try arguments.command.make(arguments)
    for option in Option.secretFiles {
      for path in arguments.values(option) { program.warn(ofSharedFile: path) }
    }
    try await command.run(program)
  }

  /// Prints the candidates for an unfinished command line, for the completions of a shell.
  private static func complete(
    _ words: ArraySlice<String>,
    _ environment: Environment
  ) async throws(Failure) {
    let program = try program(
      Arguments(["--quiet"], commands: CommandTable.all, environment: environment)
    )
    guard let shell = words.first.flatMap({ CompletionShell(rawValue: $0) }) else { return }
    let reply = await shell.reply(to: Array(words.dropFirst()), commands: CommandTable.all, program)
    program.console.write(reply)
  }

  private static func program(_ arguments: Arguments) throws(Failure) -> Program {
    let environment = arguments.environment
    let isMonochrome = arguments.has(.noColour) || environment["NO_COLOR"] != nil
    let hasColours = environment.isOutputTerminal && environment["TERM"] ?? "dumb" != "dumb"
    return Program(
      environment: environment,
      name: "halyard \(arguments.command.name)",
      console: Console(
        isQuiet: arguments.has(.quiet),
        isColoured: hasColours && !isMonochrome,
        columns: environment.outputColumns
      ),
      themes: ThemeLibrary(environment, programPath: FileSystem.programPath),
      isMonochrome: isMonochrome,
      version: version,
      connection: try arguments.connectionOptions(),
      log: try arguments.value(.log).map(DebugLog.init)
    )
  }
}
