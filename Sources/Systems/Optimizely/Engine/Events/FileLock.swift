import Glibc

/// An advisory lock on a file (`flock`), which one process holds until it releases the lock or
/// ends.
final class FileLock: Sendable {
  private let handle: Int32

  /// Acquires the lock without waiting; `nil` if another process holds it, or the folder does not
  /// exist.
  init?(_ path: String) {
    handle = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard handle >= 0 else { return nil }
    guard flock(handle, LOCK_EX | LOCK_NB) == 0 else {
      close(handle)
      return nil
    }
  }

  /// Releases the lock; must be called exactly once.
  func release() {
    close(handle)
  }
}
