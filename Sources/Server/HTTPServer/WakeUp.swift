import Glibc

/// Wakes a thread that polls a descriptor; can be used any number of times.
final class WakeUp: Sendable {
  /// The descriptor, which is readable after ``send()``; negative if the system has no free descriptor.
  let handle: Int32
  private let writer: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    // If the call fails, the descriptors remain negative, and all methods do nothing.
    pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (handle, writer) = (ends[0], ends[1])
  }

  deinit {
    close(handle)
    close(writer)
  }

  /// Makes the descriptor readable.
  func send() {
    var byte: UInt8 = 0
    // A full pipe means that the descriptor is readable already.
    write(writer, &byte, 1)
  }

  /// Makes the descriptor unreadable.
  func reset() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(handle, &bytes, bytes.count) > 0 {}
  }
}
