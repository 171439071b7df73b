import FeatureFlags
import HTTPServer
import Networking
import OFREP
import TestSupport

/// A proxy server with an OFREP upstream and a clock that only the test advances.
final class ProxyExample: Sendable {
  let proxy: ServedExample
  let clock = ManualClock()

  var store: FlagStore { proxy.store }

  /// The default user of the session; tests also send requests for other users.
  static let ana = EvaluationContext(targetingKey: "ana")

  /// Loads the evaluations of the default user, and starts the server.
  ///
  /// - Parameters:
  ///   - url: The URL of the upstream, with the scheme `http`.
  ///   - headers: The headers of each request to the upstream.
  /// - Throws: The error of the upstream or of the server.
  init(_ url: String, headers: HTTPHeaders = [:]) async throws {
    var dependencies = ServerDependencies(client: HTTPClient(configuration: .forTests))
    dependencies.clock = clock
    dependencies.uptime = { [clock] in clock.now.offset }
    let source = try OFREPSource(
      url: "ofrep+" + url,
      context: Self.ana,
      headers: headers,
      deadline: ServedExample.limit,
      dependencies: dependencies
    )
    let session = FlagSession(store: FlagStore(context: Self.ana), loader: .ofrep(source))
    try session.start(with: try await session.load())
    proxy = try ServedExample(session)
  }

  /// Sends a request for one flag, and returns the response.
  func evaluate(_ key: String, body: String = "{}") async throws -> HTTPResponse {
    try await proxy.send("POST", "/ofrep/v1/evaluate/flags/\(key)", body: body)
  }

  /// Sends a request for all flags, and returns the response.
  func evaluateAll(body: String = "{}", headers: HTTPHeaders = [:]) async throws -> HTTPResponse {
    try await proxy.send("POST", "/ofrep/v1/evaluate/flags", body: body, headers: headers)
  }
}

extension ConfigurationLoader {
  /// A loader of the evaluations of an OFREP server.
  static func ofrep(_ source: OFREPSource) -> ConfigurationLoader {
    var loader = ConfigurationLoader(source: source)
    loader.format = .ofrep
    return loader
  }
}

/// The responses of a fake OFREP server.
enum UpstreamResponses {
  /// The evaluations of all flags.
  static let bulk = """
    {"flags":[
      {"key":"banner","value":true,"reason":"DEFAULT","variant":"on","metadata":{"team":"web"}},
      {"key":"rate","value":1.0,"reason":"SPLIT","variant":"one","metadata":{}},
      {"key":"limit","value":1},
      {"key":"bare","value":{"steps":[1, 2.0]},"reason":null,"metadata":{"n":9007199254740993}},
      {"key":"broken","errorCode":"PARSE_ERROR","errorDetails":"no such variant"}
    ],"metadata":{"flagSetId":"shop","version":7}}
    """

  /// Returns the evaluation of the requested flag, or of all flags.
  static func respond(
    to request: LocalRequest,
    headers: [(String, String)] = []
  ) -> LocalResponse {
    switch request.target.split(separator: "/").last {
    case "flags": .text(bulk, headers: headers)
    case "banner":
      .text(
        #"{"key":"banner","value":true,"reason":"DEFAULT","variant":"on","metadata":{"team":"web"}}"#,
        headers: headers
      )
    case "rate":
      .text(
        #"{"key":"rate","value":1.0,"reason":"SPLIT","variant":"one","metadata":{}}"#,
        headers: headers
      )
    case "limit": .text(#"{"key":"limit","value":1}"#, headers: headers)
    case "bare":
      .text(
        #"{"value":{"steps":[1, 2.0]},"reason":null,"metadata":{"n":9007199254740993}}"#,
        headers: headers
      )
    case "broken":
      .text(
        #"{"key":"broken","errorCode":"PARSE_ERROR","errorDetails":"no such variant"}"#,
        status: 400,
        headers: headers
      )
    case "failure":
      .text(
        #"{"key":"failure","errorCode":"GENERAL","errorDetails":"no rule"}"#,
        headers: headers
      )
    default:
      .text(
        #"{"key":"other","errorCode":"FLAG_NOT_FOUND","errorDetails":"no such flag"}"#,
        status: 404,
        headers: headers
      )
    }
  }
}
