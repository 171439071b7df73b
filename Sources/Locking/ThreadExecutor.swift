import Dispatch

/// Runs tasks one after another on a thread that is not part of the cooperative thread pool.
///
/// The pool has one thread per core. Work for a caller that blocks its own thread must not need the
/// pool: all of its threads may be blocked by such callers (deadlock).
package final class ThreadExecutor: TaskExecutor {
  private let queue: DispatchQueue

  /// Makes an executor; its thread starts with the first task, and ends when it has been idle.
  ///
  /// - Parameter label: The name of the queue in a debugger.
  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  /// Enqueues one job of a task.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs a closure that blocks, such as one that calls fsync, and suspends the calling task.
  package func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result = await withCheckedContinuation { continuation in
      queue.async {
        let result = Result { () throws(Failure) in try body() }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }
}

/// The result of asynchronous work, for one caller that blocks its thread until the work is done.
package final class BlockingResult<Value: Sendable>: Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let value = Locked<Value?>(nil)

  /// Makes a result that is not there yet.
  package init() {}

  /// Stores the result and wakes the caller.
  package func finish(with result: Value) {
    value.withLock { $0 = result }
    done.signal()
  }

  /// Blocks the thread until the result is stored.
  package func wait() -> Value {
    while true {
      done.wait()
      if let value = value.withLock({ $0 }) { return value }
    }
  }
}
