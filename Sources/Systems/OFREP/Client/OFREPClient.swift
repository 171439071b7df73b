import Documents
package import FeatureFlags
import Locking
import Networking

/// Requests evaluations from one OFREP server, and stores the last known ones.
///
/// Connections are pooled, and concurrent requests for the same context and key are coalesced. A
/// response is used again without a request for the time of its `max-age`; a bulk response is
/// revalidated with its ETag. While the server is down, the last known evaluation is returned, and
/// the next request is sent after an exponential back-off of 1 s to 30 s. After status 429 or 503
/// with `Retry-After`, no request is sent before that time. Every method is safe to call from any
/// thread.
///
/// ```swift
/// let client = OFREPClient(OFREPServer(url: "https://flags.example.test"))
/// let ana = OFREPContext(EvaluationContext(targetingKey: "ana"))
/// let result = try await client.evaluate("banner", in: ana)
/// print(result.value.value ?? .boolean(false), result.value.reason ?? "", result.isStale)
/// ```
package final class OFREPClient: OFREPUpstream {
  private typealias Key = EvaluationCache.Key
  private typealias Content = EvaluationCache.Content
  private typealias Outcome = Result<OFREPResult<Content>, OFREPError>

  private struct State {
    var cache: EvaluationCache
    /// The running requests, by key; later requests for the same key wait for them.
    var running: [Key: Task<Outcome, Never>] = [:]
    /// The number of calls of ``OFREPClient/expire()``; a response to a request that began before the last
    /// call is stale.
    var generation = 0
    /// The back-off while the server does not respond.
    var backoff = Backoff(initial: .seconds(1), ceiling: .seconds(30))
    /// The error of the last request without a response, and the end of the back-off after it; `nil` after
    /// a response.
    var outage: (error: OFREPError, end: Duration)?

    /// Starts a back-off, unless a concurrent request has started one.
    mutating func recordOutage(_ error: OFREPError, at time: Duration) {
      guard outage.map({ $0.end <= time }) ?? true else { return }
      backoff.recordFailure()
      outage = (error, time + backoff.delay())
    }

    mutating func recordResponse() {
      backoff.reset()
      outage = nil
    }
  }

  /// The result of a look-up: a stored evaluation that needs no request, or a running request.
  private enum Lookup {
    case fresh(Content)
    case running(Task<Outcome, Never>)
  }

  private let server: OFREPServer
  private let pause: RetryPause
  private let dependencies: ServerDependencies
  private let state: Locked<State>

  /// Creates a client; no connection is opened before the first request.
  ///
  /// - Parameters:
  ///   - server: The server.
  ///   - pause: The pause that a `Retry-After` header demands; several clients of one server can share it.
  ///   - dependencies: The HTTP client and the clocks.
  ///   - maximumCount: The largest number of stored evaluations.
  ///   - maximumSize: The largest size of the stored bodies and contexts together, in bytes.
  package init(
    _ server: OFREPServer,
    pause: RetryPause = RetryPause(),
    dependencies: ServerDependencies = ServerDependencies(),
    maximumCount: Int = 4_096,
    maximumSize: Int = 64 << 20
  ) {
    self.server = server
    self.pause = pause
    self.dependencies = dependencies
    let cache = EvaluationCache(maximumCount: maximumCount, maximumSize: maximumSize)
    state = Locked(State(cache: cache))
  }

  package func evaluate(
    _ key: String,
    in context: OFREPContext
  ) async throws(OFREPError) -> OFREPResult<OFREPEntry> {
    let result = try await result(for: Key(context: context, flag: key))
    guard case .one(let entry) = result.value else { throw .badKey(key) }
    return OFREPResult(value: entry, failure: result.failure)
  }

  package func evaluateAll(
    in context: OFREPContext
  ) async throws(OFREPError) -> OFREPResult<OFREPBulkEvaluation> {
    let result = try await result(for: Key(context: context, flag: nil))
    guard case .all(let evaluation) = result.value else {
      throw .invalid(.unexpected(line: nil, found: "one flag", expected: "all flags"))
    }
    return OFREPResult(value: evaluation, failure: result.failure)
  }

  /// Makes all stored evaluations stale, so that each is revalidated before its next use; called
  /// when the server reports a change.
  package func expire() {
    state.withLock { state in
      state.cache.expireAll()
      // A running request may have been evaluated before the change: later requests must not wait for its
      // response.
      state.running = [:]
      state.generation += 1
    }
  }
}

// MARK: Requests

extension OFREPClient {
  private func result(for key: Key) async throws(OFREPError) -> OFREPResult<Content> {
    let lookup = state.withLock { state -> Lookup in
      if let running = state.running[key] { return .running(running) }
      if let entry = state.cache.entry(for: key), entry.freshUntil > dependencies.uptime() {
        return .fresh(entry.content)
      }
      let generation = state.generation
      let task = Task { await self.load(key, generation) }
      state.running[key] = task
      return .running(task)
    }
    switch lookup {
    case .fresh(let content): return OFREPResult(value: content)
    case .running(let task): return try await task.value.get()
    }
  }

