import FlagSystem
import HTTPServer
import Locking
import Targeting

/// Sends server-sent events (SSE) to all open streams when features or overrides have changed.
///
/// The streams of a topic get the same event, which is created once. Events without a document come first.
/// Topics whose events need an evaluation for each user get them after the others, from the pool.
///
/// The first change is sent at once; changes within the next ``interval`` are coalesced into one event. A
/// stream on which no events are sent gets a comment as heartbeat.
final class EventBroadcaster: Sendable {
  /// Creates the event of a change, as bytes of the protocol of server-sent events; `nil` for no event.
  typealias Content = @Sendable (_ number: Int, _ modified: Int64) -> [UInt8]?

  /// The shortest time between two events.
  static let interval = Duration.milliseconds(50)
  /// The time between two heartbeats, which keep proxies from closing a quiet connection.
  static let heartbeatInterval = Duration.seconds(15)
  /// The largest size of the contexts of all open streams, in bytes as received.
  static let contextLimit = 4 << 20

  private static let executor = ThreadExecutor(label: "halyard.events")

  private let groups: Locked<EventGroups>
  private let changes: AsyncStream<Int64>.Continuation
  private let sender: Task<Void, Never>
  private let evaluations: AsyncStream<Void>.Continuation
  private let evaluator: Task<Void, Never>
  private let clock: any Clock<Duration>

  /// Creates a broadcaster without streams.
  ///
  /// - Parameters:
  ///   - pool: The pool for events that need an evaluation for each user.
  ///   - clock: The clock for the intervals of events and heartbeats.
  init(pool: WorkPool, clock: any Clock<Duration>) {
    let groups = Locked(EventGroups())
    let (stream, continuation) = AsyncStream.makeStream(
      of: Int64.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let (requests, evaluations) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    self.groups = groups
    self.clock = clock
    self.evaluations = evaluations
    changes = continuation
    // Events are sent by a separate task, because changes are published while the lock of the store is
    // held. The task has its own thread, so that an app which blocks the cooperative pool does not delay
    // events.
    sender = Task.detached(executorPreference: Self.executor) {
      for await modified in stream {
        Self.send(modified, groups)
        evaluations.yield()
        // The sleep fails only when the task is cancelled, which also ends the loop.
        try? await clock.sleep(for: Self.interval)
      }
    }
    evaluator = Task.detached(executorPreference: Self.executor) {
      for await _ in requests { await Self.sendEvaluated(groups, pool, clock) }
    }
  }

  deinit {
    finish()
  }

  /// The number of open streams.
  var streamCount: Int { groups.withLock { $0.streamCount } }

  /// Publishes a change to all streams; returns at once.
  ///
  /// - Parameter modified: The time of the change in seconds since 1970.
  func publish(modified: Int64) {
    changes.yield(modified)
  }

  /// Opens a stream, which receives all later events of a topic.
  ///
  /// - Parameters:
  ///   - topic: The topic, which determines the events.
  ///   - content: Creates the events of the topic; called on one thread at a time, one event after the other.
  ///   - first: Creates the event that only this client gets, before the others; `nil` for none. It is called
  ///     on this thread, and again if a change is published meanwhile.
  ///   - onEnd: Called once when the stream has ended.
  /// - Returns: The body of the response; `nil` if the contexts of the open streams exceed
  ///   ``contextLimit``.
  func makeStream(
    of topic: EventStreamTopic,
    content: @escaping Content,
    first: () -> [UInt8]? = { nil },
    onEnd: @escaping @Sendable () -> Void
  ) -> ResponseStream? {
    let (groups, clock) = (groups, clock)
    // Sends a comment first, because HTTP libraries report an open connection only after the first
    // bytes.
    let number = Locked<Int?>(nil)
    let stream = ResponseStream(first: Array("retry: 1000\n: halyard\n\n".utf8)) {
      number.withLock { $0 }.map { number in groups.withLock { $0.remove(number) } }
      onEnd()
    }
    let added = groups.withLock { groups -> Int? in
      guard let added = groups.add(stream, to: topic, content: content) else { return nil }
      if groups.heartbeat == nil {
        groups.heartbeat = Task.detached(executorPreference: Self.executor) {
          [groups = self.groups] in
          await Self.sendHeartbeats(groups, clock)
        }
      }
      return added
    }
    guard let added else { return nil }
    number.withLock { $0 = added }
    // The stream was added before its first event is created, so that no change is lost in between.
    // Later events wait until the first one was sent: the client would otherwise get an outdated first
    // event last.
    repeat {
      if let event = first() { stream.send(event) }
    } while !WorkBudget.hasEnded && !groups.withLock { $0.makeReady(added) }
    return stream
  }

  /// Ends all streams; later changes are dropped.
  func finish() {
    changes.finish()
    sender.cancel()
    evaluations.finish()
    evaluator.cancel()
    let streams = groups.withLock { groups in
      groups.heartbeat?.cancel()
      return groups.streams
    }
    for stream in streams { stream.finish() }
  }

  /// Sends the events of the topics that need no evaluation; the others are queued.
  private static func send(_ modified: Int64, _ groups: Locked<EventGroups>) {
    let (number, events) = groups.withLock { $0.change(modified) }
    for event in events {
      guard let bytes = event.content(number, modified) else { continue }
      for stream in event.streams { stream.send(bytes) }
    }
  }

  /// Sends the events of the queued topics, evaluated on the pool one after the other, so that the pool also
  /// runs the work of other clients meanwhile.
  private static func sendEvaluated(
    _ groups: Locked<EventGroups>,
    _ pool: WorkPool,
    _ clock: any Clock<Duration>
  ) async {
    while !Task.isCancelled, let event = groups.withLock({ $0.nextQueued() }) {
      let outcome = await pool.value {
        event.content(event.number, event.modified)
      } isNeeded: {
        groups.withLock { $0.isOpen(event.group) }
      }
      switch outcome {
      case .value(let bytes):
        guard let bytes else { continue }
        for stream in event.streams { stream.send(bytes) }
      case .unneeded: continue
      // The client gets the reason when it connects again.
      case .exceeded: for stream in event.streams { stream.finish() }
      case .refused:
        groups.withLock { $0.queue(event.group) }
        // The sleep fails only when the task is cancelled, which also ends the loop.
        try? await clock.sleep(for: interval)
      }
    }
  }

  private static func sendHeartbeats(
    _ groups: Locked<EventGroups>,
    _ clock: any Clock<Duration>
  ) async {
    let heartbeat = Array(": heartbeat\n\n".utf8)
    while !Task.isCancelled {
      // The sleep only fails when the task is cancelled.
      try? await clock.sleep(for: heartbeatInterval)
      for stream in groups.withLock({ $0.streams }) { stream.sendHeartbeat(heartbeat) }
    }
  }
}

extension EventStreamTopic {
  /// The bytes of the request for which the events are evaluated; `nil` for events that need no evaluation.
  var contextSize: Int? { request?.count }
}
