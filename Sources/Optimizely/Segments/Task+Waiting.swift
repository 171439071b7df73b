import Locking

extension Task where Failure == Never {
  /// What the task gives, or `nil` as soon as the caller is cancelled; the task itself goes on.
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
        // A cancellation that came before found nobody who waits.
        if Task<Never, Never>.isCancelled { end(nil) }
      }
    } onCancel: {
      end(nil)
    }
  }
}
