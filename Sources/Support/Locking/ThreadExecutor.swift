import Dispatch

/// Runs tasks serially on a thread outside the cooperative thread pool.
///
/// The cooperative pool has one thread per core. If callers block all of these threads while they
/// wait for work that also needs the pool, the program deadlocks. Such work runs on this executor.
package final class ThreadExecutor: TaskExecutor {
  private typealias Work = @Sendable () -> Void

  /// Wakes the thread; the functions of a dispatch source are safe to call from any thread.
  ///
  /// A source needs no memory for each wake-up. `DispatchQueue.async` allocates an item on the calling
  /// thread, and keeps up to 1,024 of them in a cache of each thread that has run one.
  private struct Waker: @unchecked Sendable {
    let source: any DispatchSourceUserDataOr
  }

  private let label: String
  private let pending = Locked<[Work]>([])
  /// The waker of the thread; `nil` before the first task.
  private let waker = Locked<Waker?>(nil)

  /// Creates an executor; its thread starts with the first task and ends after an idle time.
  ///
  /// - Parameter label: The name of the dispatch queue in a debugger.
  package init(label: String) {
    self.label = label
  }

  deinit {
    waker.withLock { $0?.source.cancel() }
  }

  /// Enqueues one job of a Swift task; called by the Swift runtime.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    enqueue { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs a blocking closure, such as one that calls fsync, on the executor's thread while the
  /// calling task is suspended.
  package func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result = await withCheckedContinuation { continuation in
      enqueue {
        let result = Result { () throws(Failure) in try body() }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }

  /// Runs asynchronous work on the executor's thread, and blocks the calling thread until its end.
  package func wait<Value: Sendable>(
    for work: @escaping @Sendable () async -> Value
  ) -> Value {
    let result = BlockingResult<Value>()
    Task(executorPreference: self) { result.finish(with: await work()) }
    return result.wait()
  }

  private func enqueue(_ work: @escaping Work) {
    pending.withLock { $0.append(work) }
    let current = waker.withLock { waker in
      let made = waker ?? makeWaker()
      waker = made
      return made
    }
    current.source.or(data: 1)
  }

  private func makeWaker() -> Waker {
    let source = DispatchSource.makeUserDataOrSource(queue: DispatchQueue(label: label))
    source.setEventHandler { [pending] in
      let batch = pending.withLock { work in
        defer { work = [] }
        return work
      }
      for work in batch { work() }
    }
    source.activate()
    return Waker(source: source)
  }
}

/// Passes the result of asynchronous work to one thread that blocks until the work is done.
package final class BlockingResult<Value: Sendable>: Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let value = Locked<Value?>(nil)

  /// Creates a result without a value.
  package init() {}

  /// Stores the result and wakes the blocked thread.
  package func finish(with result: Value) {
    value.withLock { $0 = result }
    done.signal()
  }

  /// Blocks the calling thread until the result is stored.
  package func wait() -> Value {
    while true {
      done.wait()
      if let value = value.withLock({ $0 }) { return value }
    }
  }

  /// Blocks the calling thread until the result is stored, or until a timeout.
  ///
  /// - Parameter limit: The timeout; zero or more.
  /// - Returns: The result; `nil` after the timeout.
  package func wait(upTo limit: Duration) -> Value? {
    let (seconds, attoseconds) = limit.components
    let nanoseconds = attoseconds / 1_000_000_000
    let end =
      DispatchTime.now() + .seconds(Int(clamping: seconds))
      + .nanoseconds(Int(clamping: nanoseconds))
    _ = done.wait(timeout: end)
    return value.withLock { $0 }
  }
}
