import Locking

extension Task where Failure == Never {
  /// Returns the result of the task, or `nil` as soon as the caller is cancelled; the task
  /// continues.
  ///
  /// - Parameter executor: The executor on which the result is awaited.
  /// - Returns: The result; `nil` if the caller was cancelled.
  func value(on executor: any TaskExecutor) async -> Success? {
    let waiting = SingleContinuation<Success?>()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting.store(continuation)
        Task<Void, Never>(executorPreference: executor) { waiting.resume(await self.value) }
        // Handles a cancellation that arrives before the continuation is stored.
        if Task<Never, Never>.isCancelled { waiting.resume(nil) }
      }
    } onCancel: {
      waiting.resume(nil)
    }
  }
}

/// A continuation that is resumed with the first result; later results are dropped.
struct SingleContinuation<Value: Sendable>: Sendable {
  private let waiting = Locked<CheckedContinuation<Value, Never>?>(nil)

  func store(_ continuation: CheckedContinuation<Value, Never>) {
    waiting.withLock { $0 = continuation }
  }

  func resume(_ value: Value) {
    let continuation = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(returning: value)
  }
}

/// Wraps an object or a closure of an app so that it can be passed between threads.
///
/// Unchecked: the SDK's types do not require `Sendable`, but document that any thread may call
/// them.
struct AppObject<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
