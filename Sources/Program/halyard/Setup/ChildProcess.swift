import Dispatch
import Files
import Glibc
import Terminal

/// A child process that shares the terminal and the standard streams of this process.
struct ChildProcess: Sendable {
  private let id: pid_t
  private let forwarding: SignalForwarding?

  /// How a process has ended: by an exit with a code, or by a signal.
  enum End: Sendable {
    case code(Int32)
    case signal(Int32)
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: The name of the program, which is searched in `PATH`, and its arguments.
  ///   - variables: Environment variables in addition to those of this process.
  ///   - usesTerminal: Whether the program reads from the terminal, even if the standard input of
  ///     this process is not the terminal.
  ///   - forwarding: Sends the signals that would end this process to the child process, until its end.
  /// - Throws: The error of the system if the program cannot be executed.
  init(
    _ words: [String],
    variables: [String: String] = [:],
    usesTerminal: Bool = false,
    forwarding: SignalForwarding? = nil
  ) throws(SystemError) {
    for (name, value) in variables { setenv(name, value, 1) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Starts the child process without blocked signals, and with the default action of the signals that
    // end a program, which this process may ignore.
    var (ended, none) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&ended)
    for signal in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] { sigaddset(&ended, signal) }
    posix_spawnattr_setsigdefault(&attributes, &ended)
    posix_spawnattr_setsigmask(&attributes, &none)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if usesTerminal, isatty(STDIN_FILENO) == 0 {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/tty", O_RDWR, 0)
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

  /// Calls a closure on another thread when the process has ended.
  func onEnd(_ report: @escaping @Sendable (End) -> Void) {
    let (id, forwarding) = (id, forwarding)
    DispatchQueue(label: "halyard.child").async {
      var (status, information): (Int32, siginfo_t) = (0, siginfo_t())
      // Stops before the process is reaped, because another process may get its id then.
      while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      forwarding?.stop()
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
      // The lower seven bits are the signal that has ended the process, or 0 after an exit.
      let signal = status & 0x7F
      report(signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal))
    }
  }

  /// Waits for the end of the process, and returns its exit code, or 128 plus the number of the signal that
  /// has ended it, as shells do.
  func exitCode() async -> Int32 {
    await withCheckedContinuation { continuation in
      onEnd { end in
        switch end {
        case .code(let code): continuation.resume(returning: code)
        case .signal(let signal): continuation.resume(returning: 128 + signal)
        }
      }
    }
  }

  func send(_ signal: Int32) { kill(id, signal) }
}
