import Documents
import FeatureFlags
import FlagSystem
import HTTPServer
import Networking
import OFREP

/// A route of the server: one of its own, or one of a flag system.
struct ServingRoute: Sendable {
  /// The way in which a request is handled.
  enum Action: Sendable {
    case evaluation, bulkEvaluation, events, metrics
    case handler(SystemRoute.Handler)
  }

  /// The name of the endpoint in metrics and in the list of clients.
  let endpoint: String
  let routes: [HTTPRoute]
  let token: SystemRoute.TokenRule
  let names: SystemRoute.ClientNames?
  let isForwarded: Bool
  let action: Action

  init(
    _ endpoint: String,
    _ routes: [HTTPRoute],
    token: SystemRoute.TokenRule = .bearer,
    _ action: Action
  ) {
    (self.endpoint, self.routes, self.token) = (endpoint, routes, token)
    (names, isForwarded, self.action) = (nil, false, action)
  }

  init(_ route: SystemRoute) {
    (endpoint, routes, token) = (route.endpoint, route.routes, route.token)
    (names, isForwarded) = (route.names, route.isForwarded)
    action = .handler(route.handler)
  }

  /// The path of bulk evaluations; for a single evaluation, a slash and the key follow.
  static let evaluationPath = "/ofrep/v1/evaluate/flags"
  /// The path of the event stream.
  static let eventsPath = "/ofrep/v1/events"

  /// The routes that every server has.
  ///
  /// The most frequent ones are first, because a request is compared with the routes in this order.
  static func own(_ served: ServedStore) -> [ServingRoute] {
    let overrides = SystemDocument("overrides") { _, _ in
      served.store.overridesDocument()
    }
    let manifest = SystemDocument("manifest") { _, _ in
      Array(FlagManifest(served.store.features).response.text().utf8)
    }
    return [
      ServingRoute("evaluation", .all(.post, below: evaluationPath + "/"), .evaluation),
      ServingRoute("bulk", .all(.post, evaluationPath, evaluationPath + "/"), .bulkEvaluation),
      ServingRoute("events", .all(.get, eventsPath), token: .query, .events),
      ServingRoute("overrides", .all(.get, "/overrides.json"), .handler(.document(overrides))),
      ServingRoute(
        "features",
        .all(.get, "/openfeature/v0/manifest"),
        .handler(.document(manifest))
      ),
      ServingRoute(
        "health",
        .all(.get, "/healthz"),
        token: .none,
        .handler(.fixed(status: 200, body: #"{"status":"ready"}"#))
      ),
      ServingRoute("metrics", .all(.get, "/metrics"), .metrics),
    ]
  }
}

/// Finds the route of a request among the routes of a server.
struct ServingRoutes: Sendable {
  /// The route of each entry of the router, with the number of bytes of its prefix.
  private let entries: [(route: ServingRoute, prefix: Int?)]
  private let router: HTTPRouter

  init(_ routes: [ServingRoute]) {
    entries = routes.flatMap { route in
      route.routes.map { entry in
        if case .prefix(let prefix) = entry.pattern { return (route, prefix.utf8.count) }
        return (route, nil)
      }
    }
    router = HTTPRouter(routes.flatMap(\.routes))
  }

  enum Match {
    /// The route, and the rest of the path after its prefix.
    case found(ServingRoute, rest: String)
    case wrongMethod(allowed: [HTTPMethod])
    case unknownPath
  }

  /// Finds the route of a request.
  func match(_ method: HTTPMethod, _ path: String) -> Match {
    switch router.match(method, path) {
    case .found(let index):
      let (route, prefix) = entries[index]
      let rest = prefix.map { String(Substring(path.utf8.dropFirst($0))) } ?? ""
      return .found(route, rest: rest)
    case .wrongMethod(let allowed): return .wrongMethod(allowed: allowed)
    case .unknownPath: return .unknownPath
    }
  }
}