  /// Requests an evaluation; if the server is down, returns the last known one.
  private func load(_ key: Key, _ generation: Int) async -> Outcome {
    let outcome: Outcome
    do throws(OFREPError) {
      outcome = .success(OFREPResult(value: try await request(key, generation)))
    } catch {
      let known = error.isOutage ? state.withLock { $0.cache.fallback(for: key) } : nil
      outcome = known.map { .success(OFREPResult(value: $0, failure: error)) } ?? .failure(error)
    }
    state.withLock { state in
      if state.generation == generation { state.running[key] = nil }
    }
    return outcome
  }

  private func request(_ key: Key, _ generation: Int) async throws(OFREPError) -> Content {
    let known = state.withLock { $0.cache.entry(for: key) }
    guard let request = httpRequest(key, etag: known?.etag) else { throw .badKey(key.flag ?? "") }
    let response = try await send(request)
    switch response.status {
    case 200..<300:
      let content = try Self.content(key, response.body)
      let size = response.body.count + key.context.json.bytes.count
      store(content, size, response, for: key, after: nil, generation)
      return content
    case 304:
      guard let known, known.etag != nil else { throw .status(304, nil) }
      store(known.content, known.size, response, for: key, after: known, generation)
      return known.content
    default:
      if [429, 503].contains(response.status),
        let pause = pause.current(at: dependencies.uptime())
      {
        throw .limited(pause.remaining)
      }
      if response.status == 404 { state.withLock { $0.cache.remove(key) } }
      throw .status(response.status, Self.error(in: response.body))
    }
  }

  /// Sends a request; throws without sending it during a pause after `Retry-After` and during a back-off.
  private func send(_ request: HTTPRequest) async throws(OFREPError) -> HTTPResponse {
    let time = dependencies.uptime()
    if let pause = pause.current(at: time) { throw .limited(pause.remaining) }
    // Fails during the back-off, because otherwise each client of a proxy would wait for the timeout of the
    // upstream.
    if let outage = state.withLock({ $0.outage }), outage.end > time { throw outage.error }
    do throws(HTTPError) {
      let response = try await dependencies.client.send(request)
      let delay = dependencies.retryDelay(of: response)
      pause.record(status: response.status, retryDelay: delay, at: dependencies.uptime())
      state.withLock { $0.recordResponse() }
      return response
    } catch {
      state.withLock { $0.recordOutage(.unreachable(error), at: dependencies.uptime()) }
      throw .unreachable(error)
    }
  }

  private func httpRequest(_ key: Key, etag: String?) -> HTTPRequest? {
    guard let flag = key.flag else { return server.bulkRequest(in: key.context, etag: etag) }
    return server.request(for: flag, in: key.context)
  }

  /// Stores an evaluation; `known` is the stored evaluation that a response with status 304 confirms.
  private func store(
    _ content: Content,
    _ size: Int,
    _ response: HTTPResponse,
    for key: Key,
    after known: EvaluationCache.Entry?,
    _ generation: Int
  ) {
    // A response with status 304 may omit the headers that have not changed.
    let policy =
      response.headers["Cache-Control"] == nil
      ? known?.policy ?? CachePolicy() : CachePolicy(response.headers)
    let time = dependencies.uptime()
    state.withLock { state in
      guard policy.isStored else { return state.cache.remove(key) }
      let isCurrent = state.generation == generation
      let entry = EvaluationCache.Entry(
        content: content,
        etag: response.revision?.etag ?? known?.etag,
        freshUntil: isCurrent ? time + policy.freshness : .zero,
        policy: policy,
        size: size
      )
      state.cache.store(entry, for: key)
    }
  }
}

extension OFREPClient {
  private static func content(_ key: Key, _ body: [UInt8]) throws(OFREPError) -> Content {
    guard let flag = key.flag else {
      return .all(try mapError(OFREPBulkEvaluation(bytes: body), to: OFREPError.invalid))
    }
    let (raw, node) = try mapError(RawJSON.parse(body), to: OFREPError.invalid)
    guard let entry = OFREPEntry(node, raw, key: flag) else {
      throw .invalid(node.mismatch(expected: "an object"))
    }
    return .one(entry)
  }

  /// The error object in the body of a response; `nil` for any other body, such as a web page.
  private static func error(in body: [UInt8]) -> OFREPEntry.ErrorObject? {
    // Drop the parse error: the status of the response describes the failure.
    (try? RawJSON.parse(body)).flatMap { OFREPEntry.ErrorObject($0.node) }
  }
}
