import CNcurses
import Frame
import Glibc

/// The descriptors of the terminal, its line modes and its size.
final class TerminalDevice {
  /// Where keys come from: standard input, or the controlling terminal if that is something else.
  let input: Int32
  /// Where frames go: the terminal of standard output.
  let output: Int32
  /// The line modes as they were before.
  let modes: termios
  private let ownsInput: Bool

  /// How long a terminal may take no output before it counts as stuck, when it is given back.
  static let patience = Duration.milliseconds(500)
  /// The most bytes that are written at once where a write may block.
  private static let blockingChunk = 256

  init() throws(TerminalError) {
    guard isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    // Opened again, since O_NONBLOCK on standard output would also hold for the shell. Without
    // permission or /proc, small writes that wait for room first come close to it.
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

  /// The size of the window; 80 × 24 where the terminal does not know.
  var size: Size {
    var window = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return Size(columns: 80, rows: 24) }
    return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// Has every key handed over as it is pressed, except those that make signals.
  func makeRaw() {
    var raw = modes
    raw.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | IXON | ISTRIP)
    // Curses goes down a line by a line feed, and expects to stay in the column.
    raw.c_oflag &= ~tcflag_t(OPOST)
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
    raw.c_lflag |= tcflag_t(ISIG)
    Self.setByte(VMIN, to: 1, in: &raw)
    Self.setByte(VTIME, to: 0, in: &raw)
    set(raw)
  }

  /// Puts the line modes back.
  func restoreModes() {
    // In the background they are the shell's, and setting them would stop this process.
    if tcgetpgrp(input) == getpgrp() { set(modes) }
  }

  private func set(_ wanted: termios) {
    var wanted = wanted
    // Continued in the background, this stops the process until the shell brings it back. A signal
    // that asks to end breaks that off.
    while tcsetattr(input, TCSANOW, &wanted) != 0, errno == EINTR, !PendingSignals.isEnding {}
  }

  private static func setByte(_ index: Int32, to value: cc_t, in modes: inout termios) {
    withUnsafeMutableBytes(of: &modes.c_cc) { $0[Int(index)] = value }
  }

  private var ownsOutput: Bool { output != STDOUT_FILENO }

  /// Sends bytes, and waits as long as the terminal takes none.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - patience: How long to wait at a stretch; `nil` waits until a signal asks the program to
  ///     end.
  /// - Returns: Whether all bytes were sent; the rest is dropped, also when the terminal is gone.
  @discardableResult
  func write(_ bytes: [UInt8], patience: Duration? = nil) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        guard waitUntilWritable(patience) else { return false }
        let left = buffer.count - sent
        let part = ownsOutput ? left : min(left, Self.blockingChunk)
        let count = cn_write(output, buffer.baseAddress?.advanced(by: sent), part)
        if count > 0 {
          sent += count
        } else if errno != EAGAIN, errno != EINTR {
          return false
        }
      }
      return true
    }
  }

  private func waitUntilWritable(_ patience: Duration?) -> Bool {
    let deadline = patience.map { ContinuousClock.now + $0 }
    var ready = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    // In slices, since the signal may be delivered to another thread, or just before the call.
    while poll(&ready, 1, 50) <= 0 {
      if let deadline {
        if ContinuousClock.now >= deadline { return false }
      } else if PendingSignals.isEnding {
        return false
      }
    }
    return true
  }

  /// Drops output that a stuck terminal has not read yet, which makes room for other output.
  func dropUnreadOutput() {
    // In the background this would stop the process.
    if tcgetpgrp(input) == getpgrp() { tcflush(output, TCOFLUSH) }
  }

  /// Reads what is there; `nil` if the terminal is gone.
  func read() -> [UInt8]? {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, filled in
      let count = Glibc.read(input, buffer.baseAddress, buffer.count)
      failure = count < 0 ? errno : 0
      filled = max(count, 0)
    }
    let isTransient = failure == EINTR || failure == EAGAIN
    return bytes.isEmpty && !isTransient ? nil : bytes
  }
}
