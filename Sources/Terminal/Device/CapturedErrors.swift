import CNcurses
import Glibc

/// Captures standard error in memory while the screen is shown, because output of libraries would
/// overwrite the screen.
final class CapturedErrors {
  /// The maximum number of captured bytes; writes beyond it fail.
  static let limit = 64 << 10

  /// The in-memory file to which standard error is redirected.
  let file: Int32
  /// A duplicate of the original standard error descriptor.
  let original: Int32

  /// Redirects standard error; `nil` unless standard error is the same terminal as `output`.
  init?(besides output: Int32) {
    var errors = stat()
    var screen = stat()
    guard isatty(STDERR_FILENO) == 1, fstat(STDERR_FILENO, &errors) == 0,
      fstat(output, &screen) == 0, errors.st_rdev == screen.st_rdev
    else { return nil }
    file = cn_make_memory_file(Self.limit)
    original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    guard file >= 0, original >= 0, dup2(file, STDERR_FILENO) >= 0 else {
      closeFiles()
      return nil
    }
  }

  /// Restores standard error and writes the captured text to the terminal.
  func show(on device: TerminalDevice) {
    dup2(original, STDERR_FILENO)
    let count = max(Int(lseek(file, 0, SEEK_CUR)), 0)
    let text = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(pread(file, buffer.baseAddress, count, 0), 0)
    }
    // Writes to the terminal directly: a write to standard error would block if the terminal is
    // stuck.
    device.write(text, patience: TerminalDevice.patience)
    closeFiles()
  }

  private func closeFiles() {
    close(file)
    close(original)
  }
}
