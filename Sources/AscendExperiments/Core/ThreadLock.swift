import Glibc
import Locking

/// A lock that the thread which holds it can acquire again.
///
/// A plugin may request other plugins while it is made, on the thread that makes it.
final class ThreadLock: Sendable {
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
