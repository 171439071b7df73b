import Glibc

/// Runs a program in a pseudo-terminal of 80 by 24 cells, and measures its output.
final class PseudoTerminal {
  private let master: Int32
  let process: pid_t

  /// Starts a program; `nil` if there is no free pseudo-terminal or the program cannot be started.
  init?(_ words: [String], environment: [String]) {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard master >= 0, let name = Self.name(of: master) else { return nil }
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // POSIX_SPAWN_SETSID starts a new session, in which the first opened terminal becomes the
    // controlling terminal.
    posix_spawnattr_setflags(&attributes, 0x80)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    posix_spawn_file_actions_addclose(&actions, master)
    let process = ProcessRun.start(words, environment: environment, &actions, &attributes)
    guard let process else { return nil }
    self.master = master
    self.process = process
  }

  /// Unlocks the pseudo-terminal; returns the path of its terminal side.
  private static func name(of master: Int32) -> String? {
    // The ioctl requests TIOCSPTLCK and TIOCGPTN, whose macros Swift does not import.
    var isLocked: Int32 = 0
    var number: Int32 = 0
    guard
      ioctl(master, 0x4004_5431, &isLocked) == 0,
      ioctl(master, 0x8004_5430, &number) == 0
    else { return nil }
    return "/dev/pts/\(number)"
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    close(master)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// The output of the program until a pause.
  struct Output {
    var bytes = 0
    /// The time from the start of the measurement until the last byte.
    var time = Duration.zero
    /// The time until the first output that contains the marker; `nil` if there was none.
    var marked: Duration?
  }

  /// Reads the output until the program pauses.
  ///
  /// - Parameters:
  ///   - quiet: The length of the pause that ends the measurement.
  ///   - first: The timeout for the first byte of the output.
  ///   - start: The start of the measurement.
  ///   - marker: A text to find in one piece of the output.
  /// - Returns: The output; empty after the timeout.
  func settle(
    quiet: Duration,
    first: Duration = .seconds(60),
    from start: ContinuousClock.Instant,
    marker: String? = nil
  ) -> Output {
    var output = Output()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    var wait = first
    while poll(&polled, 1, Int32(wait / .milliseconds(1))) > 0 {
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { break }
      output.bytes += count
      output.time = start.duration(to: .now)
      wait = quiet
      if let marker, output.marked == nil,
        String(decoding: buffer[..<count], as: UTF8.self).contains(marker)
      {
        output.marked = output.time
      }
    }
    return output
  }

  /// Reads a number such as `VmHWM` from the file `/proc/PID/status` of the program; `nil` if the file
  /// does not have the number.
  func status(_ name: String) -> Int? {
    var text = ""
    guard let file = fopen("/proc/\(process)/status", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      text += String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    let row = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return row.flatMap { Int($0.filter(\.isNumber)) }
  }
}
