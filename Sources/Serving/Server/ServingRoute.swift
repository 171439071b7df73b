import FeatureFlags
import HTTPServer

/// The requests that a server accepts.
///
/// The most frequent routes are first, because a request is compared with the routes in this order.
enum ServingRoute: Sendable, CaseIterable {
  case evaluation
  case bulkEvaluation
  case events
  case frontEnd
  case allFrontEnd
  case featuresJSON
  case featuresPropertyList
  case datafile
  case flagdFlags
  case flagdOverrides
  case clientFeatures
  case clientFeature
  case clientDelta
  case clientStreaming
  case clientReport
  case frontEndReport
  case launchDarklyEvents
  case launchDarklyDiagnostics
  case clientResults
  case clientStream
  case launchDarklyAll
  case launchDarklyStream
  case launchDarklyPoll
  case launchDarklyTransfers
  case launchDarklyFlags
  case launchDarklyFlag
  case launchDarklySegment
  case launchDarklyPings
  case launchDarklyGoals
  case growthBookFeatures
  case growthBookStream
  case growthBookEvaluation
  case growthBookHealth
  case experiments
  case template
  case values
  case overrides
  case manifest
  case health
  case unleashHealth
  case metrics

  /// The methods and the paths of the route.
  var routes: [HTTPRoute] {
    switch self {
    case .featuresJSON: [HTTPRoute(.get, .path("/features.json"))]
    case .featuresPropertyList: [HTTPRoute(.get, .path("/features.plist"))]
    case .datafile: [HTTPRoute(.get, .prefix(Self.datafilePrefix))]
    case .flagdFlags: [HTTPRoute(.get, .path("/flagd/flags.json"))]
    case .flagdOverrides: [HTTPRoute(.get, .path("/flagd/overrides.json"))]
    case .clientFeatures: [HTTPRoute(.get, .path(Self.clientFeaturesPath))]
    case .clientFeature: [HTTPRoute(.get, .prefix(Self.clientFeaturesPath + "/"))]
    case .clientDelta: [HTTPRoute(.get, .path("/api/client/delta"))]
    case .clientStreaming: [HTTPRoute(.get, .path("/api/client/streaming"))]
    case .clientReport: Self.posts("/api/client/metrics", "/api/client/register")
    case .frontEnd: Self.getsOrPosts("/api/frontend", "/api/proxy")
    case .allFrontEnd: Self.getsOrPosts("/api/frontend/all", "/api/proxy/all")
    case .frontEndReport:
      Self.posts(
        "/api/frontend/client/metrics",
        "/api/frontend/client/register",
        "/api/proxy/client/metrics",
        "/api/proxy/client/register"
      )
    case .launchDarklyAll: [HTTPRoute(.get, .path("/sdk/latest-all"))]
    case .launchDarklyStream: [HTTPRoute(.get, .path("/all"))]
    case .launchDarklyPoll: [HTTPRoute(.get, .path("/sdk/poll"))]
    case .launchDarklyTransfers: [HTTPRoute(.get, .path("/sdk/stream"))]
    case .launchDarklyFlags: [HTTPRoute(.get, .path("/sdk/flags"))]
    case .launchDarklyFlag: [HTTPRoute(.get, .prefix(Self.flagPrefix))]
    case .launchDarklySegment: [HTTPRoute(.get, .prefix(Self.segmentPrefix))]
    case .launchDarklyPings: [HTTPRoute(.get, .path("/mping")), HTTPRoute(.get, .prefix("/ping/"))]
    case .launchDarklyGoals: [HTTPRoute(.get, .prefix("/sdk/goals/"))]
    case .clientResults:
      [HTTPMethod.get, .report].flatMap { method in
        ["/sdk/evalx/", "/msdk/evalx/"].map { HTTPRoute(method, .prefix($0)) }
      }
    case .clientStream:
      [HTTPMethod.get, .report].flatMap { method in
        ["/eval/", "/meval/"].map { HTTPRoute(method, .prefix($0)) }
      } + [HTTPRoute(.report, .path("/meval"))]
    case .launchDarklyEvents:
      Self.posts("/bulk", "/mobile", "/mobile/events", "/mobile/events/bulk")
        + [HTTPRoute(.post, .prefix("/events/bulk/"))]
    case .launchDarklyDiagnostics:
      Self.posts("/diagnostic", "/mobile/events/diagnostic")
        + [HTTPRoute(.post, .prefix("/events/diagnostic/"))]
    case .growthBookFeatures: [HTTPRoute(.get, .prefix("/api/features/"))]
    case .growthBookStream: [HTTPRoute(.get, .prefix("/sub/"))]
    case .growthBookEvaluation: [HTTPRoute(.post, .prefix("/api/eval/"))]
    case .growthBookHealth: [HTTPRoute(.get, .path("/healthcheck"))]
    case .experiments: Self.posts("/v1/allocations", "/v1/users/experiments")
    case .template: [HTTPRoute(.get, .path("/remote-config-template.json"))]
    case .values: [HTTPRoute(.get, .path("/remote-values.json"))]
    case .bulkEvaluation: Self.posts(Self.evaluationPath, Self.evaluationPath + "/")
    case .evaluation: [HTTPRoute(.post, .prefix(Self.evaluationPath + "/"))]
    case .events: [HTTPRoute(.get, .path(Self.eventsPath))]
    case .overrides: [HTTPRoute(.get, .path("/overrides.json"))]
    case .manifest: [HTTPRoute(.get, .path("/openfeature/v0/manifest"))]
    case .health: [HTTPRoute(.get, .path("/healthz"))]
    case .unleashHealth: [HTTPRoute(.get, .path("/health"))]
    case .metrics: [HTTPRoute(.get, .path("/metrics"))]
    }
  }

