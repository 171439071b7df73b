import Dispatch
import Locking

/// Lets threads wait for work that is done elsewhere.
///
/// The work has a thread of its own: the threads of the concurrency runtime are few, and may all be
/// among those that wait.
enum BlockingCalls {
  static let executor = ThreadExecutor()

  /// Does the work and waits until it is done.
  static func wait<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value? {
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
