import Documents
import FeatureFlags
import FlagSystem
import HTTPServer
import Networking
import OFREP

/// Responds to the requests of clients: checks the token, finds the route, and records the activity.
final class ServingApp: Sendable {
  let settings: ServingSettings
  let served: ServedStore
  let broadcaster: EventBroadcaster
  let recorder: ActivityRecorder
  let tests: TestRecorder
  let metrics = ServingMetrics()
  let bulk: BulkEvaluation
  let requestOverrides: RequestOverrides
  let documents: DocumentCaches
  /// Runs the work that would keep the threads of the connections from serving other clients.
  let pool: WorkPool
  /// The proxy of an OFREP source; `nil` for other sources, whose features the store evaluates.
  let proxy: OverrideProxy?
  /// Passes requests on to another host; `nil` if the server has none.
  let forwarder: RequestForwarder?
  private let crossOrigin: CrossOrigin
  private let hosts: RequestHosts
  private let routes: ServingRoutes

  init(
    _ settings: ServingSettings,
    _ served: ServedStore,
    pool: WorkPool,
    broadcaster: EventBroadcaster,
    recorder: ActivityRecorder,
    tests: TestRecorder
  ) {
    self.settings = settings
    self.served = served
    self.pool = pool
    self.broadcaster = broadcaster
    self.recorder = recorder
    self.tests = tests
    documents = DocumentCaches(pool: pool)
    let source = ServedSource(
      state: { served.state },
      version: { served.version }
    )
    let systems = settings.systems.flatMap { $0.routes(source) }
    routes = ServingRoutes(ServingRoute.own(served) + systems.map { ServingRoute($0) })
    hosts = RequestHosts(settings)
    requestOverrides = RequestOverrides(served, hasToken: settings.token != nil)
    proxy = (served.session.source as? OFREPSource).map {
      OverrideProxy(upstream: $0.upstream, store: served.store)
    }
    forwarder = settings.forwardURL.map { RequestForwarder(to: $0, client: settings.client) }
    crossOrigin = CrossOrigin(allowed: settings.allowedOrigins)
    // The URL of the event stream contains the token, because a browser cannot send headers when it opens a
    // stream. Only clients that have sent the token receive this URL.
    let query = settings.token.map { "?token=\($0.queryText)" } ?? ""
    let path = ServingRoute.eventsPath + query
    bulk = BulkEvaluation(served, eventsPath: path, pool: pool) { results, user, version in
      tests.record(results, in: user, version: version, of: served)
    }
  }

  /// Responds to one request.
  func reply(to request: borrowing ServerRequest) -> ServerReply {
    let start = ContinuousClock.now
    let (endpoint, reply) = route(request)
    let headers = headers(for: request)
    switch reply {
    case .response(let response):
      return .response(completed(response, endpoint, headers, since: start))
    case .later(let begin):
      return .later { send in
        begin(send.map { self.completed($0, endpoint, headers, since: start) })
      }
    }
  }

  /// Records the latency of a response, and adds the CORS headers for pages of other origins.
  private func completed(
    _ response: ServerResponse,
    _ endpoint: String,
    _ headers: [HTTPHeaders.Field],
    since start: ContinuousClock.Instant
  ) -> ServerResponse {
    metrics.recordRequest(endpoint, status: response.status, latency: start.duration(to: .now))
    guard !headers.isEmpty else { return response }
    var response = response
    for field in headers { response.headers.add(field.name, field.value) }
    return response
  }

  private func headers(for request: borrowing ServerRequest) -> [HTTPHeaders.Field] {
    guard let origin = request.header("Origin") else { return [] }
    guard request.method == .options else { return crossOrigin.headers(for: origin) }
    let headers = request.header("Access-Control-Request-Headers")
    return crossOrigin.headers(for: origin, preflightFor: headers ?? "")
  }

