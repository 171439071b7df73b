package import Networking

/// Follows server-sent events (SSE) of a server, and reports each change of the document.
///
/// A lost connection is opened again with exponential back-off, jitter and the header `Last-Event-ID`.
/// Changes within 50 ms are merged and reported as one.
package struct EventStreamFollower<Change: Sendable>: Sendable {
  /// An event stream, and the conversion of its notices to changes.
  package struct Stream: Sendable {
    let request: HTTPRequest
    let change: @Sendable (EventStreamNotice) -> Change?

    /// Creates a stream for a request that ``Networking/HTTPRequest/acceptEvents(upTo:)`` has prepared.
    ///
    /// - Parameters:
    ///   - request: The request; its maximum body size is also the maximum size of an event.
    ///   - change: Converts a notice to a change; returns `nil` for a notice that reports no change.
    package init(_ request: HTTPRequest, change: @escaping @Sendable (EventStreamNotice) -> Change?)
    {
      self.request = request
      self.change = change
    }
  }

  private let streams: [Stream]
  private let dependencies: ServerDependencies
  private let merge: @Sendable (Change, Change) -> Change

  /// Creates a follower, without opening a connection.
  ///
  /// - Parameters:
  ///   - streams: The event streams.
  ///   - dependencies: The HTTP client, the clocks and the random numbers.
  ///   - merge: Combines a change with a later one.
  package init(
    _ streams: [Stream],
    dependencies: ServerDependencies,
    merge: @escaping @Sendable (Change, Change) -> Change
  ) {
    self.streams = streams
    self.dependencies = dependencies
    self.merge = merge
  }

  /// The URLs of the followed streams, which may contain tokens.
  package var urls: [String] { streams.map(\.request.url) }

  /// Follows the streams until the calling task is cancelled, or until the server ends each stream
  /// with status 204.
  ///
  /// - Parameter onChange: Called after each change, from any thread; must be fast.
  package func run(_ onChange: @escaping @Sendable (Change) -> Void) async {
    let coalescer = ChangeCoalescer(clock: dependencies.clock, merge: merge, report: onChange)
    await withTaskGroup(of: Void.self) { group in
      for stream in streams {
        group.addTask {
          var connection = EventStreamConnection(stream.request, dependencies) { notice in
            if let change = stream.change(notice) { coalescer.receive(change) }
          }
          await connection.run()
        }
      }
    }
    // If the streams have ended without a cancellation, the pending notifications are still reported.
    if Task.isCancelled { coalescer.cancel() }
  }
}

/// A notice that a connection to an event stream reports.
package enum EventStreamNotice: Sendable {
  /// A connection was opened.
  ///
  /// `gap` is the time since the last received line of the previous connection, during which events may
  /// have been lost; it is zero for the first connection.
  case connected(gap: Duration)
  case event(ServerSentEventParser.Event)
}

/// The connection to one event stream, with the state that persists between connections.
private struct EventStreamConnection {
  private let request: HTTPRequest
  private let dependencies: ServerDependencies
  private let report: @Sendable (EventStreamNotice) -> Void
  private var parser: ServerSentEventParser
  private var backoff = Backoff(initial: .seconds(1), ceiling: .seconds(60), jitter: 0.25)
  /// The time of the last received line; `nil` before the first connection.
  private var lastContact: Duration?

  /// The way in which a connection has ended.
  private enum End {
    /// The server has ended the stream, so that the connection must not be opened again (status 204).
    case final
    /// The connection has to be opened again, but not before the delay of `Retry-After`.
    case lost(retryDelay: Duration?)
  }

  init(
    _ request: HTTPRequest,
    _ dependencies: ServerDependencies,
    _ report: @escaping @Sendable (EventStreamNotice) -> Void
  ) {
    self.request = request
    self.dependencies = dependencies
    self.report = report
    parser = ServerSentEventParser(largestEvent: request.maximumBodySize)
  }

  mutating func run() async {
    while !Task.isCancelled {
      guard case .lost(let retryDelay) = await connect() else { return }
      let least = max(retryDelay ?? .zero, parser.retryDelay ?? .zero)
      let draw = dependencies.random()
      guard await backoff.wait(atLeast: least, on: dependencies.clock, draw: draw) else { return }
    }
  }

  /// Opens one connection, and reports its events until the connection ends.
  private mutating func connect() async -> End {
    var request = request
    if !parser.lastEventID.isEmpty, parser.lastEventID.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    {
      request.headers["Last-Event-ID"] = parser.lastEventID
    }
    do throws(HTTPError) {
      let response = try await dependencies.client.stream(request)
      guard response.status != 204 else { return .final }
      guard response.status == 200, response.isEventStream else {
        let (status, url, headers) = (response.status, response.url, response.headers)
        let head = HTTPResponse(status: status, url: url, headers: headers)
        return .lost(retryDelay: dependencies.retryDelay(of: head))
      }
      parser.reconnect()
      reportConnection()
      for try await line in response.lines { receive(line) }
    } catch .timedOut(_, .idle) {
      // An open stream counts as a success, even if the server sends no heartbeats.
      backoff.reset()
    } catch {
      return .lost(retryDelay: nil)
    }
    return .lost(retryDelay: nil)
  }

  private mutating func reportConnection() {
    let now = dependencies.uptime()
    report(.connected(gap: lastContact.map { now - $0 } ?? .zero))
    lastContact = now
  }

  private mutating func receive(_ line: String) {
    lastContact = dependencies.uptime()
    backoff.reset()
    if let event = parser.parse(line) { report(.event(event)) }
  }
}
