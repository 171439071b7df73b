import Locking

/// A clock that only a test advances.
public final class ManualClock: Clock, Sendable {
  /// A time of the clock, relative to its creation.
  public struct Instant: InstantProtocol, Hashable, Sendable {
    /// The time since the creation of the clock.
    public let offset: Duration

    /// Returns the instant that is later by the given duration.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// Returns the duration from this instant to the other one.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether the left instant is earlier than the right one.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextName = 0
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var watchers: [(count: Int, continuation: AsyncStream<Never>.Continuation)] = []

    mutating func takeWatchers() -> [AsyncStream<Never>.Continuation] {
      let ready = watchers.filter { sleepers.count >= $0.count }.map(\.continuation)
      watchers.removeAll { sleepers.count >= $0.count }
      return ready
    }
  }

  private let state = Locked(State())

  /// Creates a clock at offset zero.
  public init() {}

  /// The instant to which the clock was last advanced.
  public var now: Instant { state.withLock { $0.now } }
  /// The resolution: one nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// The number of tasks that sleep on the clock.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// The deadline at which the first sleeping task wakes; `nil` for none.
  public var nextDeadline: Instant? {
    state.withLock { $0.sleepers.values.map(\.deadline).min() }
  }

  /// Advances the clock, and wakes the tasks with an expired deadline in the order of the
  /// deadlines.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for name in due.keys {
        state.sleepers[name] = nil
      }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in due {
      sleeper.continuation.resume()
    }
  }

  /// Waits until at least the given number of tasks sleep on the clock, or until the waiting task is
  /// cancelled, such as by the time limit of a test.
  public func waitForSleepers(_ count: Int = 1) async {
    let (end, continuation) = AsyncStream<Never>.makeStream()
    let ready = state.withLock { state in
      state.watchers.append((count, continuation))
      return state.takeWatchers()
    }
    ready.forEach { $0.finish() }
    for await _ in end {}
  }

  /// Waits until no task sleeps on the clock, or until the waiting task is cancelled.
  ///
  /// A cancelled sleep ends asynchronously; so does the sleep of an object that a task still retains although
  /// the task is about to end.
  public func waitForNoSleepers() async {
    while sleeperCount > 0, !Task.isCancelled { await Task.yield() }
  }

  /// Suspends the task until the clock is advanced to the deadline.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let name = state.withLock { state in
      state.nextName += 1
      return state.nextName
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        fallAsleep(name, Sleeper(deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      wake(name)
    }
  }

  private func fallAsleep(_ name: Int, _ sleeper: Sleeper) {
    let (isCancelled, isDue, ready) = state.withLock { state in
      let isCancelled = state.cancelled.remove(name) != nil
      let isDue = sleeper.deadline <= state.now
      if !isCancelled && !isDue {
        state.sleepers[name] = sleeper
      }
      return (isCancelled, isDue, state.takeWatchers())
    }
    if isCancelled {
      sleeper.continuation.resume(throwing: CancellationError())
    } else if isDue {
      sleeper.continuation.resume()
    }
    ready.forEach { $0.finish() }
  }

  private func wake(_ name: Int) {
    let sleeper = state.withLock { state in
      guard let sleeper = state.sleepers.removeValue(forKey: name) else {
        state.cancelled.insert(name)
        return nil as Sleeper?
      }
      return sleeper
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
