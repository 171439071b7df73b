import Documents
import FeatureFlags
import LaunchDarkly
import Networking
import Serving
import Testing
import Workbench

/// Tests the requests of SDKs of LaunchDarkly over HTTP: flags, results for a context, and events.
@Suite(.timeLimit(.minutes(10)))
struct LaunchDarklyRouteTests {
  static let document = #"""
    {"flags": {
      "cart": {"key": "cart", "version": 3, "on": true, "variations": [true, false],
        "offVariation": 1, "fallthrough": {"variation": 1}, "salt": "s",
        "rules": [{"id": "gold", "variation": 0, "clauses": [
          {"contextKind": "user", "attribute": "plan", "op": "in", "values": ["gold"]}]}]},
      "colour": {"key": "colour", "version": 7, "on": true, "variations": ["red", "blue"],
        "offVariation": 0, "fallthrough": {"variation": 0},
        "clientSideAvailability": {"usingEnvironmentId": true, "usingMobileKey": false}},
      "child": {"key": "child", "version": 1, "on": true, "variations": ["a", "b"],
        "offVariation": 0, "fallthrough": {"variation": 1},
        "prerequisites": [{"key": "cart", "variation": 0}]}},
     "segments": {"team": {"key": "team", "version": 2, "included": ["ana"]}}}
    """#

  @Test func `members that a data file leaves out, and SDKs need, are served`() async throws {
    let flag = #""on": true, "variations": [true, false], "fallthrough": {"variation": 0}"#
    let example = try await ServedExample(
      #"{"flags": {"a b": {\#(flag)}, "old": {"key": "old", "version": 4, \#(flag)}}}"#,
      formats: [.launchDarkly]
    )
    let response = try await example.send("GET", "/sdk/latest-all").text
    let document = try #require(JSONValue(parsing: response))
    #expect(document["flags"]?["a b"]?["key"] == .string("a b"))
    #expect(document["flags"]?["a b"]?["version"] != nil)
    #expect(document["flags"]?["old"]?["key"] == .string("old"))
    #expect(document["segments"] == .object([]))
  }

  private static func example(
    configure: (inout ServingSettings) -> Void = { _ in }
  ) async throws -> ServedExample {
    try await ServedExample(document, formats: [.launchDarkly], configure: configure)
  }

  private static func json(_ response: HTTPResponse) throws -> Node {
    try #require(response.status == 200, "\(response.text)")
    return try JSONReader.read(response.body, as: .json)
  }

  private static func version(of flag: String, in example: ServedExample) async throws -> Double {
    let document = try json(try await example.send("GET", "/sdk/latest-all"))
    return try #require(document["flags"]?[flag]?["version"]?.number)
  }

  @Test func `a server SDK gets all flags and segments, with a forced variation for everyone`()
    async throws
  {
    let example = try await Self.example()
    try example.store.override(.variation("1"), for: ["colour"])
    let document = try Self.json(try await example.send("GET", "/sdk/latest-all"))
    #expect(document["flags"]?.members?.map(\.key) == ["cart", "colour", "child"])
    #expect(document["flags"]?["colour"]?["fallthrough"]?["variation"]?.number == 1)
    #expect(document["flags"]?["cart"]?["rules"]?.list?.count == 1)
    #expect(document["segments"]?["team"]?["included"]?.list?.count == 1)
  }

  @Test func `the flag values of a file are served as flags, and can be overridden`() async throws {
    let document = #"{"flagValues": {"on": true, "size": 3}}"#
    let example = try await ServedExample(document, formats: [.launchDarkly])
    try example.store.override(.enabled(false), for: ["on"])
    try example.store.override(.variable("value", .integer(7)), for: ["size"])
    let body = #"{"kind": "user", "key": "ana"}"#
    let response = try await example.send("REPORT", "/sdk/evalx/any/context", body: body)
    let results = try Self.json(response)
    #expect(results["on"]?["value"]?.bool == false && results["size"]?["value"]?.number == 7)
    try example.store.resetAll()
    let flags = try Self.json(try await example.send("GET", "/sdk/latest-all"))["flags"]
    #expect(flags?["on"]?["fallthrough"]?["variation"]?.number == 0)
  }

  @Test func `client SDKs do not receive a flag that is only for server SDKs`() async throws {
    let document = Self.document.replacing("\"usingEnvironmentId\": true", with: "\"x\": true")
    let example = try await ServedExample(document, formats: [.launchDarkly])
    let body = #"{"kind": "user", "key": "ana"}"#
    for path in ["/sdk/evalx/any/context", "/msdk/evalx/context"] {
      let results = try Self.json(try await example.send("REPORT", path, body: body))
      #expect(results["colour"] == nil && results["cart"] != nil)
    }
    let badges = example.store.features.map(\.badges)
    #expect(badges == [[], ["server only"], []])
  }

  @Test func `counts whose sum exceeds an integer are limited to a maximum`() async throws {
    let example = try await Self.example()
    let counter = #"{"value": true, "count": 9000000000000000000}"#
    let body =
      #"[{"kind": "summary", "features": {"cart": {"counters": [\#(counter), \#(counter)]}}}]"#
    #expect(try await example.send("POST", "/bulk", body: body).status == 202)
    #expect(example.server.activity.uses["cart"]?.reports.first?.on == 1_000_000_000)
  }

  @Test
  func `the version of a flag increases with each change, even with the reset of an override`()
    async throws
  {
    let example = try await Self.example()
    var last = try await Self.version(of: "cart", in: example)
    #expect(last > 3)
    for change in [OverrideChoice.enabled(true), .enabled(false), nil] {
      if let change {
        try example.store.override(change, for: ["cart"])
      } else {
        try example.store.reset(["cart"])
      }
      let version = try await Self.version(of: "cart", in: example)
      #expect(version > last)
      last = version
    }
    let restarted = try await Self.example()
    #expect(try await Self.version(of: "cart", in: restarted) >= last - 3)
  }

  @Test func `a poll with version 2 of the protocol transfers every flag and segment`() async throws
  {
    let example = try await Self.example()
    let document = try Self.json(try await example.send("GET", "/sdk/poll?basis=x"))
    let events = try #require(document["events"]?.list)
    #expect(
      events.map { $0["event"]?.string } == [
        "server-intent", "put-object", "put-object", "put-object", "put-object",
        "payload-transferred",
      ]
    )
    #expect(events[0]["data"]?["payloads"]?.list?.first?["intentCode"]?.string == "xfer-full")
    #expect(events[4]["data"]?["kind"]?.string == "segment")
    #expect(events[1]["data"]?["object"]?["salt"]?.string == "s")
  }

  @Test(
    arguments: [
      ("GET", "/sdk/evalx/any/contexts/eyJraW5kIjoidXNlciIsImtleSI6ImFuYSIsInBsYW4iOiJnb2xkIn0="),
      ("GET", "/sdk/evalx/any/users/eyJrZXkiOiJhbmEiLCJwbGFuIjoiZ29sZCJ9"),
      ("REPORT", "/sdk/evalx/any/context"), ("REPORT", "/msdk/evalx/context"),
    ]
  )
  func `a client SDK gets the results for its context`(method: String, path: String) async throws {
    let example = try await Self.example()
    try example.store.override(.variation("1"), for: ["colour"])
    let body = method == "GET" ? nil : #"{"kind": "user", "key": "ana", "plan": "gold"}"#
    let response = try await example.send(method, path + "?withReasons=true", body: body)
    let results = try Self.json(response)
    #expect(results["cart"]?["value"]?.bool == true)
    #expect(results["cart"]?["reason"]?["ruleId"]?.string == "gold")
    #expect(results["child"]?["value"]?.string == "b")
    let colour = path.hasPrefix("/m") ? nil : "blue"
    #expect(results["colour"]?["value"]?.string == colour)
    let plain = try Self.json(try await example.send(method, path, body: body))
    #expect(plain["cart"]?["reason"] == nil && plain["cart"]?["variation"]?.number == 0)
  }

  @Test func `a flag that is forced for one user changes dependent flags for that user only`()
    async throws
  {
    let example = try await Self.example()
    try example.store.applyAndWait(.set([.enabled(true)], for: ["cart"], only: .key("ana")))
    for (key, isOn, child) in [("ana", true, "b"), ("ben", false, "a")] {
      let body = #"{"kind": "user", "key": "\#(key)"}"#
      let response = try await example.send("REPORT", "/sdk/evalx/any/context", body: body)
      let results = try Self.json(response)
      #expect(results["cart"]?["value"]?.bool == isOn)
      #expect(results["child"]?["value"]?.string == child)
    }
  }

  @Test func `the evaluations in events are counted, and individual evaluations are listed`()
    async throws
  {
    let example = try await Self.example()
    let body = #"""
      [{"kind": "index", "context": {"kind": "user", "key": "ana"}},
       {"kind": "feature", "key": "colour", "variation": 1, "value": "blue",
        "context": {"kind": "user", "key": "ana"}},
       {"kind": "summary", "startDate": 1, "endDate": 2, "features": {
         "cart": {"default": false, "counters": [
           {"variation": 0, "value": true, "version": 3, "count": 2},
           {"variation": 1, "value": false, "version": 3, "count": 5}]},
         "colour": {"counters": [{"variation": 1, "value": "blue", "count": 4}]}}}]
      """#
    for path in ["/bulk", "/mobile", "/events/bulk/any"] {
      #expect(try await example.send("POST", path, body: body).status == 202)
    }
    #expect(try await example.send("POST", "/diagnostic", body: "{}").status == 202)
    #expect(try await example.send("GET", "/sdk/goals/any").text == "[]")
    let activity = example.server.activity
    #expect(activity.uses["cart"]?.reports.first?.on == 6)
    #expect(activity.uses["cart"]?.reports.first?.off == 15)
    #expect(activity.uses["colour"]?.reports.first?.variants == ["1": 12])
    #expect(activity.evaluations.map(\.user) == ["ana", "ana", "ana"])
    #expect(activity.clients.first?.evaluationCount == 33)
  }

  @Test
  func `an individual evaluation has the name of its variation if the document contains names`()
    async throws
  {
    let document = #"""
      {"flagsState": {"colour": {"value": "blue", "version": 1}}, "availableVariations": {"colour": [
        {"name": "Warm", "value": "red"}, {"name": "Cold", "value": "blue"}]}}
      """#
    let example = try await ServedExample(document, formats: [.launchDarkly])
    let body = #"[{"kind": "feature", "key": "colour", "variation": 1, "value": "blue"}]"#
    #expect(try await example.send("POST", "/bulk", body: body).status == 202)
    #expect(example.server.activity.evaluations.map(\.result) == [#""blue" (Cold)"#])
  }

  @Test(arguments: ["{", "{}", #"[{"kind": "summary", "features": 1}]"#, "[7]"])
  func `malformed events get status 400`(body: String) async throws {
    let example = try await Self.example()
    let response = try await example.send("POST", "/bulk", body: body)
    #expect(response.status == 400)
    #expect(response.text.contains("the body has no events of an SDK: "))
  }

  @Test(arguments: ["/sdk/evalx/any/contexts/%%%", "/sdk/evalx/any/contexts/eyJ", "/eval/any/W10="])
  func `a malformed context gets status 400`(path: String) async throws {
    let example = try await Self.example()
    #expect(try await example.send("GET", path).status == 400)
  }

  @Test func `a source of a different flag system gets status 404 that names LaunchDarkly`()
    async throws
  {
    let example = try await ServedExample()
    for path in ["/sdk/latest-all", "/all", "/sdk/poll"] {
      let response = try await example.send("GET", path)
      #expect(response.status == 404)
      #expect(response.text.contains("LaunchDarkly"))
    }
  }
}
