import Glibc

/// A lock file that one program at a time holds, as long as it lives or until it lets go.
final class FileLock: Sendable {
  private let handle: Int32

  /// Takes the lock; `nil` if somebody else has it, or there is no folder for it.
  init?(_ path: String) {
    handle = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard handle >= 0 else { return nil }
    guard flock(handle, LOCK_EX | LOCK_NB) == 0 else {
      close(handle)
      return nil
    }
  }

  /// Lets go of the lock; called once.
  func release() {
    close(handle)
  }
}
