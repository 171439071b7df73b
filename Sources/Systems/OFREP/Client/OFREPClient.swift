package import Documents
package import FeatureFlags
import Locking
package import Networking

/// Requests evaluations from one OFREP server, and caches them for use while the server is down.
///
/// Connections are pooled, and concurrent requests for the same context and key are coalesced. A
/// response is reused without a request until its `max-age` has passed; a bulk response is revalidated
/// with its ETag. While the server is down, the last known evaluation is returned, and the next request
/// is sent after an exponential back-off of 1 s to 30 s. After status 429 or 503 with `Retry-After`, no
/// request is sent before that time.
///
/// Every method throws an ``OFREPError``:
/// - `status`: The upstream rejected the request. The errors 400, 401, 403 and 404 are responses to the
///   request itself, and are thrown even if an earlier evaluation is known. A status of 500 or above is
///   thrown only if no evaluation is known.
/// - `limited`, `unreachable` and `invalid`: The upstream is overloaded or down, and no evaluation is known
///   for the context and the key.
/// - `badKey`: The key cannot be a part of a URL, so no flag can have this key.
///
/// Every method is safe to call from any thread.
///
/// ```swift
/// let client = OFREPClient(OFREPServer(url: "https://flags.example.test"))
/// let ana = OFREPContext(EvaluationContext(targetingKey: "ana"))
/// let result = try await client.evaluate("banner", in: ana)
/// print(result.value.value ?? .boolean(false), result.value.reason ?? "", result.isStale)
/// ```
package final class OFREPClient: Sendable {
  /// The identity of an evaluation: its context, and the key of one flag or `nil` for all flags.
  private struct Key: Hashable, Sendable {
    let context: OFREPContext
    let flag: String?
  }

  /// The content of an evaluation: one flag or all flags.
  private enum Content: Sendable {
    case one(OFREPEntry)
    case all(OFREPBulkEvaluation)
  }

  /// A cached evaluation, with the data that decide whether it may be reused.
  private struct Entry: Sendable {
    let content: Content
    let revision: HTTPRevision?
    /// The number of calls of ``OFREPClient/expire()`` when the request began; after a later call, the
    /// evaluation is stale.
    let generation: Int
    /// The uptime until which the evaluation is used without a request.
    let freshUntil: Duration
    /// The caching rules from the headers of the response, such as `no-store`.
    let policy: CachePolicy
    /// The size of the body and the context together, in bytes.
    let size: Int
  }

  private typealias Outcome = Result<OFREPResult<Content>, OFREPError>

  private struct State {
    var cache: SizedCache<Key, Entry>
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

    /// Returns the evaluation to use while the server is down; `nil` if there is none that may be used.
    ///
    /// The evaluation of one flag can be taken from a stored bulk evaluation.
    mutating func fallback(for key: Key) -> Content? {
      if let entry = cache.value(for: key), entry.policy.isFallback { return entry.content }
      guard let flag = key.flag, let bulk = cache.value(for: Key(context: key.context, flag: nil)),
        bulk.policy.isFallback, case .all(let evaluation) = bulk.content
      else { return nil }
      return evaluation.entry(flag).map(Content.one)
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
  ///   - server: The server that evaluates the flags.
  ///   - pause: The pause that a `Retry-After` header demands; several clients of one server can
  ///     share the pause.
  ///   - dependencies: The HTTP client and the clocks.
  ///   - maximumCount: The maximum number of cached evaluations.
  ///   - maximumSize: The maximum total size of the cached bodies and contexts, in bytes.
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
    let limit = SizedCache<Key, Entry>.Limit(
      count: maximumCount,
      size: maximumSize,
      entry: maximumSize
    )
    state = Locked(State(cache: SizedCache(limit: limit)))
  }

  /// Evaluates one flag for a context.
  ///
  /// The entry in a successful response (status 200) can still be an evaluation failure: see
  /// ``OFREPEntry/error``.
  package func evaluate(
    _ key: String,
    in context: OFREPContext
  ) async throws(OFREPError) -> OFREPResult<OFREPEntry> {
    let result = try await result(for: Key(context: context, flag: key))
    guard case .one(let entry) = result.value else { throw .badKey(key) }
    return OFREPResult(value: entry, failure: result.failure)
  }

  /// Evaluates all flags for a context.
  package func evaluateAll(
    in context: OFREPContext
  ) async throws(OFREPError) -> OFREPResult<OFREPBulkEvaluation> {
    let result = try await result(for: Key(context: context, flag: nil))
    guard case .all(let evaluation) = result.value else {
      throw .invalid(.unexpected(line: nil, found: "one flag", expected: "all flags"))
    }
    return OFREPResult(value: evaluation, failure: result.failure)
  }

  /// Makes all stored evaluations stale, so that each is revalidated before its next use; call this
  /// method when the server reports a change.
  package func expire() {
    state.withLock { state in
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
      if let entry = state.cache.value(for: key), entry.generation == state.generation,
        entry.freshUntil > dependencies.uptime()
      {
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
      let known = error.isOutage ? state.withLock { $0.fallback(for: key) } : nil
      outcome = known.map { .success(OFREPResult(value: $0, failure: error)) } ?? .failure(error)
    }
    state.withLock { state in
      if state.generation == generation { state.running[key] = nil }
    }
    return outcome
  }

  private func request(_ key: Key, _ generation: Int) async throws(OFREPError) -> Content {
    let known = state.withLock { $0.cache.value(for: key) }
    guard let request = httpRequest(key, known?.revision) else { throw .badKey(key.flag ?? "") }
    let response = try await send(request)
    switch response.status {
    case 200..<300:
      let content = try Self.content(key, response.body)
      let size = response.body.count + key.context.json.bytes.count
      store(content, size, response, for: key, after: nil, generation)
      return content
    case 304:
      guard let known, known.revision != nil else { throw .status(304, nil) }
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

  private func httpRequest(_ key: Key, _ revision: HTTPRevision?) -> HTTPRequest? {
    guard let flag = key.flag else { return server.bulkRequest(in: key.context, revision) }
    return server.request(for: flag, in: key.context)
  }

  /// Caches an evaluation; `known` is the cached evaluation that a response with status 304 confirms.
  private func store(
    _ content: Content,
    _ size: Int,
    _ response: HTTPResponse,
    for key: Key,
    after known: Entry?,
    _ generation: Int
  ) {
    // A response with status 304 may omit the headers that have not changed.
    let policy =
      response.headers["Cache-Control"] == nil
      ? known?.policy ?? CachePolicy() : CachePolicy(response.headers)
    let time = dependencies.uptime()
    state.withLock { state in
      guard policy.isStored else { return state.cache.remove(key) }
      let entry = Entry(
        content: content,
        revision: response.revision ?? known?.revision,
        generation: generation,
        freshUntil: time + policy.freshness,
        policy: policy,
        size: size
      )
      state.cache.store(entry, size: size, for: key)
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
    // Drops the parse error: the status of the response describes the failure.
    (try? RawJSON.parse(body)).flatMap { OFREPEntry.ErrorObject($0.node) }
  }
}

/// The result of a request to an upstream server: the current evaluation, or the last known one while
/// the server is down.
package struct OFREPResult<Value: Sendable>: Sendable {
  package let value: Value
  /// The failure of the request, if the last known evaluation is returned; `nil` for a current
  /// evaluation.
  package let failure: OFREPError?

  package init(value: Value, failure: OFREPError? = nil) {
    self.value = value
    self.failure = failure
  }

  /// Whether the value is the last known one, because the request to the upstream server failed.
  package var isStale: Bool { failure != nil }
}

/// The reason why an upstream server has returned no evaluation for a request.
package enum OFREPError: Error, Hashable, Sendable {
  /// The server responded with an error status, such as 400 with `INVALID_CONTEXT` or 404 with
  /// `FLAG_NOT_FOUND`; the error is `nil` if the body has none.
  case status(Int, OFREPEntry.ErrorObject?)
  /// The server accepts no request until the given time has passed, because it has sent `Retry-After`
  /// with status 429 or 503. If the pause had already begun, no request was sent.
  case limited(Duration)
  /// The server did not respond.
  case unreachable(HTTPError)
  /// The server responded with status 200, but the body is not an evaluation.
  case invalid(DocumentError)
  /// The key cannot be a part of a URL, because it is empty, `.` or `..`; no request was sent.
  case badKey(String)

  /// Whether the server is down or overloaded, so that the last known evaluation applies.
  ///
  /// The errors 400, 401, 403 and 404 are valid responses to the request.
  package var isOutage: Bool {
    switch self {
    case .status(let status, _): status >= 500 || status == 408 || status == 429
    case .limited, .unreachable, .invalid: true
    case .badKey: false
    }
  }
}

extension OFREPError: CustomStringConvertible {
  /// The error message, with the status, the cause or the key of the failure.
  package var description: String {
    switch self {
    case .status(let status, let error):
      "the server responded with status \(status)" + (error.map { " and \($0)" } ?? "")
    case .limited(let pause):
      "too many requests: the server accepts none for \(pause.components.seconds + 1) s"
    case .unreachable(let error): "no response: \(error)"
    case .invalid(let error): "the response is not an evaluation: \(error)"
    case .badKey(let key): "\"\(key)\" cannot be the key of a flag"
    }
  }
}
