public import Glibc

/// A value behind a mutex.
///
/// The mutex is that of POSIX, because the thread sanitizer does not see the `Mutex` of the standard
/// library on Linux: it reports each use as a race, which hides real races.
public final class Locked<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let value: UnsafeMutablePointer<Value>
  @usableFromInline let lock: UnsafeMutablePointer<pthread_mutex_t>

  /// Creates a lock around a value.
  public init(_ value: Value) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
    lock = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Calls a closure with the value while the mutex is held; a nested call is a deadlock.
  ///
  /// The function is inlined into other modules, because a generic call through metadata takes as
  /// long as the mutex itself. It is public, because the compiler inlines public functions only.
  @inlinable
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value.pointee)
  }
}