  private func route(_ request: borrowing ServerRequest) -> (String, ServerReply) {
    let host = request.header("Host")
    guard hosts.accept(host) else {
      return (ActivityRecorder.unknownEndpoint, misdirected(request, host ?? ""))
    }
    if request.method == .options {
      return (ActivityRecorder.unknownEndpoint, .response(ServerResponse(status: 204)))
    }
    switch routes.match(request.method, request.path) {
    case .found(let route, let rest):
      guard isAllowed(request, route) else { return (route.endpoint, rejected(request, route)) }
      return (route.endpoint, reply(to: request, route, rest))
    case .wrongMethod(let allowed):
      recorder.recordRequest(ActivityRecorder.unknownEndpoint, from: client(request))
      let methods = allowed.map(\.rawValue).joined(separator: ", ")
      var response = ServerResponse.error(
        405,
        "found \(Self.name(of: request.method)), expected \(methods)"
      )
      response.headers.add("Allow", methods)
      return (ActivityRecorder.unknownEndpoint, .response(response))
    case .unknownPath:
      recorder.recordRequest(ActivityRecorder.unknownEndpoint, from: client(request))
      if let forwarder {
        return ("forward", forwarder.reply(to: forwarder.request(for: request)))
      }
      return (
        ActivityRecorder.unknownEndpoint, .response(.error(404, "the server has no such path"))
      )
    }
  }

  private static func name(of method: HTTPMethod) -> String {
    method == .other ? "another method" : "the method \(method.rawValue)"
  }

  private func isAllowed(_ request: borrowing ServerRequest, _ route: ServingRoute) -> Bool {
    guard let token = settings.token else { return true }
    return token.isPresent(in: request, by: route.token)
  }

  private func rejected(
    _ request: borrowing ServerRequest,
    _ route: ServingRoute
  ) -> ServerReply {
    recorder.recordRequest(route.endpoint, from: client(request), isRejected: true)
    var response = ServerResponse.error(
      401,
      "the token is missing or wrong; expected it in Authorization: Bearer, or in X-API-Key"
    )
    response.headers.add("WWW-Authenticate", "Bearer")
    return .response(response)
  }

  private func misdirected(_ request: borrowing ServerRequest, _ host: String) -> ServerReply {
    recorder.recordRequest(
      ActivityRecorder.unknownEndpoint,
      from: client(request),
      isRejected: true
    )
    return .response(
      .error(
        421,
        "found the host \"\(host)\", expected localhost, an IP address or a name of --allow-host"
      )
    )
  }

  /// The identity of the client of a request, with the names of its app and its instance from headers.
  func client(
    _ request: borrowing ServerRequest,
    _ names: SystemRoute.ClientNames? = nil
  ) -> ActivityRecorder.ClientKey {
    var key = ActivityRecorder.ClientKey(
      address: request.client,
      userAgent: request.header("User-Agent").map(ActivityRecorder.cut)
    )
    if let names {
      var app: String?
      for name in names.app where app == nil { app = request.header(name) }
      key.name(app, request.header(names.instance))
    }
    return key
  }

  private var metricsReply: ServerReply {
    let create: @Sendable () -> ServerReply = { [metrics, broadcaster, tests] in
      let text = metrics.text(streams: broadcaster.streamCount, tests: tests.users)
      return .response(
        ServerResponse(
          headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"],
          body: .bytes(Array(text.utf8))
        )
      )
    }
    return metrics.isQuick ? create() : pool.reply(by: create)
  }

  private func reply(
    to request: borrowing ServerRequest,
    _ route: ServingRoute,
    _ rest: String
  ) -> ServerReply {
    switch route.action {
    case .evaluation: evaluate(request)
    case .bulkEvaluation: evaluateAll(request)
    case .events: .response(openStream(request))
    case .metrics: metricsReply
    case .handler(let handler): reply(to: request, route, rest, by: handler)
    }
  }
}

/// The parts of a request for an event stream that remain valid after its handler has returned.
struct StreamRequest: Sendable {
  let endpoint: String
  let client: ActivityRecorder.ClientKey
  /// Whether the client only needs the headers.
  let isHead: Bool
}

extension ServingApp {
  /// Opens an event stream of OFREP.
  func openStream(_ request: borrowing ServerRequest) -> ServerResponse {
    let stream = StreamRequest(
      endpoint: "events",
      client: client(request),
      isHead: request.method == .head
    )
    return openStream(
      stream,
      ServedEventStream(EventStreamTopic("evaluations", isSignal: true)) { number, modified in
        let data = "{\"type\":\"refetchEvaluation\",\"lastModified\":\(modified)}"
        return Array("id: \(number)\nevent: message\ndata: \(data)\n\n".utf8)
      }
    )
  }

