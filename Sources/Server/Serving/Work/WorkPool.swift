import Dispatch
import Glibc
import HTTPServer
import Locking
import Targeting

/// Runs work that can take long, such as an evaluation of many features, on its own threads.
///
/// The threads of the connections serve other clients meanwhile, and the executor that publishes changes
/// of the source is not delayed. A job whose clients have disconnected is not started. A job runs within
/// a ``WorkBudget``, which also ends it when its clients have disconnected. A job that waits for too
/// long is refused, even while all threads are busy.
final class WorkPool: Sendable {
  /// A unit of work; the pool calls `run` or `refuse` once, unless no client waits for the result.
  struct Job: Sendable {
    /// The bytes that the job keeps in memory until it is run.
    var size = 0
    /// Whether the result is for many clients, so that the job runs before jobs for one client.
    var isShared = false
    /// Returns whether a client still waits for the result; the pool drops the job if it returns `false`.
    let isNeeded: @Sendable () -> Bool
    /// Does the work; its results are meaningless if ``WorkBudget/hasEnded`` is true afterwards.
    let run: @Sendable () -> Void
    /// Responds that the server is overloaded.
    let refuse: @Sendable () -> Void
  }

  private struct Waiting {
    let job: Job
    /// The time at which the job is refused, since the creation of the pool.
    let deadline: Duration
  }

  private struct State {
    /// The waiting jobs for many clients, and those for one client.
    var queues: (shared: Queue<Waiting>, single: Queue<Waiting>) = (Queue(), Queue())
    var size = 0
    /// The serial queues of the workers that run no job at present.
    var idle: [DispatchQueue]
    /// The task that refuses jobs; `nil` while none waits, so that an idle server never wakes up.
    var timer: Task<Void, Never>?
    var isStopped = false

    /// The time at which the next job is refused; `nil` if none waits.
    var deadline: Duration? {
      [queues.shared.first, queues.single.first].compactMap { $0?.deadline }.min()
    }

    mutating func next() -> Waiting? {
      let next = queues.shared.removeFirst() ?? queues.single.removeFirst()
      size -= next?.job.size ?? 0
      return next
    }

    /// Removes the jobs whose deadline has passed.
    mutating func removeLate(at time: Duration) -> [Job] {
      var late: [Job] = []
      while let first = queues.shared.first, first.deadline <= time {
        queues.shared.removeFirst().map { late.append($0.job) }
      }
      while let first = queues.single.first, first.deadline <= time {
        queues.single.removeFirst().map { late.append($0.job) }
      }
      size -= late.reduce(0) { $0 + $1.size }
      return late
    }
  }

  /// The limits of the waiting jobs: their number, the bytes that they keep in memory, and how long they
  /// may wait.
  enum Limit {
    static let count = 4_096
    static let size = 16 << 20
    static let time = Duration.seconds(10)
  }

  private static let executor = ThreadExecutor(label: "halyard.work.timer")

  private let state: Locked<State>
  private let clock: any Clock<Duration>
  /// Returns the time since the creation of the pool.
  private let time: @Sendable () -> Duration

