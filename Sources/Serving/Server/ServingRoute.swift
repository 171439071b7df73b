import FeatureFlags
import HTTPServer

/// The requests that a server accepts.
///
/// The most frequent routes are first, because a request is compared with the routes in this order.
enum ServingRoute: Sendable, CaseIterable {
  case evaluation
  case bulkEvaluation
  case bulkEvaluationWithSlash
  case events
  case featuresJSON
  case featuresPropertyList
  case datafile
  case allocations
  case userExperiments
  case template
  case values
  case overrides
  case health
  case metrics

  /// The method and the path of the route.
  var route: HTTPRoute {
    switch self {
    case .featuresJSON: HTTPRoute(.get, .path("/features.json"))
    case .featuresPropertyList: HTTPRoute(.get, .path("/features.plist"))
    case .datafile: HTTPRoute(.get, .prefix(Self.datafilePrefix))
    case .allocations: HTTPRoute(.post, .path("/v1/allocations"))
    case .userExperiments: HTTPRoute(.post, .path("/v1/users/experiments"))
    case .template: HTTPRoute(.get, .path("/remote-config-template.json"))
    case .values: HTTPRoute(.get, .path("/remote-values.json"))
    case .bulkEvaluation: HTTPRoute(.post, .path(Self.evaluationPath))
    case .bulkEvaluationWithSlash: HTTPRoute(.post, .path(Self.evaluationPath + "/"))
    case .evaluation: HTTPRoute(.post, .prefix(Self.evaluationPath + "/"))
    case .events: HTTPRoute(.get, .path(Self.eventsPath))
    case .overrides: HTTPRoute(.get, .path("/overrides.json"))
    case .health: HTTPRoute(.get, .path("/healthz"))
    case .metrics: HTTPRoute(.get, .path("/metrics"))
    }
  }

  /// The beginning of the path of a datafile, which the SDK key follows.
  static let datafilePrefix = "/datafiles/"
  /// The path of bulk evaluations; a single evaluation has a slash and the key behind it.
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

  /// Whether a request needs the token of the server; a health check needs none, because it reveals
  /// nothing.
  var needsToken: Bool { self != .health }
}
