import Dispatch
import Locking

/// Runs asynchronous work for synchronous callers, which block their threads until it is done.
///
/// The work runs on a dedicated thread. On the cooperative thread pool it could wait forever: the
/// pool has one thread per core, and all of them may be blocked by such callers.
enum BlockingCalls {
  static let executor = ThreadExecutor(label: "optimizely")

  /// Runs the work and blocks the calling thread until it has finished.
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

extension Task where Failure == Never {
  /// Waits for the result of the task, or returns `nil` as soon as the caller is cancelled; the
  /// task itself is not cancelled.
  ///
  /// - Parameter executor: The executor on which the result is awaited.
  /// - Returns: The result; `nil` if the caller was cancelled.
  func value(on executor: any TaskExecutor) async -> Success? {
    let waiting = Locked<CheckedContinuation<Success?, Never>?>(nil)
    let end = { @Sendable (value: Success?) in
      let continuation = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }
      continuation?.resume(returning: value)
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting.withLock { $0 = continuation }
        Task<Void, Never>(executorPreference: executor) { end(await self.value) }
        // Handles a cancellation that arrives before the continuation is stored.
        if Task<Never, Never>.isCancelled { end(nil) }
      }
    } onCancel: {
      end(nil)
    }
  }
}

/// Wraps a closure of an app so that it can be passed between threads.
///
/// Unchecked: the SDK's types demand no Sendable, and document that any thread calls them.
struct AppCompletion<Value>: @unchecked Sendable {
  let call: (Value) -> Void
}