  /// Opens an event stream, which remains open until the client disconnects.
  ///
  /// A stream with a first event must be opened on the pool: creating the event can take long.
  ///
  /// - Returns: The response with the stream; status 503 if the contexts of the open streams are too
  ///   large.
  func openStream(_ request: StreamRequest, _ events: ServedEventStream) -> ServerResponse {
    let recorder = recorder
    let client = recorder.recordRequest(request.endpoint, from: request.client)
    let headers: HTTPHeaders = [
      "Content-Type": "text/event-stream", "Cache-Control": "no-cache",
      // Without this header, proxies such as nginx collect events before they forward them.
      "X-Accel-Buffering": "no",
    ]
    guard !request.isHead else { return ServerResponse(headers: headers) }
    recorder.recordStream(by: client, change: 1)
    let stream = broadcaster.makeStream(
      of: events.topic,
      content: events.content,
      first: events.first
    ) {
      recorder.recordStream(by: client, change: -1)
    }
    return stream.map { ServerResponse(headers: headers, body: .stream($0)) } ?? .overloaded
  }
}

extension ServingApp {
  /// Responds with a document that is generated from the features and their overrides.
  func reply(to request: SystemRequest, with document: SystemDocument) -> ServerReply {
    let user = request.route.parameter("user").flatMap { $0.isEmpty ? nil : $0 }
    if let defect = document.defect(request.route.rest) {
      recorder.recordRequest(request.endpoint, from: request.client)
      return .response(.error(404, defect))
    }
    let context = user.map { EvaluationContext(targetingKey: $0) }
    recorder.recordRequest(request.endpoint, from: request.client, context: context)
    return reply(
      to: request.validators,
      document,
      DocumentKey(
        name: document.name,
        user: document.isForUser ? user : nil,
        isShared: !document.isForUser || user == nil
      )
    )
  }

  private func reply(
    to validators: Validators,
    _ document: SystemDocument,
    _ key: DocumentKey
  ) -> ServerReply {
    // Reads the version before the features, so that the document is never cached under a later version.
    let version = served.version
    let cache = key.isShared ? documents.shared : documents.single
    let respond: @Sendable (DocumentKey.Outcome) -> ServerResponse = { outcome in
      var response =
        switch outcome {
        case .success(let document): document.response(to: validators)
        case .failure(let error): ServerResponse.error(404, "\(error)")
        }
      for field in document.headers.fields { response.headers.add(field.name, field.value) }
      return response
    }
    if let outcome = cache.cached(key, version: version.number) {
      return .response(respond(outcome))
    }
    return .later { [served] send in
      cache.generate(
        key,
        version: version.number,
        isShared: key.isShared,
        for: send,
        respond: respond,
        by: {
          DocumentKey.Outcome { () throws(ServedDocumentError) in
            ServedDocument(
              bytes: try document.bytes(served.state, key.user),
              type: document.type,
              modified: version.modified
            )
          }
        }
      )
    }
  }
}

/// What a cached document depends on, besides the version of the features.
struct DocumentKey: Hashable, Sendable {
  let name: String
  /// The targeting key of the user for whom the document is generated; `nil` for the default user.
  let user: String?
  /// Whether all clients get the same document.
  let isShared: Bool

  typealias Outcome = Result<ServedDocument, ServedDocumentError>
}

/// The caches of the documents that are generated from the features and their overrides.
struct DocumentCaches: Sendable {
  typealias Cache = ResultCache<DocumentKey, DocumentKey.Outcome>

  /// The cache of the documents that all clients share: one of each kind, of any size.
  let shared: Cache
  /// The cache of the documents for single users.
  let single: Cache

  /// The limits of the cache of documents for single users.
  static let limit = SizedCache<DocumentKey, DocumentKey.Outcome>.Limit(
    count: 64,
    size: 24 << 20,
    entry: 8 << 20
  )
  private static let unlimited = SizedCache<DocumentKey, DocumentKey.Outcome>.Limit(
    count: 16,
    size: .max,
    entry: .max
  )

  init(pool: WorkPool) {
    shared = Cache(limit: Self.unlimited, pool: pool) { _, _ in 0 }
    single = Cache(limit: Self.limit, pool: pool) { key, outcome in
      256 + (key.user?.utf8.count ?? 0) + outcome.size
    }
  }
}

extension DocumentKey.Outcome {
  fileprivate var size: Int {
    switch self {
    case .success(let document): document.bytes.count
    case .failure: 256
    }
  }
}
