import FeatureFlags
import HTTPServer
import Networking
import Serving
import TestSupport

/// A server on a free port of the loopback interface with a store in memory, and a client for it.
final class ServedExample: Sendable {
  let session: FlagSession
  let server: ServingServer
  private let client: HTTPClient

  var store: FlagStore { session.store }

  /// A document with a feature of each type.
  static let features = """
    { "features": [
      { "name": "New Cart", "enabled": true },
      { "name": "Old Cart", "enabled": false },
      { "name": "v1.2 Layout", "enabled": true },
      { "name": "Beta", "enabled": true, "development": true },
      { "name": "Colour", "test-variations": ["red", "green", "blue"], "test-biases": [20, 30, 50] },
      { "name": "Off Test", "enabled": false, "test-variations": ["a", "b"] },
      { "name": "Estimate", "test-variations": ["Enabled", "Disabled"], "test-biases": [50, 50] },
      { "name": "Gold", "enabled": true, "unlocked": true }
    ] }
    """

  /// A feature as a flag service evaluates it, with a variable of each type; documents of features have no
  /// variables.
  static let price = Feature(
    service: "Price",
    variations: [ServiceVariation("basic"), ServiceVariation("none", isOn: false)],
    given: "basic",
    variables: [
      Variable(name: "amount", value: .double(1)), Variable(name: "count", value: .integer(3)),
      Variable(name: "label", value: .string("a \"quote\"")),
      Variable(name: "isNew", value: .boolean(true)), Variable(name: "list", value: .json("[1,2]")),
    ]
  )

  /// Starts a server for a document.
  ///
  /// - Parameters:
  ///   - document: The document of the source.
  ///   - formats: The formats of the source.
  ///   - features: Features that are added to those of the document.
  ///   - store: The store without features.
  ///   - configure: Changes the settings of the server.
  /// - Throws: The error of the document or of the server.
  convenience init(
    _ document: String = ServedExample.features,
    formats: [ConfigurationFormat] = [.features],
    adding features: [Feature] = [],
    store: FlagStore = FlagStore(),
    configure: (inout ServingSettings) -> Void = { _ in }
  ) async throws {
    var loader = ConfigurationLoader(source: InMemorySource(text: document))
    loader.formats = formats
    let session = FlagSession(store: store, loader: loader)
    let loaded = try await session.load()
    try session.start(with: loaded)
    var configuration = loaded.configuration
    configuration.features += features
    if !features.isEmpty { try session.store.load(configuration) }
    try self.init(session, configure: configure)
  }

  /// Starts a server for a session with its features.
  init(_ session: FlagSession, configure: (inout ServingSettings) -> Void = { _ in }) throws {
    self.session = session
    var settings = ServingSettings(
      address: ListenAddress(host: "127.0.0.1", port: 0),
      systems: .served
    )
    configure(&settings)
    server = try ServingServer(session, settings)
    client = HTTPClient(configuration: .forTests)
  }

  var port: UInt16 { server.url.split(separator: ":").last.flatMap { UInt16($0) } ?? 0 }

  /// The timeout of requests: in a long test run, other tests can occupy all threads of the cooperative
  /// pool for minutes.
  static let limit = Duration.seconds(600)

  /// Sends a request with any method, and returns the response.
  func send(
    _ method: String,
    _ path: String,
    body: String? = nil,
    headers: HTTPHeaders = [:]
  ) async throws -> HTTPResponse {
    var request = HTTPRequest(url: server.url + path)
    request.method = method
    request.headers = headers
    request.body = body.map { Array($0.utf8) }
    request.deadline = Self.limit
    request.idleLimit = Self.limit
    return try await client.send(request)
  }

  /// Opens the event stream.
  func events(headers: HTTPHeaders = [:], query: String = "") async throws -> HTTPStream {
    var request = HTTPRequest(url: server.url + "/ofrep/v1/events" + query)
    request.headers = headers
    request.deadline = nil
    request.idleLimit = Self.limit
    return try await client.stream(request)
  }

  /// Evaluates one key for a user, and returns the body of the response.
  func evaluate(_ key: String, body: String = "{}") async throws -> String {
    try await send("POST", "/ofrep/v1/evaluate/flags/\(key)", body: body).text
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}

extension HTTPClient.Configuration {
  /// The default configuration, but without the proxy of the environment.
  static var forTests: HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration()
    configuration.proxy = .none
    return configuration
  }
}
