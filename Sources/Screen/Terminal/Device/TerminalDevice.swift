import CNcurses
package import Frame
import Glibc

/// Reads from and writes to the terminal; manages its line modes and its size.
final class TerminalDevice {
  /// The descriptor for reading keys: standard input, or else the controlling terminal.
  let input: Int32
  /// The descriptor for writing frames: the terminal of standard output.
  let output: Int32
  /// The line modes before the terminal was acquired.
  let modes: termios
  private let ownsInput: Bool

  /// The maximum number of bytes of one write to a descriptor that may block.
  static let blockingChunk = 256

  init() throws(TerminalError) {
    guard isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    // Reopens the terminal, because O_NONBLOCK on the shared standard output would also affect the
    // shell. If reopening fails, such as without `/proc`, frames are written in small chunks after
    // a poll, which rarely block.
    let own = open(
      "/proc/self/fd/\(STDOUT_FILENO)",
      O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    )
    output = own >= 0 ? own : STDOUT_FILENO
    ownsInput = isatty(STDIN_FILENO) == 0
    input = ownsInput ? open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY) : STDIN_FILENO
    var modes = termios()
    guard input >= 0, tcgetattr(input, &modes) == 0 else { throw .notATerminal }
    self.modes = modes
  }

  deinit {
    if ownsInput { close(input) }
    if ownsOutput { close(output) }
  }

  /// The size of the window in cells, at most ``Size/maximumSide`` in each direction; 80 × 24 if the
  /// terminal does not report one.
  var size: Size { (Size(ofTerminal: output) ?? Size(columns: 80, rows: 24)).limited }

  /// Disables line editing and echo; keys that send signals, such as Ctrl-C, stay active.
  func makeRaw() {
    var raw = modes
    // Also disables the conversion of LF to CR LF: frames use LF to move the cursor down within its
    // column.
    cfmakeraw(&raw)
    raw.c_lflag |= tcflag_t(ISIG)
    // In a background process, `tcsetattr` raises SIGTTOU, which stops the process until the shell
    // moves it to the foreground. A signal that ends the program interrupts `tcsetattr` (EINTR).
    while tcsetattr(input, TCSANOW, &raw) != 0, errno == EINTR, PendingSignals.ending == nil {}
  }

  /// Whether the process may read keys and change the modes: a background process would be stopped by
  /// SIGTTIN or SIGTTOU.
  var isInForeground: Bool { tcgetpgrp(input) == getpgrp() }

  private var ownsOutput: Bool { output != STDOUT_FILENO }

  /// Writes bytes, and waits while the terminal accepts no output.
  ///
  /// The rest is dropped after an error, or after a signal that ends the program.
  func write(_ bytes: [UInt8]) {
    Self.write(bytes, to: output, chunk: ownsOutput ? .max : Self.blockingChunk)
  }

  /// Writes bytes to standard output, which may block, because it is shared with other programs.
  static func writeToStandardOutput(_ bytes: [UInt8]) {
    write(bytes, to: STDOUT_FILENO, chunk: blockingChunk)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, chunk: Int) {
    var rest = bytes[...]
    while !rest.isEmpty, waitUntilWritable(descriptor) {
      let count = rest.prefix(chunk).withUnsafeBytes {
        cn_write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EAGAIN, errno != EINTR {
        return
      }
    }
  }

  /// Waits until a descriptor accepts output; `false` after a signal that ends the program.
  private static func waitUntilWritable(_ descriptor: Int32) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // Checks for an ending signal every 50 ms: a signal that is delivered to another thread, or
    // just before `poll`, does not interrupt `poll`.
    while poll(&ready, 1, 50) <= 0 {
      if PendingSignals.ending != nil { return false }
    }
    return true
  }

  /// Reads up to 4096 available bytes; `nil` if the terminal is closed.
  func read() -> [UInt8]? { Self.read(from: input, atMost: 4096) }

  /// Reads available bytes; `nil` at the end of the file, or after an error.
  static func read(from descriptor: Int32, atMost limit: Int) -> [UInt8]? {
    var isTransient = false
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      isTransient = count < 0 && (errno == EINTR || errno == EAGAIN)
      filled = max(count, 0)
    }
    return bytes.isEmpty && !isTransient ? nil : bytes
  }
}

extension Size {
  /// The size of a terminal's window in cells; `nil` if the terminal does not report one.
  package init?(ofTerminal descriptor: Int32) {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return nil }
    self.init(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }
}

/// The reason why a terminal cannot be opened.
public enum TerminalError: Error, Hashable, Sendable {
  /// Standard output is not a terminal, or there is no terminal to read keys from.
  case notATerminal
  /// The terminal of the given type cannot move its cursor, so that no screen can be drawn.
  case cannotPlaceCursor(String)
  /// The process has already opened its terminal.
  case alreadyOpen
  /// A system call failed with the given `errno`.
  case system(code: Int32)
}

/// A set of signals that were delivered but not handled yet.
struct PendingSignals {
  /// Bit n - 1 represents signal n.
  private let bits: UInt64

  /// Removes and returns the signals that were delivered since the last call.
  static func dequeue() -> PendingSignals { PendingSignals(bits: cn_signals_dequeue()) }

  /// The number of the first signal that ends the program; `nil` before such a signal.
  static var ending: Int32? { cn_signals_ending() == 0 ? nil : cn_signals_ending() }

  var isEmpty: Bool { bits == 0 }

  /// The numbers of the signals in ascending order.
  var numbers: [Int32] { (1...Int32(UInt64.bitWidth)).filter(contains) }

  func contains(_ signal: Int32) -> Bool { bits & (1 << UInt64(signal - 1)) != 0 }
}
