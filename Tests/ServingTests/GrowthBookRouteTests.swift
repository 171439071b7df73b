import Documents
import FeatureFlags
import GrowthBook
import Networking
import Serving
import Testing

/// Tests the requests of SDKs of GrowthBook over HTTP: features, and values of a user.
@Suite(.timeLimit(.minutes(10)))
struct GrowthBookRouteTests {
  static let document = #"""
    {"status": 200, "dateUpdated": "2026-01-01T00:00:00.000Z", "features": {
      "cart": {"defaultValue": false, "rules": [
        {"id": "gold", "condition": {"plan": "gold"}, "force": true}]},
      "colour": {"defaultValue": "red", "rules": [
        {"id": "e", "key": "exp", "hashVersion": 2, "variations": ["red", "blue"]}]},
      "child": {"defaultValue": "a", "rules": [
        {"parentConditions": [{"id": "cart", "condition": {"value": true}}], "force": "b"}]}}}
    """#

  private static func example(
    configure: (inout ServingSettings) -> Void = { _ in }
  ) async throws -> ServedExample {
    try await ServedExample(document, formats: [.growthBook()], configure: configure)
  }

  private static func json(_ response: HTTPResponse) throws -> Node {
    try #require(response.status == 200, "\(response.text)")
    return try JSONReader.read(response.body, as: .json)
  }

  @Test func `an SDK gets the features, with a forced value as the first rule`() async throws {
    let example = try await Self.example()
    let before = try Self.json(try await example.send("GET", "/api/features/sdk-any"))
    try example.store.decide(.variation("blue"), for: ["colour"])
    let response = try await example.send("GET", "/api/features/sdk-any")
    #expect(response.headers["X-SSE-Support"] == "enabled")
    let document = try Self.json(response)
    let rules = try #require(document["features"]?["colour"]?["rules"]?.list)
    #expect(rules.count == 2 && rules[0]["force"]?.string == "blue")
    #expect(document["features"]?["cart"]?["rules"]?.list?.count == 1)
    let dates = [before, document].map { $0["dateUpdated"]?.string }
    #expect(dates[0] != dates[1] && dates[0] != "2026-01-01T00:00:00.000Z")
  }

  @Test
  func `a forced feature reaches SDKs without evaluation, and the features that depend on it`()
    async throws
  {
    let example = try await Self.example { $0.user = "ana" }
    try example.store.decide(.enabled(true), for: ["cart"])
    for (id, isOn, child) in [("ana", true, "b"), ("ben", false, "a")] {
      let body = #"{"attributes": {"id": "\#(id)"}, "forcedFeatures": [["colour", "green"]]}"#
      let response = try await example.send("POST", "/api/eval/sdk-any", body: body)
      let features = try #require(try Self.json(response)["features"])
      func value(_ name: String) -> Node? { features[name]?["rules"]?.list?.first?["force"] }
      #expect(value("cart")?.bool == isOn)
      #expect(value("child")?.string == child)
      #expect(value("colour")?.string == "green")
    }
    let users = example.server.activity.clients.compactMap { $0.context?.targetingKey }
    #expect(users.sorted() == ["ana", "ben"])
  }

  @Test(arguments: [
    (#""forcedVariations": {"exp": 1, "other": 1}"#, "blue", "a"),
    (#""forcedVariations": {"exp": 0}"#, "red", "a"),
    (#""forcedVariations": {"exp": 2}"#, "grey", "a"),
    (#""forcedVariations": {"exp": 0.5}"#, "grey", "a"),
    (#""attributes": {"id": "a"}"#, "grey", "a"),
    (#""forcedFeatures": [["cart", true]], "forcedVariations": {}"#, "grey", "b"),
  ])
  func `variations and features that an app forces replace conditions, and parents of features`(
    body: String,
    colour: String,
    child: String
  ) async throws {
    let document = Self.document
      .replacing(#""defaultValue": "red""#, with: #""defaultValue": "grey""#)
      .replacing(
        #""key": "exp","#,
        with: #""key": "exp", "condition": {"plan": "gold"}, "namespace": ["n", 0, 0],"#
      )
    let example = try await ServedExample(document, formats: [.growthBook()])
    let response = try await example.send("POST", "/api/eval/sdk-any", body: "{\(body)}")
    let features = try #require(try Self.json(response)["features"])
    func value(_ name: String) -> String? {
      features[name]?["rules"]?.list?.first?["force"]?.string
    }
    #expect(value("colour") == colour && value("child") == child)
  }

  @Test func `a document with comments is served as JSON`() async throws {
    let example = try await ServedExample(
      "// The features of the shop.\n" + Self.document,
      formats: [.growthBook()]
    )
    let document = try Self.json(try await example.send("GET", "/api/features/sdk-any"))
    #expect(document["features"]?["cart"]?["rules"]?.list?.count == 1)
  }

  @Test func `a health check needs no token`() async throws {
    let example = try await Self.example()
    #expect(try await example.send("GET", "/healthcheck").status == 200)
  }

  @Test(arguments: [
    "{", "[]", #"{"attributes": 7}"#, #"{"forcedFeatures": [7]}"#,
    #"{"forcedVariations": {"e": "1"}}"#,
  ])
  func `a malformed request for values gets status 400`(body: String) async throws {
    let example = try await Self.example()
    let response = try await example.send("POST", "/api/eval/sdk-any", body: body)
    #expect(response.status == 400)
    #expect(response.text.contains("the body has no attributes of a user: "))
  }

  @Test func `a source of another system is named`() async throws {
    let example = try await ServedExample()
    for path in ["/api/features/sdk-any"] {
      let response = try await example.send("GET", path)
      #expect(response.status == 404 && response.text.contains("GrowthBook"))
    }
  }
}
