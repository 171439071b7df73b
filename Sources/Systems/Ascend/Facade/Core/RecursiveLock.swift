import Glibc
import Locking

/// A mutual exclusion lock that its owner thread can acquire again.
///
/// While a plugin is created, it may request other plugins on the same thread.
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
