import Dispatch
package import Locking

/// Runs asynchronous work for synchronous callers, which block their threads until the work is
/// done.
///
/// The work runs on a dedicated thread. On the cooperative thread pool it could deadlock: the pool
/// has one thread per core, and blocked callers may occupy all of them.
package enum BlockingCalls {
  package static let executor = ThreadExecutor(label: "optimizely")

  /// Runs the work, and blocks the calling thread until the work has finished.
  package static func wait<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value?
  {
    let done = DispatchSemaphore(value: 0)
    let value = Locked<Value?>(nil)
    Task(executorPreference: executor) {
      let result = await work()
      value.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    return value.withLock { $0 }
  }
}
