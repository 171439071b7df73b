import Documents
import FeatureFlags
import GrowthBook
import Networking
import Serving
import Testing
import Workbench

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

  @Test func `an SDK gets the features, in which a forced value is the first rule`() async throws {
    let example = try await Self.example()
    let before = try Self.json(try await example.send("GET", "/api/features/sdk-any"))
    try example.store.override(.variation("blue"), for: ["colour"])
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
  func `a forced feature applies to SDKs with remote evaluation, and to dependent features`()
    async throws
  {
    let example = try await Self.example()
    try example.store.applyAndWait(.set([.enabled(true)], for: ["cart"], only: .key("ana")))
    for (id, isOn, child) in [("ana", true, "b"), ("ben", false, "a")] {
      let body = #"{"attributes": {"id": "\#(id)"}, "forcedFeatures": [["colour", "green"]]}"#
      let response = try await example.send("POST", "/api/eval/sdk-any", body: body)
      let features = try #require(try Self.json(response)["features"])
      func value(_ name: String) -> Node? { features[name]?["defaultValue"] }
      #expect(value("cart")?.bool == isOn)
      #expect(value("child")?.string == child)
      #expect(value("colour")?.string == "green")
    }
    let clients = example.server.activity.clients
    #expect(clients.map(\.userCount) == [2] && clients[0].context?.targetingKey == "ben")
  }

  @Test(arguments: [
    (#""forcedVariations": {"exp": 1, "other": 1}"#, "blue", "a"),
    (#""forcedVariations": {"exp": 0}"#, "red", "a"),
    (#""forcedVariations": {"exp": 2}"#, "grey", "a"),
    (#""forcedVariations": {"exp": 0.5}"#, "grey", "a"),
    (#""attributes": {"id": "a"}"#, "grey", "a"),
    (#""forcedFeatures": [["cart", true]], "forcedVariations": {}"#, "grey", "b"),
  ])
  func `variations and features that a request forces replace conditions and prerequisites`(
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
    func value(_ name: String) -> String? { features[name]?["defaultValue"]?.string }
    #expect(value("colour") == colour && value("child") == child)
  }

  @Test
  func `evaluated features list the user's experiments in the format of the GrowthBook proxy`()
    async throws
  {
    let document = #"""
      {"features": {
        "plain": {"defaultValue": 1, "rules": [{"condition": {"plan": "gold"}, "force": null}]},
        "colour": {"defaultValue": "red", "rules": [
          {"key": "hold", "seed": "seed", "hashVersion": 2, "variations": [0, 1], "weights": [0, 1],
           "meta": [{}, {"key": "out", "passthrough": true}]},
          {"key": "exp", "seed": "seed", "hashVersion": 2, "condition": {"plan": "gold"},
           "variations": ["red", "blue"], "weights": [0.01, 0.99], "name": "Red or blue",
           "meta": [{"name": "Control"}, {"key": "b", "name": "Blue"}]}]},
        "child": {"defaultValue": 0, "rules": [
          {"parentConditions": [{"id": "colour", "condition": {"value": "blue"}}], "force": 7}]}}}
      """#
    let example = try await ServedExample(document, formats: [.growthBook()])
    func evaluate(_ body: String) async throws -> (features: Node, text: String) {
      let response = try await example.send("POST", "/api/eval/sdk-any", body: body)
      let json = try Self.json(response)
      #expect(json["experiments"]?.list?.isEmpty == true)
      return (try #require(json["features"]), response.text)
    }
    let (own, text) = try await evaluate(#"{"attributes": {"id": "a", "plan": "gold"}}"#)
    #expect(text.contains(#""plain":{"defaultValue":null}"#))
    #expect(text.contains(#""colour":{"defaultValue":"blue","rules":[{"force":"blue","tracks":["#))
    #expect(text.contains(#""child":{"defaultValue":7,"rules":[{"force":7,"tracks":["#))
    let track =
      #"{"experiment":{"variations":[{},"blue"],"key":"exp","seed":"seed","hashVersion":2,"#
      + #""weights":[0.01, 0.99],"name":"Red or blue","#
      + #""meta":[{"name": "Control"}, {"key": "b", "name": "Blue"}]},"#
      + #""result":{"key":"b","featureId":"colour","inExperiment":true,"hashUsed":true,"#
      + #""variationId":1,"value":"blue","hashAttribute":"id","hashValue":"a","#
      + #""stickyBucketUsed":false,"name":"Blue","bucket":0.0505}}"#
    #expect(text.split(separator: track).count == 3, "\(text)")
    for name in ["colour", "child"] {
      let tracks = try #require(own[name]?["rules"]?.list?.first?["tracks"]?.list)
      #expect(tracks.map { $0["experiment"]?["key"]?.string } == ["hold", "exp"])
      #expect(tracks.first?["result"]?["passthrough"]?.bool == true)
    }
    let (forced, _) = try await evaluate(#"{"attributes": {}, "forcedVariations": {"exp": 0}}"#)
    let first = forced["colour"]?["rules"]?.list?.first?["tracks"]?.list?.first
    #expect(first?["result"]?["hashUsed"]?.bool == false)
    #expect(first?["result"]?["hashValue"]?.string == "")
  }

  @Test(arguments: [
    (#""id": "a""#, "https://shop.example/cart", "page"), (#""id": "a""#, "/cart/?x=1", "page"),
    (#""id": "a""#, "https://shop.example/other", ""), ("", "/cart", ""),
    ("", "/cart?page=0", "page"), (#""id": "a", "plan": "free""#, "/cart", ""),
  ])
  func `a page experiment has only the variation of the user, and no condition`(
    attributes: String,
    url: String,
    keys: String
  ) async throws {
    let document = #"""
      {"features": {"f": {"defaultValue": 1}}, "experiments": [
        {"key": "page", "seed": "seed", "hashVersion": 2, "weights": [0.01, 0.99], "manual": false,
         "urlPatterns": [{"type": "simple", "include": true, "pattern": "/cart"}],
         "condition": {"plan": {"$ne": "free"}}, "variations": [{"css": "a"}, {"css": "b"}]},
        {"key": "draft", "status": "draft", "variations": [{}, {}]},
        {"key": "stopped", "status": "stopped", "variations": [{}, {}]}, 7]}
      """#
    let example = try await ServedExample(document, formats: [.growthBook()])
    let body = #"{"attributes": {\#(attributes)}, "url": "\#(url)"}"#
    let response = try await example.send("POST", "/api/eval/sdk-any", body: body)
    let found = try #require(try Self.json(response)["experiments"]?.list)
    #expect(found.compactMap { $0["key"]?.string }.joined(separator: ",") == keys)
    let isFirst = url.hasSuffix("page=0")
    for experiment in found {
      #expect(experiment["condition"] == nil && experiment["manual"]?.bool == false)
      let styles = experiment["variations"]?.list?.map { $0["css"]?.string ?? "-" }
      #expect(styles == (isFirst ? ["a", "-"] : ["-", "b"]))
    }
  }

  @Test func `a stream begins with the current features, and the id increases with each event`()
    async throws
  {
    let example = try await Self.example()
    try example.store.override(.variation("blue"), for: ["colour"])
    var request = HTTPRequest(url: example.server.url + "/sub/sdk-any")
    request.deadline = nil
    request.idleLimit = ServedExample.limit
    let stream = try await HTTPClient(configuration: .forTests).stream(request)
    var lines = stream.lines.makeAsyncIterator()
    func event() async throws -> (id: Int64, value: String?) {
      var (id, value): (Int64?, String?) = (nil, nil)
      while let line = try await lines.next(isolation: nil) {
        if line.hasPrefix("id: ") { id = Int64(line.dropFirst(4)) }
        guard line.hasPrefix("data: ") else { continue }
        let json = try JSONReader.read(Array(line.utf8.dropFirst(6)), as: .json)
        let rules = json["features"]?["colour"]?["rules"]?.list
        value = rules?.first?["force"]?.string
        break
      }
      return (try #require(id), value)
    }
    let first = try await event()
    #expect(first.value == "blue")
    try example.store.override(.variable("value", .string("green")), for: ["colour"])
    let second = try await event()
    #expect(second.value == "green" && second.id > first.id)
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

  @Test func `a source of a different flag system gets status 404 that names GrowthBook`()
    async throws
  {
    let example = try await ServedExample()
    for path in ["/api/features/sdk-any"] {
      let response = try await example.send("GET", path)
      #expect(response.status == 404 && response.text.contains("GrowthBook"))
    }
  }
}
