import Glibc

/// A file that this process creates in a folder, and keeps locked until the object is released.
///
/// Each running process has a file of its own in the folder, so that ``count(in:)`` returns the number
/// of these processes. The kernel releases the lock when the process ends, however it ends;
/// ``count(in:)`` removes the file that such a process leaves behind.
package final class LockedFile: Sendable {
  private let path: String
  private let lock: FileLock

  /// Creates and locks a file in a folder, which is created if it is missing.
  ///
  /// - Throws: The system error if the file cannot be created or locked.
  package init(in folder: String) throws(SystemError) {
    try FileSystem.makeFolder(folder)
    let name = "\(getpid())-\(UInt32.random(in: .min ... .max))"
    path = "\(folder)/\(name)"
    // Locks the file under a hidden name, which `count(in:)` skips: it would remove a file without a lock.
    lock = try FileLock("\(folder)/.\(name)", deadline: .zero)
    try FileSystem.rename("\(folder)/.\(name)", to: path)
  }

  deinit {
    unlink(path)
  }

  /// Returns the number of files in a folder that running processes lock; 0 for a missing folder.
  package static func count(in folder: String) -> Int {
    // Drops the error: a missing folder has no files.
    let names = (try? FileSystem.names(in: folder)) ?? []
    return names.count { !$0.hasPrefix(".") && isLocked("\(folder)/\($0)") }
  }

  /// Whether a process holds a lock on the file; a file without a lock is removed.
  private static func isLocked(_ path: String) -> Bool {
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return true }
    unlink(path)
    return false
  }
}
