import Dispatch

extension FileEventDispatcher {
  /// Sends the pending events, and then stops sending permanently.
  ///
  /// Blocks the thread until the events are sent or a request has failed, for at most the given
  /// time. Events that are not sent stay in the file.
  func finish(within limit: DispatchTimeInterval = .seconds(10)) {
    defer { close() }
    guard waitingCount > 0 else { return }
    let done = DispatchSemaphore(value: 0)
    Task(executorPreference: BlockingCalls.executor) {
      await self.flush()
      done.signal()
    }
    // After the time limit, `close` ends the requests.
    _ = done.wait(timeout: .now() + limit)
  }
}