  private static func posts(_ paths: String...) -> [HTTPRoute] {
    paths.map { HTTPRoute(.post, .path($0)) }
  }

  private static func getsOrPosts(_ paths: String...) -> [HTTPRoute] {
    paths.flatMap { [HTTPRoute(.get, .path($0)), HTTPRoute(.post, .path($0))] }
  }

  /// The beginning of the path of a datafile, which the SDK key follows.
  static let datafilePrefix = "/datafiles/"
  /// The path of the client features of Unleash; that of one flag has a slash and the name behind it.
  static let clientFeaturesPath = "/api/client/features"
  /// The beginning of the path of a flag of LaunchDarkly, which its key follows.
  static let flagPrefix = "/sdk/flags/"
  /// The beginning of the path of a segment of LaunchDarkly, which its key follows.
  static let segmentPrefix = "/sdk/segments/"
  /// The path of bulk evaluations; a single evaluation has a slash and the key behind it.
  static let evaluationPath = "/ofrep/v1/evaluate/flags"
  /// The path of the event stream.
  static let eventsPath = "/ofrep/v1/events"

  /// The name of the endpoint in metrics and in the list of clients.
  var endpoint: ServedEndpoint {
    switch self {
    case .featuresJSON, .featuresPropertyList, .manifest: .features
    case .datafile: .datafile
    case .flagdFlags, .flagdOverrides: .flagd
    case .clientFeatures, .clientFeature, .clientDelta, .clientStreaming, .clientReport: .unleash
    case .frontEnd, .allFrontEnd, .frontEndReport: .frontend
    case .launchDarklyAll, .launchDarklyStream, .launchDarklyPoll, .launchDarklyTransfers,
      .launchDarklyFlags, .launchDarklyFlag, .launchDarklySegment, .launchDarklyPings,
      .launchDarklyGoals, .clientResults, .clientStream, .launchDarklyEvents,
      .launchDarklyDiagnostics:
      .launchdarkly
    case .growthBookFeatures, .growthBookStream, .growthBookEvaluation: .growthbook
    case .experiments: .ascend
    case .template: .template
    case .values: .values
    case .bulkEvaluation: .bulk
    case .evaluation: .evaluation
    case .events: .events
    case .overrides: .overrides
    case .health, .unleashHealth, .growthBookHealth: .health
    case .metrics: .metrics
    }
  }

  /// Whether a request needs the token of the server; a health check needs none, because it reveals
  /// nothing.
  var needsToken: Bool { endpoint != .health }

  /// Whether `Authorization` may be the token without a scheme, as SDKs of Unleash and LaunchDarkly send it.
  var acceptsPlainToken: Bool {
    endpoint == .unleash || endpoint == .frontend || endpoint == .launchdarkly
  }
}
