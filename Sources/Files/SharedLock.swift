import Glibc

/// A shared advisory lock on a file, which marks this process as a user of the file until the value is
/// released.
///
/// The kernel releases the lock when the process ends, however it ends.
package final class SharedLock: Sendable {
  private let file: Int32

  /// Locks a file, which is created if it is missing.
  ///
  /// - Throws: The system error if the file cannot be opened or locked.
  package init(_ path: String) throws(SystemError) {
    file = try FileSystem.openRegularFile(path, O_RDWR | O_CREAT)
    guard flock(file, LOCK_SH | LOCK_NB) == 0 else {
      let error = SystemError.last
      close(file)
      throw error
    }
  }

  deinit { close(file) }

  /// Returns the number of processes that hold a shared lock on a file; 0 for a missing file, and `nil`
  /// if the kernel does not list the locks.
  package static func holderCount(of path: String) -> Int? {
    var information = stat()
    guard stat(path, &information) == 0 else { return 0 }
    // Drops the error: without `/proc` the number is unknown.
    guard let bytes = try? FileSystem.read("/proc/locks", limit: 1 << 20) else { return nil }
    let ending = ":\(information.st_ino)"
    let processes = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap {
      line -> Substring? in
      let fields = line.split(separator: " ")
      guard fields.contains("FLOCK"), fields.contains("READ"),
        let index = fields.firstIndex(where: { $0.hasSuffix(ending) }), index > 0
      else { return nil }
      return fields[index - 1]
    }
    return Set(processes).count
  }
}
