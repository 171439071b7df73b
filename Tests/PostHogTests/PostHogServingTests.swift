import Documents
import FeatureFlags
import FlagSystem
import HTTPServer
import Locking
import Networking
import Serving
import Targeting
import TestSupport
import Testing
import Workbench

@testable import PostHog

/// Tests what SDKs of PostHog get from the server.
@Suite(.timeLimit(.minutes(2)))
struct PostHogServingTests {
  private static let document = #"""
    {"flags": [
      {"id": 1, "key": "cart", "active": true, "filters": {"groups": [
        {"properties": [{"key": "plan", "value": "gold", "type": "person"}]}], "payloads": {"true": "{\"n\": 1}"}}},
      {"id": 2, "key": "colour", "active": true, "filters": {"groups": [{"rollout_percentage": 100}],
        "multivariate": {"variants": [{"key": "red", "rollout_percentage": 50},
          {"key": "blue", "rollout_percentage": 50}]}, "payloads": {"blue": "5"}}},
      {"id": 4, "key": "child", "active": true, "filters": {"groups": [{"properties": [{"type": "flag", "key": "cart",
        "operator": "flag_evaluates_to", "value": true, "dependency_chain": ["cart"]}]}]}},
      {"id": 5, "key": "tint", "active": false, "filters": {"groups": [{"properties": [
        {"key": "plan", "value": "gold", "type": "person"}]}],
        "multivariate": {"variants": [{"key": "dark", "rollout_percentage": 100}]}}},
      {"id": 3, "key": "old", "active": false, "filters": {"groups": [{}]}}],
     "group_type_mapping": {}, "cohorts": {}}
    """#

  private static let users = ["ana", "ben", "cy"].flatMap { key in
    [
      EvaluationContext(targetingKey: key, attributes: ["plan": "gold"]),
      EvaluationContext(targetingKey: key, attributes: ["plan": "silver"]),
    ]
  }

  private static func session() async throws -> FlagSession {
    var loader = ConfigurationLoader(source: InMemorySource(text: document))
    loader.formats = [.postHog()]
    let session = FlagSession(store: FlagStore(), loader: loader)
    try session.start(with: try await session.load())
    return session
  }

  @Test(arguments: [OverrideScope.everyone, .key("ana"), .attribute("plan", "silver")])
  func `the served definitions have the results of the store`(scope: OverrideScope) async throws {
    for (flag, choice) in [
      ("cart", .enabled(true)), ("colour", .variation("blue")), ("old", .enabled(true)),
      ("tint", .enabled(true)),
    ] as [(Feature.Name, OverrideChoice)] {
      let store = try await Self.session().store
      try store.applyAndWait(.set([choice], for: [flag], only: scope))
      let view = try #require(store.view(of: flag, for: scope))
      guard store.caveats(of: view).isEmpty else { continue }
      let configuration = try ConfigurationFormat.postHog().parse(Array(Self.document.utf8))
      let state = ServedState(
        features: store.features,
        evaluator: configuration.evaluator,
        document: Array(Self.document.utf8)
      )
      let edited = FlagStore()
      try edited.load(try ConfigurationFormat.postHog().parse(try ServedPostHog(state).document))
      for user in Self.users {
        let expected = store.evaluateAll(in: user).map { "\($0.name) \($0.evaluation.isEnabled)" }
        let found = edited.evaluateAll(in: user).map { "\($0.name) \($0.evaluation.isEnabled)" }
        #expect(found == expected, "\(flag) \(scope)")
      }
    }
  }

  @Test func `the server evaluates flags for a person, with forced values and payloads`()
    async throws
  {
    let session = try await Self.session()
    let server = try ServingServer(
      session,
      ServingSettings(address: ListenAddress(host: "127.0.0.1", port: 0), systems: [.postHog])
    )
    try session.store.applyAndWait(.set([.variation("blue")], for: ["colour"], only: .key("ana")))
    func response(_ path: String, _ key: String) async throws -> JSONValue {
      var request = HTTPRequest(url: server.url + path)
      request.method = "POST"
      request.body = Array(
        #"{"distinct_id": "\#(key)", "person_properties": {"plan": "gold"}}"#.utf8
      )
      let bytes = try await HTTPClient().send(request).body
      return try #require(JSONValue(parsing: String(decoding: bytes, as: UTF8.self)))
    }
    let ana = try await response("/flags/?v=2", "ana")
    let colour = try #require(ana["flags"]?["colour"])
    #expect(colour["variant"] == .string("blue") && colour["enabled"] == .bool(true))
    #expect(colour["metadata"]?["payload"] == .string("5"))
    #expect(colour["reason"]?["description"] == .string("Halyard override"))
    #expect(ana["flags"]?["cart"]?["metadata"]?["payload"] == .string(#"{"n": 1}"#))
    #expect(ana["flags"]?["old"]?["enabled"] == .bool(false))
    let old = try await response("/decide/?v=3", "ana")
    #expect(old["featureFlags"]?["colour"] == .string("blue"))
    #expect(old["featureFlagPayloads"]?["colour"] == .string("5"))
  }

  @Test(arguments: [false, true])
  func
    `events are counted, and passed on with all other requests if the server has a host for them`(
      isForwarded: Bool
    ) async throws
  {
    let received = Locked<[String]>([])
    let host = try LocalServer { request in
      received.withLock {
        $0.append("\(request.method) \(request.target) \(request.headers["X-API-Key"] ?? "-")")
      }
      return .text("{\"host\": 1}", status: 202)
    }
    var settings = ServingSettings(
      address: ListenAddress(host: "127.0.0.1", port: 0),
      systems: [.postHog]
    )
    if isForwarded { settings.forwardURL = host.url("/base/") }
    let server = try ServingServer(try await Self.session(), settings)
    func send(_ method: String, _ path: String, _ body: String = "") async throws -> String {
      var request = HTTPRequest(url: server.url + path, method: method)
      request.headers.add("X-API-Key", "secret")
      if !body.isEmpty { request.body = Array(body.utf8) }
      let response = try await HTTPClient().send(request)
      return "\(response.status) \(String(decoding: response.body, as: UTF8.self))"
    }
    let event = #"""
      {"batch": [{"event": "$feature_flag_called",
        "properties": {"$feature_flag": "cart", "$feature_flag_response": true}}]}
      """#
    let answers = try await [
      send("POST", "/batch/", event), send("GET", "/array/phc_1/config"),
      send("GET", "/other%20path?a=b%2Fc"),
    ]
    if isForwarded {
      #expect(answers == Array(repeating: #"202 {"host": 1}"#, count: 3))
      #expect(
        received.withLock { $0 } == [
          "POST /base/batch/ -", "GET /base/array/phc_1/config -",
          "GET /base/other%20path?a=b%2Fc -",
        ]
      )
    } else {
      #expect(answers.dropFirst().first == #"200 {"status": 1}"#)
      #expect(answers.first?.hasPrefix("200") == true && answers.last?.hasPrefix("404") == true)
      #expect(received.withLock { $0 }.isEmpty)
    }
    #expect(server.activity.uses["cart"]?.reports.first?.on == 1)
  }

  @Test
  func
    `a flag with variants is false over OFREP while it is off, and has no value while undecided`()
    async throws
  {
    let store = try await Self.session().store
    try store.applyAndWait(.set([.enabled(false)], for: ["colour"]))
    let off = try #require(store.view(of: "colour", in: Self.users[0])?.feature)
    #expect(ServedResult(.feature, of: off, origin: nil)?.value == .variation("false"))
    let person = EvaluationContext(targetingKey: "ana")
    let open = try #require(store.view(of: "cart", in: person)?.feature)
    #expect(ServedResult(.feature, of: open, origin: nil)?.value == ServedResult.Value.none)
  }

  @Test func `the events of an SDK are counted by flag and value`() throws {
    let body = #"""
      {"batch": [
        {"event": "$feature_flag_called", "properties": {"$feature_flag": "cart", "$feature_flag_response": true}},
        {"event": "$feature_flag_called", "properties": {"$feature_flag": "cart", "$feature_flag_response": "blue"}},
        {"event": "$pageview", "properties": {}}]}
      """#
    let counts = try PostHogEvents(bytes: Array(body.utf8)).counts
    #expect(counts.map(\.flag) == ["cart"])
    #expect(counts.first?.on == 2 && counts.first?.variants == ["blue": 1])
  }

  @Test func `the source reads the definitions that the server sends`() async throws {
    let server = try ServingServer(
      try await Self.session(),
      ServingSettings(address: ListenAddress(host: "127.0.0.1", port: 0), systems: [.postHog])
    )
    let source = try PostHogSource(url: "posthog+\(server.url)?token=phc_1")
    let fetched = try await source.fetch(unlessStill: nil, progress: nil)
    let document = try PostHogDocument(bytes: try #require(fetched.bytes))
    #expect(document.flags.map(\.key) == ["cart", "colour", "child", "tint", "old"])
    let revision = try #require(fetched.facts?.revision)
    #expect(try await source.fetch(unlessStill: revision, progress: nil).bytes == nil)
    #expect(throws: SourceError.self) { try PostHogSource(url: "posthog+\(server.url)") }
  }
}
