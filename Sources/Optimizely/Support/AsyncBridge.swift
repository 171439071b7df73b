import Locking

extension Task where Failure == Never {
  /// Returns the result of the task, or `nil` as soon as the caller is cancelled; the task
  /// continues.
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
/// Unchecked: the SDK's types do not require `Sendable`, but document that any thread may call
/// them.
struct AppCompletion<Value>: @unchecked Sendable {
  let call: (Value) -> Void
}
