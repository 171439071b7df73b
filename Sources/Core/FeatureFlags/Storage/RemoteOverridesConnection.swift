import Documents
import Files
import Networking

/// Fetches the overrides of a server whenever they may have changed, until the task is cancelled.
struct RemoteOverridesConnection {
  private let server: OverrideServerAddress
  private let client: HTTPClient
  private let clock: any Clock<Duration>
  private let silence: Duration
  private let random: @Sendable () -> Double
  private let report: (StoredOverrides.Reading) -> Void
  private var parser = ServerSentEventParser()
  private var backoff = Backoff(initial: .milliseconds(500), ceiling: .seconds(15), jitter: 0.25)
  /// The last valid overrides with the validators of their response; `nil` before the first valid response.
  private var last: (stored: StoredOverrides, revision: HTTPRevision?)?

  init(
    _ server: OverrideServerAddress,
    clock: any Clock<Duration>,
    silence: Duration,
    random: @escaping @Sendable () -> Double,
    report: @escaping (StoredOverrides.Reading) -> Void
  ) {
    var configuration = HTTPClient.Configuration()
    if server.isLoopback { configuration.proxy = .none }
    client = HTTPClient(configuration: configuration)
    self.server = server
    self.clock = clock
    self.silence = silence
    self.random = random
    self.report = report
  }

  /// Follows the overrides, and opens lost connections again.
  mutating func run() async {
    while !Task.isCancelled {
      await connect()
      // Limits the `retry` delay that the server sends: it must not delay the next connection for an hour.
      let least = min(parser.retryDelay ?? .zero, backoff.ceiling)
      guard await backoff.wait(atLeast: least, on: clock, draw: random()) else { return }
    }
  }

  /// Fetches the overrides, and fetches them again after each event until the connection is lost.
  private mutating func connect() async {
    guard await refresh() else { return }
    do throws(HTTPError) {
      let stream = try await client.stream(server.eventsRequest(silence: silence))
      guard stream.status == 200, stream.isEventStream else { return }
      parser.reconnect()
      // Fetches again, because no event reports a change between the first fetch and the connection.
      guard await refresh() else { return }
      for try await line in stream.lines {
        backoff.reset()
        guard parser.parse(line) != nil else { continue }
        guard await refresh() else { return }
      }
    } catch {
      // Drops the error: if the server is still unreachable, the next fetch reports its own error.
    }
  }

  /// Fetches and reports the overrides.
  ///
  /// - Returns: Whether the server responded; `true` even for malformed overrides, so that the
  ///   connection stays open for the next event.
  private mutating func refresh() async -> Bool {
    let reading: StoredOverrides.Reading
    let hasResponse: Bool
    do throws(OverrideServerError) {
      reading = .success(try await fetch())
      hasResponse = true
    } catch {
      if case .malformed = error { hasResponse = true } else { hasResponse = false }
      reading = .failure(.unfetched(url: server.display, error))
    }
    // Reports nothing after a cancellation, which makes the request fail although the server has no problem.
    guard !Task.isCancelled else { return false }
    report(reading)
    return hasResponse
  }

  private mutating func fetch() async throws(OverrideServerError) -> StoredOverrides {
    var request = server.documentRequest
    request.maximumBodySize = InputLimit.workspaceFileBytes.maximum
    if let revision = last?.revision { request = request.revalidating(revision) }
    let response = try await send(request)
    if response.status == 304, let last { return last.stored }
    switch response.status {
    case 200: break
    case 401: throw .unauthorized(hasToken: server.token != nil)
    case let status: throw .status(status)
    }
    // Does not store the revision of a malformed document: the next conditional request would
    // revalidate it.
    let overrides = try mapError(
      OverridesFile.read(response.body),
      to: OverrideServerError.malformed
    )
    let revision = OverrideRevision(SHA256.digest(of: response.body))
    let stored = StoredOverrides(revision: revision, overrides: overrides)
    last = (stored, response.revision)
    return stored
  }

  private func send(_ request: HTTPRequest) async throws(OverrideServerError) -> HTTPResponse {
    try mapError(request.validated(), to: OverrideServerError.invalidRequest)
    return try await mapError(
      awaiting: await client.send(request),
      to: OverrideServerError.unreachable
    )
  }
}
