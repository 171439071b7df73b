import CNcurses
import Glibc

/// Wakes a thread in `poll`: an event counter (eventfd) that other threads and signal handlers can
/// increment.
final class Bell: Sendable {
  let descriptor: Int32

  init() throws(TerminalError) {
    descriptor = cn_make_bell()
    guard descriptor >= 0 else { throw .system(code: errno) }
  }

  deinit {
    close(descriptor)
  }

  /// Increments the counter, which makes the descriptor readable.
  func ring() {
    var one: UInt64 = 1
    // The write fails only if the counter is full, and then the descriptor is already readable.
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Resets the counter, so that the descriptor is not readable any more.
  func silence() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}

/// Wakes the thread that waits in `Terminal.next(timeout:readsInput:)`, from any thread.
public struct Waker: Sendable {
  let bell: Bell

  /// Ends the current wait, or the next one, with the event `.woken`.
  ///
  /// Several calls before the event are coalesced into one event. Does nothing after the terminal is
  /// closed.
  public func wake() {
    bell.ring()
  }
}
