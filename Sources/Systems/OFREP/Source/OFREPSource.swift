import Documents
public import FeatureFlags
import Locking
public import Networking

/// Fetches the evaluations of all flags for one user from an OFREP server.
///
/// The document is the body of the bulk response, which ``FeatureFlags/ConfigurationFormat/ofrep``
/// parses. Requests are conditional (ETag). After status 429 or 503 with `Retry-After`, no request
/// is sent before that time. The event streams that a response announces are the
/// ``changeFeed(of:)`` of the source.
///
/// ```swift
/// let source = try OFREPSource(
///   url: "ofrep+https://flags.example.test",
///   context: EvaluationContext(targetingKey: "ana")
/// )
/// let configuration = try ConfigurationFormat.ofrep.parse(await source.read())
/// print(configuration.features.map(\.name))
/// ```
public struct OFREPSource: ServerSource {
  package static let prefix = "ofrep+"
  package let server: SourceServer
  /// A client of the same server, which evaluates flags for any context on behalf of a proxy.
  ///
  /// The client shares its connections and the pause after `Retry-After` with the source, and with the
  /// sources for other users. Its cached evaluations become stale when the ``changeFeed(of:)`` reports a
  /// change.
  package let upstream: OFREPClient
  private let endpoints: OFREPServer
  private let pause: RetryPause
  private var context: OFREPContext
  /// The last notification of the event streams that no response includes yet; `nil` if there is none.
  private var change = Locked<OFREPChange?>(nil)

  /// The URL with the context, because a cached response is valid for one context only.
  public var address: String? { "\(server.cacheKey) for \(context.json.text)" }

  /// Returns whether a text is a URL of an OFREP server: `ofrep+https://…` or `ofrep+http://…`.
  public static func isAddress(_ text: String) -> Bool {
    hasAddress(text)
  }

  /// Creates a source for the URL of an OFREP server; the first read sends the first request.
  ///
  /// - Parameters:
  ///   - url: The base URL, such as `ofrep+https://flags.example.test`; the path `/ofrep/v1` may
  ///     follow.
  ///   - context: The user, with the attributes that are sent to the server.
  ///   - headers: The headers of each request, such as `Authorization`. They are not sent to event streams of
  ///     another origin.
  ///   - deadline: The timeout of a complete response; `nil` for no limit.
  ///   - client: The HTTP client; several sources can share a client.
  /// - Throws: `unsupported` for a URL with a different scheme, `unusable` for an invalid URL or
  ///   header.
  public init(
    url: String,
    context: EvaluationContext = EvaluationContext(),
    headers: HTTPHeaders = [:],
    deadline: Duration? = .seconds(30),
    client: HTTPClient = HTTPClient()
  ) throws(SourceError) {
    try self.init(
      url: url,
      context: context,
      headers: headers,
      deadline: deadline,
      dependencies: ServerDependencies(client: client)
    )
  }

  /// Creates a source with injected clocks, for tests.
  package init(
    url: String,
    context: EvaluationContext = EvaluationContext(),
    headers: HTTPHeaders = [:],
    deadline: Duration? = .seconds(30),
    dependencies: ServerDependencies
  ) throws(SourceError) {
    server = try SourceServer(
      url,
      of: Self.self,
      headers: headers,
      dependencies: dependencies,
      accepting: 200...299,
      refusal: Self.refusal
    )
    let pause = RetryPause()
    endpoints = OFREPServer(url: server.url, headers: headers, timeout: deadline)
    upstream = OFREPClient(endpoints, pause: pause, dependencies: dependencies)
    self.pause = pause
    self.context = OFREPContext(context)
    // Validates the URL before the path of OFREP is added: in a URL without a host, a part of the path
    // would be parsed as the host.
    _ = try server.validated(HTTPRequest(url: server.url, headers: headers))
  }

  /// Returns the source for a different user.
  public func source(for context: EvaluationContext) -> any Source {
    var source = self
    source.context = OFREPContext(context)
    source.change = Locked(nil)
    return source
  }
}

