public import Frame
import Glibc
import TestSupport

/// A shell in a terminal (tmux), for tests of programs.
///
/// Each session has its own tmux server and temporary folder. The deinit removes both.
public final class TerminalSession: Sendable {
  /// A failure of tmux, of the session's folder, or of a wait for a screen.
  public enum Failure: Error {
    /// tmux is not installed, or has failed with the given status.
    case tmux(arguments: [String], status: Int32, output: String)
    /// The expected screen was not shown before the deadline; `screen` is the last one.
    case notShown(screen: String)
    /// The temporary folder could not be created.
    case noFolder
    /// A thread could not be started.
    case noThread
  }

  /// The temporary folder of the session, which is also the working directory of the shell.
  public let folder: String
  private let server: pid_t

  /// Starts a shell with the prompt `ready> `, and waits for the prompt.
  public init(
    size: Size = Size(columns: 80, rows: 24),
    environment: [String: String] = [:]
  ) async throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/halyard-terminal-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure.noFolder }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let variables = ["HOME": folder, "LC_ALL": "C.UTF-8"]
      .merging(environment) { $1 }
    let started = try Self.tmux(
      folder,
      ["start-server", ";", "set", "-g", "default-terminal", "tmux-256color", ";", "new-session"]
        + ["-d", "-P", "-F", "#{pid}", "-x", "\(size.columns)", "-y", "\(size.rows)", "-c", folder]
        + variables.sorted { $0.key < $1.key }.flatMap { ["-e", "\($0.key)=\($0.value)"] }
        // Not bash: it restores the terminal modes itself, which would hide a program that does not
        // restore them.
        + ["exec /bin/sh -i"],
      path: environment["PATH"]
    )
    server = pid_t(started.prefix { $0.isNumber }) ?? 0
    // A command sets the prompt: some shells ignore the environment variable.
    try enter("PS1='ready> '; clear")
    try await wait { $0.hasPrefix("ready>") }
  }

  /// Suspends or resumes the terminal, which reads no output while it is suspended, like a terminal
  /// behind a broken connection.
  ///
  /// No other method works while the terminal is suspended.
  public func setStuck(_ isStuck: Bool) {
    if server > 0 { kill(server, isStuck ? SIGSTOP : SIGCONT) }
  }

  deinit {
    setStuck(false)
    // Kills the server only if it still reports the stored process id, which another process could
    // have by now. Ignores errors: the server may have exited, and a leftover folder is harmless.
    if let reported = try? state("#{pid}"), server > 0, reported == "\(server)" {
      kill(server, SIGKILL)
    }
    _ = try? Self.run(["rm", "-rf", folder])
  }

  /// Sets a server option of tmux, such as `set-clipboard`.
  public func setOption(_ name: String, to value: String) throws {
    try tmux(["set-option", "-s", name, value])
  }

  /// Returns the last paste buffer of tmux, which a program in the terminal can set by OSC 52.
  public func clipboard() throws -> String {
    try tmux(["show-buffer"])
  }

  /// Types the text literally, without interpreting names of keys.
  public func type(_ text: String) throws {
    try tmux(["send-keys", "-l", "--", text])
  }

  /// Types a command, and presses Enter.
  public func enter(_ command: String) throws {
    try type(command)
    try press("Enter")
  }

  /// Presses keys by their tmux names, such as `Down`, `C-z` or `M-x`, in one write.
  public func press(_ keys: String...) throws {
    try tmux(["send-keys"] + keys)
  }

  /// Pastes the text, as a bracketed paste if the program has enabled that mode.
  public func paste(_ text: String) throws {
    try tmux(["set-buffer", "--", text])
    try tmux(["paste-buffer", "-p"])
  }

  /// Resizes the window to the given number of columns and rows.
  public func resize(to size: Size) throws {
    try tmux(["resize-window", "-x", "\(size.columns)", "-y", "\(size.rows)"])
  }

  /// Opens the terminal for the output of a test, without the conversion of LF to CR LF.
  ///
  /// - Returns: A descriptor, which the caller closes; `nil` if the terminal cannot be opened.
  public func openOutput() throws -> Int32? {
    let descriptor = open(try state("#{pane_tty}"), O_WRONLY | O_NOCTTY | O_CLOEXEC)
    var modes = termios()
    guard descriptor >= 0, tcgetattr(descriptor, &modes) == 0 else { return nil }
    modes.c_oflag &= ~tcflag_t(OPOST)
    tcsetattr(descriptor, TCSANOW, &modes)
    return descriptor
  }

  /// Closes the terminal while its programs run; no other method works afterwards.
  public func closePane() throws {
    try tmux(["kill-pane"])
  }

  /// Returns the text of the screen, one line for each row, optionally with SGR sequences and with
  /// the blanks at the end of each line that a program has written.
  public func screen(withColours: Bool = false, withBlanks: Bool = false) throws -> String {
    try tmux(["capture-pane", "-p"] + (withColours ? ["-e"] : []) + (withBlanks ? ["-N"] : []))
  }

  /// Returns a property of the terminal for a tmux format, such as `#{cursor_flag}`: 1 for a
  /// visible cursor.
  public func state(_ format: String) throws -> String {
    String(try tmux(["display-message", "-p", format]).dropLast())
  }

  /// Waits until the screen contains the given text, and returns the screen.
  ///
  /// Throws ``Failure/notShown(screen:)`` after the time limit.
  @discardableResult
  public func wait(for text: String, within limit: Duration = .seconds(20)) async throws -> String {
    try await wait(within: limit) { $0.contains(text) }
  }

  /// Waits until the program in the terminal has ended and the shell shows its prompt, and returns
  /// the screen.
  ///
  /// The prompt in front of the command that started the program is not enough: that prompt appears as soon
  /// as the program restores the screen, shortly before the program ends.
  @discardableResult
  public func waitForPrompt() async throws -> String {
    try await wait { $0.split(separator: "\n").last == "ready>" }
  }

  /// Waits until the screen satisfies a condition, and returns the screen.
  ///
  /// A separate thread polls the screen: in a task, the poll could miss a short-lived screen while
  /// other tests occupy the cooperative thread pool.
  @discardableResult
  public func wait(
    within limit: Duration = .seconds(20),
    until isRight: @escaping @Sendable (String) -> Bool
  ) async throws -> String {
    let deadline = ContinuousClock.now + limit
    return try await withCheckedThrowingContinuation { continuation in
      let isStarted = startThread {
        continuation.resume(with: Result { try self.watch(until: deadline, isRight) })
      }
      if !isStarted { continuation.resume(throwing: Failure.noThread) }
    }
  }

  private func watch(
    until deadline: ContinuousClock.Instant,
    _ isRight: (String) -> Bool
  ) throws -> String {
    while true {
      let shown = try screen()
      if isRight(shown) { return shown }
      guard ContinuousClock.now < deadline else { throw Failure.notShown(screen: shown) }
      usleep(10_000)
    }
  }

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    try Self.tmux(folder, arguments)
  }

  private static func tmux(
    _ folder: String,
    _ arguments: [String],
    path: String? = nil
  ) throws -> String {
    try run(["tmux", "-u", "-f", "/dev/null", "-S", "\(folder)/tmux"] + arguments, path: path)
  }

  /// Runs a command with the given `PATH`; `nil` is the `PATH` of the tests.
  ///
  /// The shell of a new tmux session has the `PATH` of the tmux client: tmux ignores a `PATH` that
  /// its option `-e` sets.
  private static func run(_ arguments: [String], path: String? = nil) throws -> String {
    var ends: [Int32] = [-1, -1]
    // A socket pair instead of a pipe: it is created with close-on-exec atomically, so that no
    // concurrently started process inherits it and keeps it open.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw Failure.tmux(arguments: arguments, status: errno, output: "")
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
    // Closes inherited descriptors: a tmux server that outlives a test would keep the files and
    // locks of the test run open.
    for descriptor in STDERR_FILENO + 1..<256 {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    let path = path ?? getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    var cArguments = arguments.map { strdup($0) } + [nil]
    var variables = [strdup("PATH=\(path)"), strdup("LC_ALL=C.UTF-8"), nil]
    var child: pid_t = 0
    let failure = posix_spawnp(&child, arguments[0], &actions, nil, &cArguments, &variables)
    posix_spawn_file_actions_destroy(&actions)
    (cArguments + variables).forEach { free($0) }
    close(ends[1])
    let output = readAll(ends[0])
    close(ends[0])
    var status = failure
    if failure == 0 { waitpid(child, &status, 0) }
    guard status == 0 else {
      throw Failure.tmux(arguments: arguments, status: status, output: output)
    }
    return output
  }

  private static func readAll(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
