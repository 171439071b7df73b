import CNcurses
import Glibc

/// Captures standard error in memory while the screen is shown, so that no output overwrites the
/// screen.
final class CapturedErrors {
  /// The maximum number of captured bytes; later writes fail.
  static let limit = 64 << 10

  /// The file in memory to which standard error is redirected.
  let file: Int32
  /// A duplicate of the original standard error.
  let original: Int32

  /// Redirects standard error; `nil` if standard error is not the terminal of `output`.
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

  /// Restores standard error, and writes the captured text to the terminal.
  func show(on device: TerminalDevice) {
    dup2(original, STDERR_FILENO)
    let count = max(Int(lseek(file, 0, SEEK_CUR)), 0)
    let text = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(pread(file, buffer.baseAddress, count, 0), 0)
    }
    // Bypasses standard error: a write to it blocks if the terminal is stuck.
    device.write(text, patience: TerminalDevice.patience)
    closeFiles()
  }

  private func closeFiles() {
    close(file)
    close(original)
  }
}