  /// The number of processor cores.
  static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Creates a pool; its threads start with the first jobs.
  ///
  /// - Parameters:
  ///   - width: The number of jobs that run at the same time.
  ///   - clock: The clock for the wait of jobs.
  init(width: Int, clock: any Clock<Duration> = ContinuousClock()) {
    // Serial queues, because each gets its own thread; a concurrent queue would share threads with the
    // cooperative pool.
    state = Locked(State(idle: (0..<width).map { DispatchQueue(label: "halyard.work.\($0)") }))
    self.clock = clock
    time = Self.stopwatch(clock)
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// Runs a job as soon as a thread is free, or refuses it if a limit is exceeded or the pool is stopped.
  func add(_ job: Job) {
    let (isAccepted, worker) = state.withLock { state -> (Bool, DispatchQueue?) in
      let count = state.queues.shared.count + state.queues.single.count
      guard !state.isStopped, count < Limit.count, state.size + job.size <= Limit.size else {
        return (false, nil)
      }
      let waiting = Waiting(job: job, deadline: time() + Limit.time)
      state.size += job.size
      if job.isShared {
        state.queues.shared.append(waiting)
      } else {
        state.queues.single.append(waiting)
      }
      let worker = state.idle.popLast()
      if worker == nil, state.timer == nil { state.timer = makeTimer() }
      return (true, worker)
    }
    guard isAccepted else { return job.refuse() }
    if let worker { worker.async { self.work(worker) } }
  }

  private func work(_ worker: DispatchQueue) {
    while true {
      let next = state.withLock { state in
        let next = state.next()
        if next == nil { state.idle.append(worker) }
        return next
      }
      guard let job = next?.job else { return }
      guard job.isNeeded() else { continue }
      WorkBudget(isNeeded: job.isNeeded).run(job.run)
    }
  }

  /// Starts the task that refuses the jobs whose deadline has passed, until no job waits.
  private func makeTimer() -> Task<Void, Never> {
    Task.detached(executorPreference: Self.executor) { [state, clock, time] in
      while true {
        let deadline = state.withLock { state in
          if state.deadline == nil { state.timer = nil }
          return state.deadline
        }
        guard let deadline, !Task.isCancelled else { return }
        // The sleep fails only when the task is cancelled, which also ends the loop.
        try? await clock.sleep(for: deadline - time())
        for job in state.withLock({ $0.removeLate(at: time()) }) where job.isNeeded() {
          job.refuse()
        }
      }
    }
  }

  /// Refuses the waiting jobs and all later ones; running jobs end when their clients have a response.
  func stop() {
    let jobs = state.withLock { state in
      state.isStopped = true
      state.timer?.cancel()
      var jobs: [Job] = []
      while let next = state.next() { jobs.append(next.job) }
      return jobs
    }
    for job in jobs { job.refuse() }
  }

  /// Runs work that can take long on the pool, and responds with its result.
  ///
  /// - Parameters:
  ///   - size: The bytes that the work keeps in memory.
  ///   - work: Creates the response on a thread of the pool.
  /// - Returns: The promise of the response, which has status 503 if the pool is overloaded, and status 413
  ///   if the work exceeds its budget.
  func reply(size: Int = 0, by work: @escaping @Sendable () -> ServerReply) -> ServerReply {
    .later { send in
      self.add(
        Job(size: size, isNeeded: { !send.isAbandoned }) {
          let reply = work()
          guard !WorkBudget.hasEnded else { return send(.tooMuchWork) }
          switch reply {
          case .response(let response): send(response)
          case .later(let begin): begin(send)
          }
        } refuse: {
          send(.overloaded)
        }
      )
    }
  }
}

extension WorkPool {
  /// The result of a job that no request waits for.
  enum Outcome<Value: Sendable>: Sendable {
    case value(Value)
    /// The pool is overloaded or stopped.
    case refused
    /// The work exceeds its budget.
    case exceeded
    /// Nobody needs the result.
    case unneeded
  }

  /// Runs work on the pool, and returns its result.
  func value<Value: Sendable>(
    by work: @escaping @Sendable () -> Value,
    isNeeded: @escaping @Sendable () -> Bool
  ) async -> Outcome<Value> {
    await withCheckedContinuation { continuation in
      // The work checks `isNeeded` itself: the pool drops a job that is not needed without running it, and
      // then nothing would resume the continuation.
      add(
        Job(isNeeded: { true }) {
          guard isNeeded() else { return continuation.resume(returning: .unneeded) }
          let budget = WorkBudget(isNeeded: isNeeded)
          let value = budget.run(work)
          switch budget.end {
          case nil: continuation.resume(returning: .value(value))
          case .exceeded?: continuation.resume(returning: .exceeded)
          case .unneeded?: continuation.resume(returning: .unneeded)
          }
        } refuse: {
          continuation.resume(returning: .refused)
        }
      )
    }
  }
}

/// A queue whose first element is removed in constant time.
private struct Queue<Element: Sendable>: Sendable {
  private var elements: [Element?] = []
  private var start = 0

  var count: Int { elements.count - start }

  var first: Element? { start < elements.count ? elements[start] : nil }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  mutating func removeFirst() -> Element? {
    guard start < elements.count else { return nil }
    let first = elements[start]
    elements[start] = nil
    start += 1
    // Removes the empty elements once they are half of the array, so that the cost of copying is amortised.
    if start * 2 >= elements.count {
      elements.removeFirst(start)
      start = 0
    }
    return first
  }
}
