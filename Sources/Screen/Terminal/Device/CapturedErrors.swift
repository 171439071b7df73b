import CNcurses
import Glibc

/// Captures standard error in memory while the screen is shown, because output of libraries would
/// overwrite the screen.
///
/// The text is written to the terminal when the terminal is restored. Writes beyond 64 KiB fail.
final class CapturedErrors {
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
    file = cn_make_memory_file(Int(CN_CAPTURED_LIMIT))
    original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    guard file >= 0, original >= 0, dup2(file, STDERR_FILENO) >= 0 else {
      closeFiles()
      return nil
    }
  }

  deinit { closeFiles() }

  private func closeFiles() {
    close(file)
    close(original)
  }
}
