import FoundationEssentials
import Glibc

extension FileSystem {
  /// The default time to wait for a lock that another process holds.
  package static let lockDeadline = Duration.seconds(2)

  /// Runs a closure while this process holds the advisory lock of a file.
  ///
  /// - Parameters:
  ///   - path: The path of the lock file, which is created if it is missing.
  ///   - deadline: The longest time to wait for a lock that another process holds.
  ///   - body: The closure that needs the lock.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure, or that of ``FileLock/init(_:deadline:)``.
  package static func withFileLock<Result>(
    _ path: String,
    deadline: Duration = lockDeadline,
    _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    let lock = try FileLock(path, deadline: deadline)
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }

  /// Polls for the lock, because flock(2) has no timeout.
  ///
  /// The delay doubles from 0.2 ms to 10 ms: most locks are held for one write only.
  static func acquire(_ file: Int32, _ deadline: Duration) throws(SystemError) {
    let start = ContinuousClock.now
    var pause: useconds_t = 200
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw .last }
      guard start.duration(to: .now) < deadline else {
        throw .locked(deadline, holder: holder(of: file))
      }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
  }

  /// Returns the process that holds the lock, such as `halyard (process 4711)`, from `/proc/locks`;
  /// `nil` if it is unknown.
  private static func holder(of file: Int32) -> String? {
    var information = stat()
    guard fstat(file, &information) == 0 else { return nil }
    // Drops the error: without `/proc` the holder is unknown, and the error message says so.
    guard let bytes = try? read("/proc/locks", limit: 1 << 20) else { return nil }
    let ending = ":\(information.st_ino)"
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard let index = fields.firstIndex(where: { $0.hasSuffix(ending) }), index > 0,
        let process = Int32(fields[index - 1]), process > 0, !fields.contains("->")
      else { continue }
      return description(ofProcess: process)
    }
    return nil
  }

  /// Returns the name and the id of a process, such as `halyard (process 4711)`.
  package static func description(ofProcess id: Int32) -> String {
    // Drops the error: the process may have exited meanwhile, and its id is still useful.
    let name = (try? read("/proc/\(id)/comm", limit: 256)) ?? []
    let text = String(decoding: name, as: UTF8.self).split(separator: "\n").first
    return "\(text ?? "a program") (process \(id))"
  }
}

/// An advisory lock on a file (`flock`), which this process holds until the value is released.
///
/// The kernel releases the lock when the process ends, however it ends.
package final class FileLock: Sendable {
  private let file: Int32

  /// Acquires the lock.
  ///
  /// - Parameters:
  ///   - path: The path of the lock file, which is created if it is missing.
  ///   - deadline: The longest time to wait for a lock that another process holds.
  /// - Throws: `locked` if another process still holds the lock at the deadline; `lockFile` if an
  ///   existing file is not a regular file that can be opened; `number` if the file cannot be
  ///   created.
  package init(_ path: String, deadline: Duration) throws(SystemError) {
    let file: Int32
    do throws(SystemError) {
      file = try FileSystem.openRegularFile(path, O_RDWR | O_CREAT)
    } catch {
      // If the lock file exists, the file itself is at fault. Otherwise it could not be created, and the
      // error of the system call is passed on.
      throw FileSystem.exists(path) ? .lockFile(path: path, error) : error
    }
    do throws(SystemError) {
      try FileSystem.acquire(file, deadline)
    } catch {
      close(file)
      throw error
    }
    self.file = file
  }

  deinit {
    close(file)
  }
}
