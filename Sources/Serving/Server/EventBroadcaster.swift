import HTTPServer
import Locking

/// Sends an event to all open event streams when features or overrides have changed.
///
/// The first change is sent at once; changes within the next ``interval`` are coalesced into one event. A
/// stream on which no events are sent gets a comment as heartbeat.
final class EventBroadcaster: Sendable {
  private struct State {
    var streams: [Int: ResponseStream] = [:]
    var nextStream = 0
    /// The number of the last event, which is its `id`.
    var lastEvent = 0
    /// The task that sends heartbeats; `nil` without open streams, so that an idle server never wakes up.
    var heartbeat: Task<Void, Never>?
  }

  /// The shortest time between two events.
  static let interval = Duration.milliseconds(50)
  /// The time between two heartbeats, which keep proxies from closing a quiet connection.
  static let heartbeatInterval = Duration.seconds(15)

  private static let executor = ThreadExecutor(label: "halyard.events")

  private let state: Locked<State>
  private let changes: AsyncStream<Int64>.Continuation
  private let sender: Task<Void, Never>
  private let clock: any Clock<Duration>

  init(clock: any Clock<Duration>) {
    let state = Locked(State())
    let (stream, continuation) = AsyncStream.makeStream(
      of: Int64.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    self.state = state
    self.clock = clock
    changes = continuation
    // Events are sent by a separate task, because changes are published while the lock of the store is
    // held. The task has its own thread, so that an app which blocks the cooperative pool does not delay
    // events.
    sender = Task.detached(executorPreference: Self.executor) {
      for await modified in stream {
        Self.send(modified, state)
        // The sleep fails only when the task is cancelled, which also ends the loop.
        try? await clock.sleep(for: Self.interval)
      }
    }
  }

  deinit {
    finish()
  }

  /// The number of open streams.
  var streamCount: Int { state.withLock { $0.streams.count } }

  /// Publishes a change to all streams; returns at once.
  ///
  /// - Parameter modified: The time of the change in seconds since 1970.
  func publish(modified: Int64) {
    changes.yield(modified)
  }

  /// Opens a stream, which receives all later events.
  ///
  /// - Parameter onEnd: Called once when the stream has ended.
  /// - Returns: The body of the response.
  func makeStream(onEnd: @escaping @Sendable () -> Void) -> ResponseStream {
    let state = state
    let clock = clock
    return state.withLock { current in
      let number = current.nextStream
      current.nextStream += 1
      // Send a first comment, because HTTP libraries report an open connection only after the first bytes.
      let first = Array("retry: 1000\n: halyard\n\n".utf8)
      let stream = ResponseStream(first: first) {
        Self.remove(number, state)
        onEnd()
      }
      current.streams[number] = stream
      if current.heartbeat == nil {
        current.heartbeat = Task.detached(executorPreference: Self.executor) {
          await Self.sendHeartbeats(state, clock)
        }
      }
      return stream
    }
  }

  /// Ends all streams; later changes are dropped.
  func finish() {
    changes.finish()
    sender.cancel()
    let streams = state.withLock { state in
      state.heartbeat?.cancel()
      return Array(state.streams.values)
    }
    for stream in streams { stream.finish() }
  }

  private static func send(_ modified: Int64, _ state: Locked<State>) {
    let (number, streams) = state.withLock { state in
      state.lastEvent += 1
      return (state.lastEvent, Array(state.streams.values))
    }
    let event = """
      id: \(number)
      event: message
      data: {"type":"refetchEvaluation","lastModified":\(modified)}


      """
    for stream in streams { stream.send(Array(event.utf8)) }
  }

  private static func sendHeartbeats(_ state: Locked<State>, _ clock: any Clock<Duration>) async {
    while !Task.isCancelled {
      // The sleep only fails when the task is cancelled.
      try? await clock.sleep(for: heartbeatInterval)
      for stream in state.withLock({ Array($0.streams.values) }) {
        stream.send(Array(": heartbeat\n\n".utf8))
      }
    }
  }

  private static func remove(_ number: Int, _ state: Locked<State>) {
    state.withLock { state in
      state.streams[number] = nil
      guard state.streams.isEmpty else { return }
      state.heartbeat?.cancel()
      state.heartbeat = nil
    }
  }
}
