import FeatureFlags
import Files
import Glibc
import Locking
import Terminal

/// Serves the features to an assistant over the Model Context Protocol, until standard input ends.
struct MCPCommand: Command {
  static let row = CommandRow(
    name: "mcp",
    summary: "Serve the features to an assistant in an editor, over the Model Context Protocol.",
    options: [.allow],
    optionHelp: [
      .readOnly: "Offer only tools that change nothing.",
      .team: "The team whose overrides are shared; without the option, those of this machine.",
    ],
    sourceUse: .operand,
    isChanging: false,
    make: Self.init
  )

  private let tools: [AssistantTool]
  /// The options that select the source and the workspace, for each command.
  private let options: [String]

  init(_ arguments: Arguments) throws(Failure) {
    let source = try arguments.sourceOptions()
    guard source.name != "-" else {
      throw arguments.usage("the source is -, but standard input has the messages of the assistant")
    }
    tools = try arguments.allowedTools()
    options = arguments.forwardedOptions()
  }

  func run(_ program: Program) async throws(Failure) {
    if isatty(STDIN_FILENO) == 1 {
      program.console.remark(
        "An assistant starts this command; see 'halyard help mcp'. Ctrl+D ends it."
      )
    } else if setsid() < 0, setpgid(0, getpgid(getppid())) == 0 {
      // Overrides with the lifetime session end with the leader of the session, which this process becomes
      // for its commands. The leader of a process group has to leave the group before.
      setsid()
    }
    // The end of the reader of a pipe is an error of the write, so that the calls can be ended.
    signal(SIGPIPE, SIG_IGN)
    let bell = try mapError(ChildProcess.makePipe()) { (error: SystemError) in
      Failure.command("mcp", error)
    }
    let received = Locked<Int32?>(nil)
    let signals = try ShutdownSignals { number in
      received.withLock { $0 = number }
      close(bell.writer)
    }
    let session = ProtocolSession(tools: tools, options: options, version: program.version)
    var server = AssistantServer(session, path: FileSystem.programPath ?? "halyard")
    server.run(until: bell.reader)
    withExtendedLifetime(signals) {}
    if let signal = received.withLock(\.self) { Terminal.end(by: signal) }
  }
}
