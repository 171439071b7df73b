import CNcurses
import Glibc

/// The sources that became ready during a wait: input, signals and the waker.
struct Readiness {
  private(set) var input = false
  private(set) var signals = false
  private(set) var woken = false

  /// Waits for input, a signal or a call of the waker; resets the bell of the waker.
  ///
  /// - Parameters:
  ///   - input: The descriptor to read from; -1 for none.
  ///   - signals: The bell that the signal handlers ring.
  ///   - waker: The bell that ``Waker/wake()`` rings.
  ///   - deadline: The time at which the wait ends; `nil` waits without a limit.
  /// - Returns: All sources that are ready; none after the deadline.
  static func wait(
    input: Int32,
    signals: Bell,
    waker: Bell,
    until deadline: ContinuousClock.Instant?
  ) -> Readiness {
    var polled = [input, signals.descriptor, waker.descriptor]
      .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // `poll` fails only if a signal interrupts it; the signal handler rings the bell, so that the
    // next call returns immediately.
    let wait = deadline.map { milliseconds(until: $0) } ?? -1
    guard poll(&polled, nfds_t(polled.count), wait) > 0 else { return Readiness() }
    if polled[2].revents != 0 { waker.silence() }
    return Readiness(
      input: polled[0].revents != 0,
      signals: polled[1].revents != 0,
      woken: polled[2].revents != 0
    )
  }

  /// The time until a deadline in milliseconds, rounded up so that a wait never ends early.
  static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let left = max(deadline - ContinuousClock.now, .zero).components
    let milliseconds = left.attoseconds / 1_000_000_000_000_000 + 1
    return left.seconds > 1_000_000 ? 1_000_000_000 : Int32(left.seconds * 1000 + milliseconds)
  }
}

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