// MARK: Reading

extension OFREPSource {
  /// Fetches the evaluations; with a known revision, the request is conditional.
  ///
  /// - Throws: `unreachable` or `status`, the latter also without a request during a pause after
  ///   `Retry-After`; `refused` for a response with an error object.
  public func fetch(
    unlessStill revision: HTTPRevision?,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws(SourceError) -> Fetched {
    if let (status, remaining) = pause.current(at: server.dependencies.uptime()) {
      throw .status(name, FetchFacts(status: status, address: name, retryDelay: remaining))
    }
    let change = change.withLock { $0 }
    let revision = change?.isFull == true ? nil : revision
    let request = endpoints.bulkRequest(in: context, revision, after: change)
    do throws(SourceError) {
      let fetched = try await server.fetch(
        request,
        isConditional: revision != nil,
        progress: progress
      )
      // Clears the notification that this response includes, but keeps one that arrived during the
      // request.
      self.change.withLock { if $0 == change { $0 = nil } }
      return fetched
    } catch {
      if let facts = error.facts {
        let time = server.dependencies.uptime()
        pause.record(status: facts.status, retryDelay: facts.retryDelay, at: time)
      }
      throw error
    }
  }

  /// Returns the change feed of the event streams that a response announces.
  ///
  /// - Parameter document: The body of the last bulk response.
  /// - Returns: The change feed; `nil` if the response announces no usable event stream.
  public func changeFeed(of document: [UInt8]) -> ChangeFeed? {
    // Drops the error, which was reported when the document was loaded.
    guard document.contains(text: "eventStreams"),
      let evaluation = try? OFREPBulkEvaluation(bytes: document),
      let follower = EventStreamFollower(
        evaluation.eventStreams,
        of: endpoints,
        dependencies: server.dependencies
      )
    else { return nil }
    let id = ([address ?? name] + follower.urls).joined(separator: " ")
    return ChangeFeed(id: id) { [change, upstream] onChange in
      await follower.run { news in
        change.withLock { $0 = $0?.merged(with: news) ?? news }
        upstream.expire()
        onChange()
      }
    }
  }

  /// Returns the error of a response that has an error object instead of flags; `nil` for any other
  /// response.
  @Sendable private static func refusal(_ body: [UInt8]) -> String? {
    // Searches the bytes first, which avoids parsing each evaluation twice. Drops the parse error of a
    // malformed body: parsing it as a configuration reports the line.
    guard !body.contains(text: "\"flags\""), let node = try? JSONReader.read(body),
      let error = OFREPEntry.ErrorObject(node)
    else { return nil }
    return "the error \(error)"
  }
}

/// The maximum number of streams that are followed; further announced streams are ignored.
private let maximumStreamCount = 8

extension EventStreamFollower where Change == OFREPChange {
  /// Creates a follower of the streams that a server announces; `nil` if no stream has a usable URL.
  ///
  /// Each new connection also reports a change, because events may have been lost before it.
  package init?(
    _ streams: [OFREPEventStream],
    of server: OFREPServer,
    dependencies: ServerDependencies
  ) {
    let streams = streams.prefix(maximumStreamCount).compactMap { stream in
      server.request(for: stream).map { request in
        Stream(request) { OFREPChange($0, inactivityDelay: stream.inactivityDelay) }
      }
    }
    guard !streams.isEmpty else { return nil }
    self.init(streams, dependencies: dependencies) { $0.merged(with: $1) }
  }
}

extension OFREPChange {
  /// Converts a notice of an event stream; `nil` if it does not report a change.
  fileprivate init?(_ notice: EventStreamNotice, inactivityDelay: Duration) {
    switch notice {
    case .connected(let gap): self.init(isFull: gap > inactivityDelay)
    case .event(let event):
      guard event.name == "message" else { return nil }
      self.init(data: event.data)
    }
  }
}
