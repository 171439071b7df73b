public import Frame
public import Glibc
import TestSupport

/// A pseudo-terminal in which a program runs as the leader of a session.
///
/// Each method blocks, so that a test uses the terminal on its own thread.
public final class PseudoTerminal {
  /// The process that runs in the terminal.
  public let process: pid_t
  /// The line modes (input, output, control and local) before the start of the program.
  private let originalModes: [tcflag_t]
  private var master: Int32
  private var hasEnded = false

  /// A failed system call, by its error number.
  public struct Failure: Error {
    let code: Int32
  }

  // Requests and a flag that the module of the C library lacks: TIOCSPTLCK, TIOCGPTN, and
  // POSIX_SPAWN_SETSID.
  private static let unlock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430
  private static let newSession: Int16 = 0x80

  /// Starts a program in a new terminal.
  ///
  /// - Parameters:
  ///   - arguments: The path of the program, and its arguments.
  ///   - environment: The variables besides `PATH`.
  ///   - size: The size of the window.
  /// - Throws: A ``Failure`` if the terminal cannot be opened, or the program cannot be started.
  public init(_ arguments: [String], environment: [String: String], size: Size) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (Int32, UInt32) = (0, 0)
    guard master >= 0, ioctl(master, Self.unlock, &lock) == 0,
      ioctl(master, Self.getNumber, &number) == 0
    else { throw Failure(code: errno) }
    try Self.resize(master, to: size)
    originalModes = Self.modes(of: master)
    process = try Self.start(arguments, on: "/dev/pts/\(number)", environment)
  }

  deinit {
    close()
    // Do not kill a process that has ended: its id may belong to another process by now.
    guard !hasEnded else { return }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  private static func start(
    _ arguments: [String],
    on terminal: String,
    _ environment: [String: String]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The terminal that a session leader opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    closeDescriptors(from: 3, &actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | newSession)
    let variables = environment.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own }
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var entries: [UnsafeMutablePointer<CChar>?] =
      variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + entries).forEach { free($0) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, arguments[0], &actions, &attributes, &words, &entries)
    guard failure == 0 else { throw Failure(code: failure) }
    return process
  }

  private static func resize(_ master: Int32, to size: Size) throws {
    var window = winsize()
    window.ws_col = UInt16(size.columns)
    window.ws_row = UInt16(size.rows)
    guard ioctl(master, UInt(TIOCSWINSZ), &window) == 0 else { throw Failure(code: errno) }
  }

  /// Resizes the window, which sends SIGWINCH to the foreground process group.
  public func resize(to size: Size) throws {
    try Self.resize(master, to: size)
  }

  /// Whether the line modes are those from before the start of the program.
  public var hasOriginalModes: Bool { Self.modes(of: master) == originalModes }

  private static func modes(of terminal: Int32) -> [tcflag_t] {
    var modes = termios()
    tcgetattr(terminal, &modes)
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
  }

  /// Types keys, as the bytes that a terminal sends for them.
  public func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// Whether ``close()`` was not called yet.
  public var isOpen: Bool { master >= 0 }

  /// Closes the terminal, as a terminal emulator does whose window is closed.
  public func close() {
    guard master >= 0 else { return }
    Glibc.close(master)
    master = -1
  }

  /// Reads available output; `nil` if there is none within the given time in milliseconds, or if no
  /// process has the terminal open.
  public func read(patience: Int32) -> [UInt8]? {
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, patience) > 0, ready.revents & Int16(POLLIN) != 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(master, &buffer, buffer.count)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  /// Waits until the process has ended, and reads its output.
  ///
  /// - Returns: The output, and the exit code, which is 128 and more after a signal; `nil` for a
  ///   process that runs longer than the time limit.
  public func waitForEnd(
    within limit: Duration = .seconds(20)
  ) -> (output: [UInt8], exitCode: Int32)? {
    let deadline = ContinuousClock.now + limit
    var output: [UInt8] = []
    var status: Int32 = 0
    while ContinuousClock.now < deadline {
      hasEnded = waitpid(process, &status, WNOHANG) == process
      while let bytes = read(patience: hasEnded ? 0 : 5) { output += bytes }
      guard hasEnded else { continue }
      let signal = status & 0x7F
      return (output, signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
    }
    return nil
  }
}
