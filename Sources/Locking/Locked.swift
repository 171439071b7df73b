public import Glibc

/// A value that one thread at a time can use.
///
/// It uses the lock of POSIX and not on the standard library's `Mutex`, because the thread
/// sanitizer does not see that one on Linux: it takes every use for a race, and a real race would
/// go under in its reports.
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

  /// Uses or changes the value while no other thread does; a call within the body would wait for
  /// ever.
  ///
  /// It is inlined into other modules, because a generic call through metadata takes as long as the
  /// lock itself. The compiler does that for public functions only; Locking is no product.
  @inlinable
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value.pointee)
  }
}
