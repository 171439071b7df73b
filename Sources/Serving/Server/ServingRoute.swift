import HTTPServer

/// The requests that a server accepts.
enum ServingRoute: Sendable, CaseIterable {
  case featuresJSON
  case featuresPropertyList
  case datafile
  case allocations
  case userExperiments
  case template
  case values
  case bulkEvaluation
  case bulkEvaluationWithSlash
  case evaluation
  case events
  case overrides
  case health
  case metrics

  /// The method and the path of the route.
  var route: HTTPRoute<ServingRoute> {
    switch self {
    case .featuresJSON: HTTPRoute(.get, .path("/features.json"), self)
    case .featuresPropertyList: HTTPRoute(.get, .path("/features.plist"), self)
    case .datafile: HTTPRoute(.get, .prefix("/datafiles/"), self)
    case .allocations: HTTPRoute(.post, .path("/v1/allocations"), self)
    case .userExperiments: HTTPRoute(.post, .path("/v1/users/experiments"), self)
    case .template: HTTPRoute(.get, .path("/remote-config-template.json"), self)
    case .values: HTTPRoute(.get, .path("/remote-values.json"), self)
    case .bulkEvaluation: HTTPRoute(.post, .path(Self.evaluationPath), self)
    case .bulkEvaluationWithSlash: HTTPRoute(.post, .path(Self.evaluationPath + "/"), self)
    case .evaluation: HTTPRoute(.post, .prefix(Self.evaluationPath + "/"), self)
    case .events: HTTPRoute(.get, .path(Self.eventsPath), self)
    case .overrides: HTTPRoute(.get, .path("/overrides.json"), self)
    case .health: HTTPRoute(.get, .path("/healthz"), self)
    case .metrics: HTTPRoute(.get, .path("/metrics"), self)
    }
  }

  /// The path of bulk evaluations; that of a single evaluation appends a slash and the key.
  static let evaluationPath = "/ofrep/v1/evaluate/flags"
  /// The path of the event stream.
  static let eventsPath = "/ofrep/v1/events"

  /// The name of the endpoint in metrics and in the list of clients.
  var endpoint: ServedEndpoint {
    switch self {
    case .featuresJSON, .featuresPropertyList: .features
    case .datafile: .datafile
    case .allocations, .userExperiments: .ascend
    case .template: .template
    case .values: .values
    case .bulkEvaluation, .bulkEvaluationWithSlash: .bulk
    case .evaluation: .evaluation
    case .events: .events
    case .overrides: .overrides
    case .health: .health
    case .metrics: .metrics
    }
  }

  /// Whether a request needs the token of the server; a health check reveals nothing.
  var needsToken: Bool { self != .health }
}
