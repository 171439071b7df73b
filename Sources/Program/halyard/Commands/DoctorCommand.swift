import HTTPServer

/// Examines the set-up of the program, and prints what it has found with the remedies.
struct DoctorCommand: Command {
  static let row = CommandRow(
    name: "doctor",
    summary: "Check the terminal, the source, the workspace, the team, the port and the libraries.",
    options: [.listen, .json],
    optionHelp: [
      .json: "Print a list with an object for each line: check, result, message and remedy.",
      .listen: "The address of the server to check, instead of \(Defaults.listenAddress).",
      .timeout: "The longest time of a request, such as 5s; the default is \(timeout.optionText).",
    ],
    sourceUse: .operand,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions
  private let isJSON: Bool
  /// The address of `--listen`; `nil` without the option.
  private let address: ListenAddress?

  /// The default of `--timeout`, shorter than that of other commands: a page should not take long.
  private static let timeout = Duration.seconds(10)

  init(_ arguments: Arguments) throws(Failure) {
    var source = try arguments.sourceOptions()
    if !arguments.has(.timeout) { source.timeout = Self.timeout }
    self.source = source
    isJSON = arguments.has(.json)
    address = try arguments.value(.listen).map(arguments.listenAddress)
  }

  func run(_ program: Program) async throws(Failure) {
    let (console, checks) = (program.console, DoctorCheck.all)
    let isASCII = program.environment.isASCIITerminal
    var page = DoctorPage(of: checks, columns: console.columns, isASCII: isASCII)
    let tasks = DoctorRun(checks: checks).start(
      DoctorSubject(source, program, address: address)
    )
    // Prints each line as soon as it is known, because a server can take long to respond.
    for (check, task) in zip(checks, tasks) {
      let lines = page.add(await task.value, of: check)
      if !isJSON { console.print(lines) }
    }
    if isJSON { console.write(json: page.json) } else { console.remark(page.summary) }
    if let exitCode = page.exitCode { throw .diagnosed(exitCode: exitCode) }
  }
}
