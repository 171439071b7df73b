package import FeatureFlags
import Networking

/// Follows the event streams of an OFREP server, and reports each change of the evaluation.
///
/// A lost connection is opened again with exponential back-off, jitter and the header `Last-Event-ID`. Each
/// new connection also reports a change, because events may have been lost before it. Changes within 50 ms
/// are reported as one.
package struct EventStreamFollower: Sendable {
  private let streams: [(request: HTTPRequest, stream: OFREPEventStream)]
  private let dependencies: ServerDependencies

  /// The largest number of streams that are followed; further announced streams are ignored.
  private static let maximumCount = 8

  /// Creates a follower; `nil` if the server announces no stream with a usable URL.
  package init?(
    _ streams: [OFREPEventStream],
    of server: OFREPServer,
    dependencies: ServerDependencies
  ) {
    let requests = streams.prefix(Self.maximumCount).compactMap { stream in
      server.request(for: stream).map { (request: $0, stream: stream) }
    }
    guard !requests.isEmpty else { return nil }
    self.streams = requests
    self.dependencies = dependencies
  }

  /// The URLs of the followed streams, which may contain tokens.
  package var urls: [String] { streams.map(\.request.url) }

  /// Follows the streams until the calling task is cancelled, or until the server ends each stream
  /// with status 204.
  ///
  /// - Parameter onChange: Called after each change, from any thread; must be fast.
  package func run(_ onChange: @escaping @Sendable (OFREPChange) -> Void) async {
    let coalescer = ChangeCoalescer(clock: dependencies.clock, report: onChange)
    await withTaskGroup(of: Void.self) { group in
      for (request, stream) in streams {
        group.addTask {
          var connection = EventStreamConnection(request, stream, dependencies, coalescer.receive)
          await connection.run()
        }
      }
    }
    // If the streams have ended without a cancellation, the pending notifications are still reported.
    if Task.isCancelled { coalescer.cancel() }
  }
}

/// The connection to one event stream, with the state that persists between connections.
private struct EventStreamConnection {
  private let request: HTTPRequest
  private let stream: OFREPEventStream
  private let dependencies: ServerDependencies
  private let report: @Sendable (OFREPChange) -> Void
  private var parser = ServerSentEventParser()
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
    _ stream: OFREPEventStream,
    _ dependencies: ServerDependencies,
    _ report: @escaping @Sendable (OFREPChange) -> Void
  ) {
    self.request = request
    self.stream = stream
    self.dependencies = dependencies
    self.report = report
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

  /// Reports a change, because events may have been lost before this connection.
  private mutating func reportConnection() {
    let now = dependencies.uptime()
    let gap = lastContact.map { now - $0 } ?? .zero
    report(OFREPChange(isFull: gap > stream.inactivityDelay))
    lastContact = now
  }

  private mutating func receive(_ line: String) {
    lastContact = dependencies.uptime()
    backoff.reset()
    guard let event = parser.parse(line), event.name == "message",
      let change = OFREPChange(data: event.data)
    else { return }
    report(change)
  }
}
