public import Glibc

/// A value that a mutex protects against concurrent access.
///
/// Uses a POSIX mutex, because the thread sanitizer does not know the `Mutex` of the standard
/// library on Linux: it reports each use as a data race, which hides real ones.
public final class Locked<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let value: UnsafeMutablePointer<Value>
  @usableFromInline let lock: UnsafeMutablePointer<pthread_mutex_t>

  /// Creates a mutex that protects the given initial value.
  public init(_ value: Value) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
    lock = .allocate(capacity: 1)
    // An adaptive mutex spins for a moment before the thread sleeps: most states are locked for less
    // than a microsecond, and a system call takes longer.
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
    pthread_mutex_init(lock, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Calls a closure with the value while the mutex is held; a nested call causes a deadlock.
  ///
  /// The function is inlinable, because a generic call through metadata takes as long as the mutex
  /// itself. It is public, because the compiler inlines only public functions into other modules.
  @inlinable
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value.pointee)
  }

  /// Calls a closure while the mutex is held, and releases its result after the mutex is unlocked.
  ///
  /// Needed for a former value whose deinit may run code that acquires the mutex (deadlock): the
  /// optimiser may release the unused result of ``withLock(_:)`` while the mutex is still held.
  @inlinable
  public func releaseAfterLock<Former>(_ body: (inout Value) -> Former) {
    withExtendedLifetime(withLock(body)) {}
  }
}
