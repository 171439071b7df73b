import CNcurses
import Glibc

/// Keeps what is written to standard error while the screen is up, so that nothing paints over it.
final class KeptErrors {
  /// The most bytes that are kept; later ones are refused to whoever writes them.
  static let limit = 64 << 10

  /// The file that standard error goes to.
  let file: Int32
  /// The real standard error.
  let original: Int32

  /// Begins; `nil` if standard error is not on the terminal that `output` is.
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

  /// Ends, and writes the kept text to the terminal, which standard error is.
  func show(on device: TerminalDevice) {
    dup2(original, STDERR_FILENO)
    let count = max(Int(lseek(file, 0, SEEK_CUR)), 0)
    let text = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(pread(file, buffer.baseAddress, count, 0), 0)
    }
    // Not by a write to standard error: on a terminal that takes no output that would block.
    device.write(text, patience: TerminalDevice.patience)
    closeFiles()
  }

  private func closeFiles() {
    close(file)
    close(original)
  }
}
