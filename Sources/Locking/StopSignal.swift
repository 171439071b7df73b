import Glibc

/// Tells a thread that sleeps in `poll()` to stop.
package final class StopSignal: Sendable {
  private let reader: Int32
  private let writer: Int32

  /// Makes a signal that is not given yet; `nil` when the system allows no more descriptors.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// Gives the signal, for good.
  package func give() {
    var byte: UInt8 = 0
    write(writer, &byte, 1)
  }

  /// Sleeps until there is something to read.
  ///
  /// - Parameters:
  ///   - handle: The descriptor to read from.
  ///   - timeout: How long to sleep at most, in milliseconds; for ever if negative.
  /// - Returns: Whether there is something to read; `nil` once the signal is given.
  package func wait(for handle: Int32, timeout: Int32 = -1) -> Bool? {
    var handles = [
      pollfd(fd: handle, events: Int16(POLLIN), revents: 0),
      pollfd(fd: reader, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&handles, 2, timeout)
    if count < 0 { return errno == EINTR ? false : nil }
    return handles[1].revents == 0 ? handles[0].revents != 0 : nil
  }
}
