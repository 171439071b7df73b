import Glibc

/// Identifies a process of this machine by its id and its start time, since ids are reused.
package struct ProcessIdentity: Hashable, Sendable {
  package let id: Int32
  /// The start time in clock ticks since the machine booted.
  package let start: UInt64

  package init(id: Int32, start: UInt64) {
    self.id = id
    self.start = start
  }

  /// This process; `nil` on a system without `/proc`.
  package static let current = ProcessIdentity(running: getpid())

  /// The leader of the session of this process, such as the shell of a terminal; `nil` on a system
  /// without `/proc`, and if the leader has exited.
  package static var sessionLeader: ProcessIdentity? { ProcessIdentity(running: getsid(0)) }

  /// Identifies the running process with the given id; `nil` if there is none.
  package init?(running id: Int32) {
    // Drops the error: a process without an entry in `/proc` has exited.
    guard let bytes = try? FileSystem.read("/proc/\(id)/stat", limit: 1 << 12),
      let start = Self.start(in: bytes)
    else { return nil }
    self.init(id: id, start: start)
  }

  /// Whether the process is still running.
  package var isRunning: Bool { ProcessIdentity(running: id) == self }

  /// The start time in the content of `/proc/ID/stat`, in field 22; `nil` for a zombie process.
  ///
  /// The name in field 2 is in parentheses, and can contain spaces and parentheses itself.
  private static func start(in bytes: [UInt8]) -> UInt64? {
    guard let end = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
    let (state, start) = (0, 19)
    guard fields.count > start, fields[state].first != UInt8(ascii: "Z") else { return nil }
    return UInt64(String(decoding: fields[start], as: UTF8.self))
  }
}
