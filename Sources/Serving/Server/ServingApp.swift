import Documents
import FeatureFlags
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
  let unleash: ForcedDocument<ServedUnleash>
  let launchDarkly: ForcedDocument<ServedLaunchDarkly>
  let growthBook: ForcedDocument<ServedGrowthBook>
  /// The event with the features, which all streams of GrowthBook share.
  let growthBookEvent: ForcedDocument<[UInt8]>
  /// Runs the work that would keep the threads of the connections from serving other clients.
  let pool: WorkPool
  /// The proxy of an OFREP source; `nil` for other sources, whose features the store evaluates.
  let proxy: OverrideProxy?
  private let crossOrigin: CrossOrigin
  private let hosts: RequestHosts
  /// The route of each entry of the router.
  private let routes = ServingRoute.allCases.flatMap { route in route.routes.map { _ in route } }
  private let router = HTTPRouter(ServingRoute.allCases.flatMap(\.routes))

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
    let user = settings.user
    unleash = ForcedDocument(served) { state, version throws(ServedDocumentError) in
      try ServedUnleash(state, user: user, version: version.modified)
    }
    launchDarkly = ForcedDocument(served) { state, version throws(ServedDocumentError) in
      try ServedLaunchDarkly(state, user: user, version: version.modified)
    }
    growthBook = ForcedDocument(served) { state, version throws(ServedDocumentError) in
      try ServedGrowthBook(state, user: user, modified: version.modified)
    }
    growthBookEvent = ForcedDocument(served, eventsOf: growthBook)
    hosts = RequestHosts(settings)
    requestOverrides = RequestOverrides(served, hasToken: settings.token != nil)
    proxy = (served.session.source as? OFREPSource).map {
      OverrideProxy(upstream: $0.upstream, store: served.store)
    }
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
    _ endpoint: ServedEndpoint,
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

  private func route(_ request: borrowing ServerRequest) -> (ServedEndpoint, ServerReply) {
    let host = request.header("Host")
    guard hosts.accept(host) else { return (.unknown, misdirected(request, host ?? "")) }
    if request.method == .options { return (.unknown, .response(ServerResponse(status: 204))) }
    switch router.match(request.method, request.path) {
    case .found(let index):
      let route = routes[index]
      guard isAllowed(request, route) else { return (route.endpoint, rejected(request, route)) }
      return (route.endpoint, reply(to: request, route))
    case .wrongMethod(let allowed):
      recorder.recordRequest(.unknown, from: client(request))
      let methods = allowed.map(\.rawValue).joined(separator: ", ")
      var response = ServerResponse.error(
        405,
        "found \(Self.name(of: request.method)), expected \(methods)"
      )
      response.headers.add("Allow", methods)
      return (.unknown, .response(response))
    case .unknownPath:
      recorder.recordRequest(.unknown, from: client(request))
      return (.unknown, .response(.error(404, "the server has no such path")))
    }
  }

  private static func name(of method: HTTPMethod) -> String {
    method == .other ? "another method" : "the method \(method.rawValue)"
  }

  private func isAllowed(_ request: borrowing ServerRequest, _ route: ServingRoute) -> Bool {
    guard let token = settings.token, route.needsToken else { return true }
    return token.isPresent(in: request, for: route)
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
    recorder.recordRequest(.unknown, from: client(request), isRejected: true)
    return .response(
      .error(
        421,
        "found the host \"\(host)\", expected localhost, an IP address or a name of --allow-host"
      )
    )
  }

  /// The identity of the client of a request.
  func client(_ request: borrowing ServerRequest) -> ActivityRecorder.ClientKey {
    ActivityRecorder.ClientKey(
      address: request.client,
      userAgent: request.header("User-Agent").map(ActivityRecorder.cut)
    )
  }

  /// Responds on the pool to a request that has to be parsed; a malformed request is recorded, and
  /// gets status 400.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint, by which a malformed request is recorded.
  ///   - client: The client.
  ///   - size: The size of the body in bytes.
  ///   - failure: Describes a malformed request.
  ///   - respond: Parses the body, and responds.
  /// - Returns: The response, which is created on the pool.
  func reply(
    _ endpoint: ServedEndpoint,
    to client: ActivityRecorder.ClientKey,
    size: Int,
    else failure: String,
    by respond: @escaping @Sendable () throws(DocumentError) -> ServerResponse
  ) -> ServerReply {
    pool.reply(size: size) { [recorder] in
      do throws(DocumentError) { return .response(try respond()) } catch {
        recorder.recordRequest(endpoint, from: client)
        return .response(.error(400, "\(failure): \(error)"))
      }
    }
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

  private func reply(to request: borrowing ServerRequest, _ route: ServingRoute) -> ServerReply {
    switch route {
    case .evaluation: evaluate(request)
    case .bulkEvaluation: evaluateAll(request)
    case .events: .response(openStream(request))
    case .growthBookFeatures: growthBookFeatures(request)
    case .growthBookStream: growthBookStream(request)
    case .growthBookEvaluation: growthBookEvaluation(request)
    case .health, .growthBookHealth: .response(.json(Array("{\"status\":\"ready\"}".utf8)))
    case .unleashHealth: .response(.json(Array("{\"health\":\"GOOD\"}".utf8)))
    case .metrics: metricsReply
    case .featuresJSON: document(.featuresJSON, .features, request)
    case .featuresPropertyList: document(.featuresPropertyList, .features, request)
    case .datafile: datafile(request)
    case .flagdFlags: document(.flagdFlags, .flagd, request)
    case .flagdOverrides: document(.flagdOverrides, .flagd, request)
    case .clientFeatures: document(.clientFeatures, .unleash, request)
    case .clientFeature: clientFeature(request)
    case .clientDelta: document(.clientDelta, .unleash, request)
    case .clientStreaming: clientStreaming(request)
    case .clientReport: report(request, .unleash, status: 202)
    case .frontEndReport: report(request, .frontend, status: 200)
    case .frontEnd: frontEnd(request, includesDisabled: false)
    case .allFrontEnd: frontEnd(request, includesDisabled: true)
    case .launchDarklyAll: document(.launchDarkly, .launchdarkly, request)
    case .launchDarklyPoll: document(.launchDarklyPoll, .launchdarkly, request)
    case .launchDarklyStream: launchDarklyStream(request, .launchDarkly)
    case .launchDarklyTransfers: launchDarklyStream(request, .launchDarklyTransfers)
    case .launchDarklyFlags: document(.launchDarklyFlags, .launchdarkly, request)
    case .launchDarklyFlag: launchDarklyFlag(request)
    case .launchDarklySegment: launchDarklySegment(request)
    case .launchDarklyPings: launchDarklyPings(request)
    case .clientResults: clientResults(request)
    case .clientStream: clientStream(request)
    case .launchDarklyGoals: launchDarklyReply(request, .json(Array("[]".utf8)))
    case .launchDarklyEvents: launchDarklyEvents(request)
    case .launchDarklyDiagnostics: launchDarklyReply(request, ServerResponse(status: 202))
    case .template: document(.template, .template, request)
    case .values: document(.values, .values, request)
    case .overrides: document(.overrides, .overrides, request)
    case .manifest: document(.manifest, .features, request)
    case .experiments: experiments(request)
    }
  }
}
