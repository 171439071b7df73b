import Dashboard
import HTTPServer

/// The input of the checks of `doctor`: the options of the command line, and the terminal of the program.
struct DoctorSubject: Sendable {
  let source: SourceOptions
  /// The dependencies of the checks; its console prints no warnings, because the page has them as
  /// findings.
  let program: Program
  /// The address on which a server would listen.
  let address: ListenAddress
  /// Whether the user has chosen the address.
  let isAddressChosen: Bool
  let terminal: TerminalFacts

  /// Creates the input; not thread-safe, because it examines the terminal.
  init(_ source: SourceOptions, _ program: Program, address: ListenAddress?) {
    self.source = source
    var program = program
    program.console = Console(isQuiet: true, isColoured: false)
    self.program = program
    self.address = address ?? Defaults.listenAddress
    isAddressChosen = address != nil
    terminal = TerminalFacts(program)
  }

  /// The time limit of a check that sends requests: longer than their timeout, so that the timeout is
  /// reported.
  var requestLimit: Duration { source.timeout + .seconds(2) }

  /// Creates the session and the workspace; the session does not use the workspace, and contacts no team.
  ///
  /// - Throws: `usage` or `source`, for a malformed name of a source.
  func setup() throws(Failure) -> Setup {
    var options = source
    options.isIsolated = true
    return try Setup(options, program)
  }
}
