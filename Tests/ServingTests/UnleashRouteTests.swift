import Documents
import FeatureFlags
import HTTPServer
import Networking
import Serving
import Testing
import Workbench

/// Tests the requests of SDKs of Unleash over HTTP: flags of front-end SDKs, registrations and metrics.
@Suite(.timeLimit(.minutes(10)))
struct UnleashRouteTests {
  private static func example(
    configure: (inout ServingSettings) -> Void = { _ in }
  ) async throws -> ServedExample {
    try await ServedExample(
      FlagSystemSample.unleash,
      formats: [FlagSystemSample.unleashFormat],
      configure: configure
    )
  }

  /// Returns the flags of a response as text: the name, the state, and the variant with its payload.
  private static func toggles(_ response: HTTPResponse) throws -> [String] {
    try #require(response.status == 200)
    let document = try JSONReader.read(response.body, as: .json)
    return try #require(document["toggles"]?.list).map { toggle in
      let name = toggle["name"]?.string ?? ""
      let variant = toggle["variant"]?["name"]?.string ?? ""
      let payload = toggle["variant"]?["payload"]?["value"]?.string ?? "-"
      return "\(name) \(toggle["enabled"]?.bool == true) \(variant) \(payload)"
    }
  }

  @Test(arguments: ["/api/frontend", "/api/proxy"])
  func `a front-end SDK gets the flags that are on for its user`(path: String) async throws {
    let example = try await Self.example()
    try example.store.override(.enabled(false), for: ["lot tery/1"])
    let query = path + "?userId=cy&properties%5Bplan%5D=gold&appName=shop"
    let flags = try Self.toggles(try await example.send("GET", query))
    #expect(flags.contains("cart true disabled -"))
    #expect(flags.contains("colour true green #0f0"))
    #expect(!flags.contains { $0.hasPrefix("closed") })
    let body = #"{"context": {"userId": "cy", "properties": {"plan": "gold"}}}"#
    #expect(try Self.toggles(try await example.send("POST", path, body: body)) == flags)
    #expect(try Self.toggles(try await example.send("GET", "\(path)/all?userId=cy")).count == 6)
  }

  @Test func `a forced flag, variant or payload reaches front-end SDKs, and affects child flags`()
    async throws
  {
    let example = try await Self.example()
    try example.store.override(.enabled(true), for: ["beta"])
    try example.store.override(.variation("blue"), for: ["colour"])
    try example.store.override(.variable("payload", .string("navy")), for: ["colour"])
    let flags = try Self.toggles(try await example.send("GET", "/api/frontend?userId=nobody"))
    #expect(flags.contains("beta true disabled -") && flags.contains("child true disabled -"))
    #expect(flags.contains("colour true blue navy"))
    let user = try await Self.example()
    try user.store.applyAndWait(.set([.enabled(false)], for: ["cart"], only: .key("ana")))
    let other = try Self.toggles(try await user.send("GET", "/api/frontend/all?userId=ben"))
    let ana = try Self.toggles(try await user.send("GET", "/api/frontend/all?userId=ana"))
    #expect(other.contains("cart true disabled -") && ana.contains("cart false disabled -"))
  }

  @Test func `a random flag can change in each request, and unchanged results get status 304`()
    async throws
  {
    let example = try await Self.example()
    var states: Set<Bool> = []
    for _ in 0..<200 where states.count < 2 {
      let flags = try Self.toggles(try await example.send("GET", "/api/frontend?userId=ana"))
      states.insert(flags.contains { $0.hasPrefix("lot tery/1 true") })
    }
    #expect(states.count == 2)
    try example.store.override(.enabled(true), for: ["lot tery/1"])
    let first = try await example.send("GET", "/api/frontend?userId=ana")
    let tag = try #require(first.headers["ETag"])
    let known: HTTPHeaders = ["If-None-Match": tag]
    let path = "/api/frontend?userId=ana"
    #expect(try await example.send("GET", path, headers: known).status == 304)
    try example.store.override(.enabled(false), for: ["cart"])
    #expect(try await example.send("GET", path, headers: known).status == 200)
  }

  @Test(arguments: ["{", "[]", #"{"context": 7}"#, #"{"context": []}"#])
  func `a malformed context gets status 400`(body: String) async throws {
    let example = try await Self.example()
    let response = try await example.send("POST", "/api/frontend", body: body)
    #expect(response.status == 400)
    #expect(response.text.contains("the body has no context of a user: "))
  }

  @Test(arguments: ["/api/frontend", "/api/client/features", "/api/client/features/x"])
  func `a source of a different format gets status 404 that names the format`(path: String)
    async throws
  {
    let example = try await ServedExample()
    let response = try await example.send("GET", path)
    #expect(response.status == 404)
    #expect(response.text.contains("not a document of Unleash, but a configuration of features"))
  }

  @Test func `an unknown flag gets status 404, and a health check needs no token`()
    async throws
  {
    let example = try await Self.example { $0.token = AccessToken("s3cr3t-token") }
    #expect(try await example.send("GET", "/health").text == #"{"health":"GOOD"}"#)
    let headers: HTTPHeaders = ["Authorization": "s3cr3t-token"]
    let path = "/api/client/features/"
    let found = try await example.send("GET", path + "lot%20tery%2F1", headers: headers)
    #expect(found.status == 200 && found.text.contains("gradualRolloutRandom"))
    let missing = try await example.send("GET", path + "none", headers: headers)
    #expect(missing.status == 404 && missing.text.contains("no flag"))
  }

  // MARK: Access

  @Test(
    arguments: [
      ("GET", "/api/client/features"), ("GET", "/api/client/features/cart"),
      ("GET", "/api/client/delta"), ("POST", "/api/client/register"),
      ("POST", "/api/client/metrics"),
      ("GET", "/api/frontend"), ("POST", "/api/proxy"), ("GET", "/api/frontend/all"),
      ("POST", "/api/frontend/client/metrics"), ("POST", "/api/proxy/client/register"),
    ]
  )
  func `an SDK may send the token without a scheme, and any token to a server without a token`(
    method: String,
    path: String
  ) async throws {
    let body = method == "POST" ? "{}" : nil
    let example = try await Self.example { $0.token = AccessToken("s3cr3t-token") }
    let denied: [HTTPHeaders] = [
      [:], ["Authorization": "*:development.secret"], ["Authorization": "s3cr3t-tokens"],
    ]
    for headers in denied {
      let response = try await example.send(method, path, body: body, headers: headers)
      #expect(response.status == 401)
    }
    let accepted: [HTTPHeaders] = [
      ["Authorization": "s3cr3t-token"], ["Authorization": "Bearer s3cr3t-token"],
      ["X-API-Key": "s3cr3t-token"],
    ]
    for headers in accepted {
      let response = try await example.send(method, path, body: body, headers: headers)
      #expect(response.status == 200 || response.status == 202)
    }
    let open = try await Self.example()
    let headers: HTTPHeaders = ["Authorization": "*:development.secret"]
    let response = try await open.send(method, path, body: body, headers: headers)
    #expect(response.status == 200 || response.status == 202)
  }

  @Test func `a web page may send the headers of Unleash SDKs and read the entity tag`()
    async throws
  {
    let example = try await Self.example()
    let names = [
      "authorization", "content-type", "if-none-match", "unleash-appname", "unleash-sdk",
      "unleash-connection-id", "unleash-instanceid",
    ]
    let headers: HTTPHeaders = [
      "Origin": "http://localhost:3000", "Access-Control-Request-Method": "GET",
      "Access-Control-Request-Headers": names.joined(separator: ","),
    ]
    let preflight = try await example.send("OPTIONS", "/api/frontend", headers: headers)
    let allowed = preflight.headers["Access-Control-Allow-Headers"] ?? ""
    for name in names {
      #expect(allowed.split(separator: ",").contains { $0 == name })
    }
    let response = try await example.send("GET", "/api/frontend", headers: headers)
    #expect(response.headers["Access-Control-Expose-Headers"]?.contains("ETag") == true)
  }

  // MARK: Metrics

  private static let report = #"""
    {"appName": "shop", "instanceId": "i-1", "bucket": {"start": "", "stop": "", "toggles": {
      "cart": {"yes": 3, "no": 1},
      "colour": {"yes": 5, "no": 2, "variants": {"red": 4, "disabled": 2}},
      "gift-wrap": {"yes": 0, "no": 6}}}}
    """#

  @Test func `reported evaluations are counted by client, feature, app and variant`() async throws {
    let example = try await Self.example()
    for _ in 0..<2 {
      let response = try await example.send("POST", "/api/client/metrics", body: Self.report)
      #expect(response.status == 202 && response.body.isEmpty)
    }
    let activity = example.server.activity
    let client = try #require(activity.clients.first)
    #expect(activity.clients.count == 1)
    #expect(client.app == "shop" && client.instance == "i-1" && client.endpoint == "unleash")
    #expect(client.evaluationCount == 34)
    let use = try #require(activity.uses["colour"])
    #expect(use.count == 14 && use.users.isEmpty)
    let report = try #require(use.reports.first)
    #expect(report.app == "shop" && report.on == 10 && report.off == 4)
    #expect(report.variants == ["red": 8, "disabled": 4])
    #expect(activity.uses["cart"]?.count == 8)
    #expect(activity.unknownKeys.map(\.key) == ["gift-wrap"])
    #expect(activity.unknownKeys.first?.count == 12)
    let metrics = try await example.send("GET", "/metrics").text
    for line in [
      #"halyard_evaluations_total{feature="cart",variation="on"} 6"#,
      #"halyard_evaluations_total{feature="cart",variation="off"} 2"#,
      #"halyard_evaluations_total{feature="colour",variation="red"} 8"#,
      #"halyard_evaluations_total{feature="colour",variation="disabled"} 4"#,
      #"halyard_evaluations_total{feature="colour",variation="on"} 2"#,
    ] {
      #expect(metrics.contains(line + "\n"))
    }
    #expect(!metrics.contains("gift-wrap"))
  }

  @Test func `requests of one SDK are one client, named by its headers`() async throws {
    let example = try await Self.example()
    let headers: HTTPHeaders = [
      "UNLEASH-APPNAME": "shop", "UNLEASH-INSTANCEID": "pod-7", "unleash-sdk": "python:6",
    ]
    let body = #"{"appName": "shop", "instanceId": "pod-7", "strategies": []}"#
    let paths = ["/api/client/register", "/api/client/metrics"]
    for path in paths {
      #expect(try await example.send("POST", path, body: body, headers: headers).status == 202)
    }
    _ = try await example.send("GET", "/api/client/features", headers: headers)
    let clients = example.server.activity.clients
    #expect(clients.map(\.app) == ["shop"] && clients.map(\.instance) == ["pod-7"])
    #expect(clients.first?.requestCount == 3 && clients.first?.evaluationCount == 0)
  }

  @Test(arguments: ["/api/frontend", "/api/proxy"])
  func `metrics of a front-end SDK belong to the client that fetches the flags`(path: String)
    async throws
  {
    let example = try await Self.example()
    _ = try await example.send("GET", path + "?userId=ana&appName=shop")
    let report = try await example.send("POST", path + "/client/metrics", body: Self.report)
    #expect(report.status == 200)
    #expect(try await example.send("POST", path + "/client/register", body: "{}").status == 200)
    let client = example.server.activity.clients.first { $0.app == "shop" }
    #expect(client?.evaluationCount == 17 && client?.requestCount == 2)
    #expect(client?.context?.targetingKey == "ana")
    #expect(example.server.activity.bulkCount == 1)
  }

  @Test
  func `a single OFREP evaluation counts as one, and a bulk evaluation as the number of features`()
    async throws
  {
    let example = try await Self.example()
    _ = try await example.evaluate("cart")
    _ = try await example.evaluate("none")
    #expect(example.server.activity.clients.first?.evaluationCount == 2)
    let body = #"{"context": {"targetingKey": "ana"}}"#
    _ = try await example.send("POST", "/ofrep/v1/evaluate/flags", body: body)
    // The user is no part of the identity of a client: the six features add to the two evaluations.
    #expect(example.server.activity.clients.map(\.evaluationCount) == [8])
  }

  @Test(
    arguments: [
      "", "{", "[]", #"{"bucket": 1}"#, #"{"appName": 7}"#,
      #"{"bucket": {"toggles": {"f": {"yes": -1}}}}"#,
      #"{"bucket": {"toggles": {"f": {"yes": 1e99}}}}"#, #"{"bucket": {"toggles": {"f": 1}}}"#,
    ]
  )
  func `malformed metrics get status 400 with the reason`(body: String) async throws {
    let example = try await Self.example()
    for path in ["/api/client/metrics", "/api/client/register", "/api/frontend/client/metrics"] {
      let response = try await example.send("POST", path, body: body)
      #expect(response.status == 400)
      #expect(response.text.contains("the body has no metrics of an SDK: "))
    }
  }

  @Test func `reports of many apps, flags and variants take bounded memory`() async throws {
    let example = try await Self.example()
    let variants = (0..<200).map { "\"v\($0)\": 1" }.joined(separator: ",")
    let unknown = (0..<2_000).map { "\"u\($0)\": {\"yes\": 4611686018427387904}" }
    let toggles = unknown.joined(separator: ",")
    for app in 0..<20 {
      let body =
        #"{"appName": "app\#(app)", "bucket": {"toggles": {\#(toggles), "cart": {"yes": 1, "#
        + #""variants": {\#(variants)}}}}}"#
      #expect(try await example.send("POST", "/api/client/metrics", body: body).status == 202)
    }
    let activity = example.server.activity
    let use = try #require(activity.uses["cart"])
    #expect(use.count == 20 && use.reports.count == 8 && use.reports.first?.app == "app19")
    #expect(use.reports.allSatisfy { $0.variants.count == 16 })
    #expect(activity.unknownKeys.count == 256 && activity.uses.count == 1)
  }
}
