import CNcurses
import Glibc

/// A descriptor that other threads, and signal handlers, make readable.
final class Bell: Sendable {
  let descriptor: Int32

  init() throws(TerminalError) {
    descriptor = cn_make_bell()
    guard descriptor >= 0 else { throw .system(code: errno) }
  }

  deinit {
    close(descriptor)
  }

  /// Makes it readable.
  func ring() {
    var one: UInt64 = 1
    // It can only fail when the counter is full, and then it is readable already.
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Makes it quiet again.
  func silence() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}
