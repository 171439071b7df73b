import FeatureFlags
import Files
import Glibc
import HTTPServer
import Serving
import Terminal

/// Runs a program that applies the overrides of the workspace, or those of this run alone.
struct RunCommand: Command {
  static let row = CommandRow(
    name: "run",
    summary: "Run a program that applies the overrides, or a preset for this run alone.",
    operands: [Operand("COMMAND", .program, .files)],
    options: ServedRun.options,
    sourceUse: .option,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions
  /// The server for the program; `nil` if the program follows the file of the workspace.
  private let served: ServedRun?
  /// The name of the program and its arguments.
  private let words: [String]

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
    words = arguments.operands
    let settings = ServingSettings(
      address: ListenAddress(host: "127.0.0.1", port: 0),
      systems: FlagSystems.all
    )
    let isServed = ServedRun.options.contains(where: arguments.has)
    served = isServed ? try ServedRun(arguments, settings) : nil
  }

  /// Sets `HALYARD_OVERRIDES` and executes the program; returns only with an error.
  ///
  /// - Throws: `command`, if the program does not exist or cannot be executed.
  func run(_ program: Program) async throws(Failure) {
    if let served { return try await run(program, served) }
    let context = try CommandContext(source, program, appliesOverridesFor: Self.row.name)
    setenv(FeatureFlags.overridesVariable, context.overridesPath, 1)
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    execvp(words[0], &arguments)
    throw .command(words[0], SystemError(number: errno))
  }

  /// Runs the program beside a server on a free port, and exits with the exit code of the program.
  ///
  /// - Throws: `command`, if the program does not exist or cannot be executed; the errors of the server.
  private func run(_ program: Program, _ served: ServedRun) async throws(Failure) {
    let running = try served.start(try await served.open(program))
    let server = running.server
    let variables = server.environment + [(FeatureFlags.overridesVariable, server.url)]
    let forwarding = try mapError(SignalForwarding(), to: Failure.terminal)
    let child = try mapError(
      ChildProcess(
        words,
        variables: Dictionary(variables.map { ($0, $1) }) { $1 },
        forwarding: forwarding
      )
    ) { (error: SystemError) in Failure.command(words[0], error) }
    let code = await child.exitCode()
    try await running.stop()
    exit(code)
  }
}
