import Glibc

/// A one-time signal that wakes and stops a thread which is blocked in `poll()`.
package final class StopSignal: Sendable {
  private let reader: Int32
  private let writer: Int32

  /// Creates an unsent signal; `nil` if the system allows no more descriptors.
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

  /// Sends the signal; a sent signal cannot be revoked.
  package func send() {
    var byte: UInt8 = 0
    write(writer, &byte, 1)
  }

  /// Blocks until a descriptor is readable or the signal is sent.
  ///
  /// - Parameters:
  ///   - handle: The file descriptor; a negative one is ignored.
  ///   - timeout: The timeout in milliseconds; a negative number means no timeout.
  /// - Returns: `true` if the descriptor is readable, `false` after the timeout or an interrupted
  ///   wait, `nil` if the signal was sent.
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
