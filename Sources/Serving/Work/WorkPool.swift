import Dispatch
import Glibc
import HTTPServer
import Locking

/// Runs work that can take long, such as an evaluation of many features, on its own threads.
///
/// The threads of the connections serve other clients meanwhile, and the executor that publishes changes of
/// the source is not delayed. A job whose clients have disconnected is not started.
final class WorkPool: Sendable {
  /// A unit of work; the pool calls `run` or `refuse` once, unless no client waits for the result.
  struct Job: Sendable {
    /// The bytes that the job keeps in memory until it is run.
    var size = 0
    /// Whether the result is for many clients, so that the job runs before jobs for one client.
    var isShared = false
    /// Returns whether a client still waits for the result; the pool drops the job if it returns `false`.
    let isNeeded: @Sendable () -> Bool
    let run: @Sendable () -> Void
    /// Responds that the server is overloaded.
    let refuse: @Sendable () -> Void
  }

  private struct Waiting {
    let job: Job
    let since: ContinuousClock.Instant
  }

  private struct State {
    /// The waiting jobs for many clients, and those for one client.
    var queues: (shared: Queue<Waiting>, single: Queue<Waiting>) = (Queue(), Queue())
    var size = 0
    /// The serial queues of the workers that run no job at present.
    var idle: [DispatchQueue]
    var isStopped = false

    mutating func next() -> Waiting? {
      let next = queues.shared.removeFirst() ?? queues.single.removeFirst()
      size -= next?.job.size ?? 0
      return next
    }
  }

  /// The limits of the waiting jobs: their number, the bytes that they keep in memory, and how long they
  /// may wait.
  enum Limit {
    static let count = 4_096
    static let size = 16 << 20
    static let time = Duration.seconds(10)
  }

  private let state: Locked<State>

  /// The number of processor cores.
  static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Creates a pool; its threads start with the first jobs.
  ///
  /// - Parameter width: The number of jobs that run at the same time.
  init(width: Int) {
    // Serial queues, because each gets its own thread; a concurrent queue would share threads with the
    // cooperative pool.
    state = Locked(State(idle: (0..<width).map { DispatchQueue(label: "halyard.work.\($0)") }))
  }

  /// Runs a job as soon as a thread is free, or refuses it if a limit is exceeded or the pool is stopped.
  func add(_ job: Job) {
    let (isAccepted, worker) = state.withLock { state -> (Bool, DispatchQueue?) in
      let count = state.queues.shared.count + state.queues.single.count
      guard !state.isStopped, count < Limit.count, state.size + job.size <= Limit.size else {
        return (false, nil)
      }
      let waiting = Waiting(job: job, since: .now)
      state.size += job.size
      if job.isShared {
        state.queues.shared.append(waiting)
      } else {
        state.queues.single.append(waiting)
      }
      return (true, state.idle.popLast())
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
      guard let next else { return }
      guard next.job.isNeeded() else { continue }
      if next.since.duration(to: .now) > Limit.time {
        next.job.refuse()
      } else {
        next.job.run()
      }
    }
  }

  /// Refuses the waiting jobs and all later ones; running jobs are not interrupted.
  func stop() {
    let jobs = state.withLock { state in
      state.isStopped = true
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
  /// - Returns: The promise of the response, which has status 503 if the pool is overloaded.
  func reply(size: Int = 0, by work: @escaping @Sendable () -> ServerReply) -> ServerReply {
    .later { send in
      self.add(
        Job(size: size, isNeeded: { !send.isAbandoned }) {
          switch work() {
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

/// A queue whose first element is removed in constant time.
private struct Queue<Element: Sendable>: Sendable {
  private var elements: [Element?] = []
  private var start = 0

  var count: Int { elements.count - start }

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
