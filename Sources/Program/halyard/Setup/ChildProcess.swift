import Dispatch
import Files
import Glibc
import Terminal

/// A child process that shares the terminal and the standard streams of this process, unless it has its own
/// streams.
struct ChildProcess: Sendable {
  private let id: pid_t
  private let forwarding: SignalForwarding?

  /// How a process has ended: by an exit with a code, or by a signal.
  enum End: Sendable {
    case code(Int32)
    case signal(Int32)

    /// The exit code, or 128 plus the number of the signal, as shells have it.
    var exitCode: Int32 {
      switch self {
      case .code(let code): code
      case .signal(let signal): 128 + signal
      }
    }
  }

  /// The ends of the pipes that a process gets as its standard output and standard error.
  struct Streams {
    let output: Int32
    let errors: Int32
  }

  /// Creates a pipe whose ends no program inherits that is executed later.
  static func makePipe() throws(SystemError) -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: The name of the program, which is searched in `PATH`, and its arguments.
  ///   - variables: Environment variables in addition to those of this process.
  ///   - usesTerminal: Whether the program reads from the terminal, even if the standard input of
  ///     this process is not the terminal.
  ///   - streams: The output of the program, which then has no input, and a process group of its own.
  ///   - forwarding: Sends the signals that would end this process to the child process, until its end.
  /// - Throws: The error of the system if the program cannot be executed.
  init(
    _ words: [String],
    variables: [String: String] = [:],
    usesTerminal: Bool = false,
    streams: Streams? = nil,
    forwarding: SignalForwarding? = nil
  ) throws(SystemError) {
    for (name, value) in variables { setenv(name, value, 1) }
    var attributes = Self.attributes(hasGroup: streams != nil)
    defer { posix_spawnattr_destroy(&attributes) }
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if usesTerminal, isatty(STDIN_FILENO) == 0 {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/tty", O_RDWR, 0)
    }
    if let streams {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, streams.output, STDOUT_FILENO)
      posix_spawn_file_actions_adddup2(&actions, streams.errors, STDERR_FILENO)
    }
    var id = pid_t()
    let failure = posix_spawnp(&id, words[0], &actions, &attributes, &arguments, environ)
    guard failure == 0 else {
      forwarding?.stop()
      throw SystemError(number: failure)
    }
    forwarding?.deliver(to: id)
    (self.id, self.forwarding) = (id, forwarding)
  }

  /// The attributes of a new process; with `hasGroup`, it gets a process group of its own.
  private static func attributes(hasGroup: Bool) -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // Starts the child process without blocked signals, and with the default action of the signals that
    // end a program, which this process may ignore.
    var (ended, none) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&ended)
    for signal in [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&ended, signal) }
    posix_spawnattr_setsigdefault(&attributes, &ended)
    posix_spawnattr_setsigmask(&attributes, &none)
    let group = hasGroup ? POSIX_SPAWN_SETPGROUP : 0
    let flags = Int(POSIX_SPAWN_SETSIGDEF) | Int(POSIX_SPAWN_SETSIGMASK) | Int(group)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    return attributes
  }

  /// Calls a closure on another thread when the process has ended.
  func onEnd(_ report: @escaping @Sendable (End) -> Void) {
    let (id, forwarding) = (id, forwarding)
    DispatchQueue(label: "halyard.child").async {
      var (status, information): (Int32, siginfo_t) = (0, siginfo_t())
      // Stops before the process is reaped, because another process may get its id then.
      while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      forwarding?.stop()
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
      report(Self.end(of: status))
    }
  }

  private static func end(of status: Int32) -> End {
    // The lower seven bits are the signal that has ended the process, or 0 after an exit.
    let signal = status & 0x7F
    return signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
  }

  /// How the process has ended, which may be called until it has; `nil` if it still runs.
  func endIfEnded() -> End? {
    var status: Int32 = 0
    return waitpid(id, &status, WNOHANG) == id ? Self.end(of: status) : nil
  }

  /// Waits for the end of the process, and returns its exit code, or 128 plus the number of the signal that
  /// has ended it, as shells do.
  func exitCode() async -> Int32 {
    await withCheckedContinuation { continuation in
      onEnd { end in
        continuation.resume(returning: end.exitCode)
      }
    }
  }

  func send(_ signal: Int32) { kill(id, signal) }

  /// Sends a signal to all processes of the process group of a process with its own streams.
  func sendToGroup(_ signal: Int32) { kill(-id, signal) }
}
