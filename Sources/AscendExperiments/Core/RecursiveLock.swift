import Glibc
import Locking

/// A lock that the thread which holds the lock can acquire again.
///
/// A plugin may request other plugins while it is created, on the thread that creates the plugin.
final class RecursiveLock: Sendable {
  private let lock = Locked(())
  private let owner = Locked<pthread_t?>(nil)

  func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if owner.withLock({ $0 }) == pthread_self() { return try body() }
    return try lock.withLock { _ throws(Failure) in
      owner.withLock { $0 = pthread_self() }
      defer { owner.withLock { $0 = nil } }
      return try body()
    }
  }
}
