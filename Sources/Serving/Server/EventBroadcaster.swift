import HTTPServer
import Locking

/// Sends events to all open event streams when features or overrides have changed.
///
/// The streams of a topic get the same event, which is created once.
///
/// The first change is sent at once; changes within the next ``interval`` are coalesced into one event. A
/// stream on which no events are sent gets a comment as heartbeat.
final class EventBroadcaster: Sendable {
  /// Creates the event of a change, as bytes of the protocol of server-sent events; `nil` for no event.
  typealias Content = @Sendable (_ number: Int, _ modified: Int64) -> [UInt8]?

  /// The open streams with the same events.
  private struct Group {
    let content: Content
    var streams: [Int: ResponseStream] = [:]
  }

  private struct State {
    var groups: [EventTopic: Group] = [:]
    var nextStream = 0
    /// The number of the last change.
    var lastChange = 0
    /// The task that sends heartbeats; `nil` without open streams, so that an idle server never wakes up.
    var heartbeat: Task<Void, Never>?

    var streams: [ResponseStream] { groups.values.flatMap(\.streams.values) }
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
  var streamCount: Int { state.withLock { $0.groups.values.reduce(0) { $0 + $1.streams.count } } }

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
  ///   - content: Creates the events of the topic; called on one thread, one event after the other.
  ///   - onEnd: Called once when the stream has ended.
  /// - Returns: The body of the response.
  func makeStream(
    of topic: EventTopic,
    content: @escaping Content,
    onEnd: @escaping @Sendable () -> Void
  ) -> ResponseStream {
    let state = state
    let clock = clock
    return state.withLock { current in
      let number = current.nextStream
      current.nextStream += 1
      // Send a first comment, because HTTP libraries report an open connection only after the first bytes.
      let first = Array("retry: 1000\n: halyard\n\n".utf8)
      let stream = ResponseStream(first: first) {
        Self.remove(number, of: topic, state)
        onEnd()
      }
      current.groups[topic, default: Group(content: content)].streams[number] = stream
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
      return state.streams
    }
    for stream in streams { stream.finish() }
  }

  private static func send(_ modified: Int64, _ state: Locked<State>) {
    let (number, groups) = state.withLock { state in
      state.lastChange += 1
      return (state.lastChange, Array(state.groups.values))
    }
    for group in groups {
      guard let event = group.content(number, modified) else { continue }
      for stream in group.streams.values { stream.send(event) }
    }
  }

  private static func sendHeartbeats(_ state: Locked<State>, _ clock: any Clock<Duration>) async {
    while !Task.isCancelled {
      // The sleep only fails when the task is cancelled.
      try? await clock.sleep(for: heartbeatInterval)
      for stream in state.withLock({ $0.streams }) {
        stream.send(Array(": heartbeat\n\n".utf8))
      }
    }
  }

  private static func remove(_ number: Int, of topic: EventTopic, _ state: Locked<State>) {
    state.withLock { state in
      state.groups[topic]?.streams[number] = nil
      if state.groups[topic]?.streams.isEmpty == true { state.groups[topic] = nil }
      guard state.groups.isEmpty else { return }
      state.heartbeat?.cancel()
      state.heartbeat = nil
    }
  }
}

/// The events of a stream.
enum EventTopic: Hashable, Sendable {
  /// Clients of OFREP evaluate the features again.
  case evaluations
  /// Server SDKs of Unleash get the changed flags.
  case unleash
  /// Server SDKs of LaunchDarkly get the changed flags.
  case launchDarkly
  /// Server SDKs of LaunchDarkly get all flags by their second protocol.
  case launchDarklyTransfers
  /// Client SDKs of LaunchDarkly get the results for their context.
  case clientResults(ClientResultsRequest)
  /// Older client SDKs of LaunchDarkly request their results again.
  case pings
  /// SDKs of GrowthBook get all features.
  case growthBook
}
