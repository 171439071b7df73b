import Documents
import FeatureFlags
import FoundationEssentials
import HTTPServer
import Networking
import OFREP
import TestSupport
import Testing
import Workbench

@testable import Serving

/// Tests the overrides of single requests in the header `Halyard-Overrides`.
struct RequestOverridesTests {
  private static let bulk = "/ofrep/v1/evaluate/flags"

  private func evaluate(
    _ key: String,
    _ overrides: String?,
    _ example: ServedExample
  ) async throws -> (status: Int, text: String) {
    let response = try await example.send(
      "POST",
      "\(Self.bulk)/\(key)",
      body: #"{"context":{"targetingKey":"ana"}}"#,
      headers: overrides.map { ["Halyard-Overrides": $0] } ?? [:]
    )
    return (response.status, response.text)
  }

  @Test(arguments: [
    ("New%20Cart", #"{"New Cart": false}"#, #""value":false"#),
    ("Old%20Cart", #"{"Old Cart": "on"}"#, #""value":true"#),
    ("Beta", #"{"Beta": true}"#, #""value":true"#),
    ("Colour", #"{"Colour": "green"}"#, #""value":"green""#),
    ("Colour", #"{"Colour": {"variation": "red"}}"#, #""value":"red""#),
    ("Gold.unlocked", #"{"Gold": {"unlocked": false}}"#, #""value":false"#),
    ("Price.count", #"{"Price": {"variables": {"count": 7}}}"#, #""value":7"#),
  ])
  func `an override in the header of a request applies to that request only`(
    key: String,
    overrides: String,
    value: String
  ) async throws {
    let example = try await ServedExample(adding: [ServedExample.price])
    let before = try await evaluate(key, nil, example).text
    for _ in 0..<2 {
      let (status, text) = try await evaluate(key, overrides, example)
      #expect(
        status == 200 && text.contains(value) && text.contains("\"overridden\":true"),
        "\(text)"
      )
    }
    #expect(try await evaluate(key, nil, example).text == before)
    #expect(example.store.activeOverrides.isEmpty)
  }

  @Test(arguments: [
    ("{", "Halyard-Overrides: column 2: found the end of the document"),
    ("[]", "found a list, expected an object"),
    (
      #"{"New Cart": null}"#,
      "expected true, false, the name of a variation, a number, or an object"
    ),
    (#"{"New Crt": true}"#, #"no feature is named \"New Crt\"; similar names: New Cart"#),
    (#"{"Colour": "purple"}"#, #"has no variation \"purple\", expected one of red, green, blue"#),
    ("{\"New Cart\": true \(String(repeating: " ", count: 8_300))}", "expected at most 8192"),
  ])
  func `an invalid header with overrides gets status 400 with the reason`(
    overrides: String,
    message: String
  ) async throws {
    let example = try await ServedExample()
    let (status, text) = try await evaluate("New%20Cart", overrides, example)
    #expect(status == 400)
    #expect(text.contains(message), "\(text)")
    let bulk = try await example.send(
      "POST",
      Self.bulk,
      body: "{}",
      headers: ["Halyard-Overrides": overrides]
    )
    #expect(bulk.status == 400 && bulk.text.contains(message), "\(bulk.text)")
  }

  @Test func `bulk results and entity tags differ by the overrides of the request`() async throws {
    let example = try await ServedExample()
    func send(_ overrides: String?, _ tag: String? = nil) async throws -> HTTPResponse {
      var headers: HTTPHeaders = [:]
      if let overrides { headers["Halyard-Overrides"] = overrides }
      if let tag { headers["If-None-Match"] = tag }
      return try await example.send("POST", Self.bulk, body: "{}", headers: headers)
    }
    let plain = try await send(nil)
    let off = try await send(#"{"New Cart": false}"#)
    let green = try await send(#"{"Colour": "green"}"#)
    let tags = [plain, off, green].compactMap { $0.headers["ETag"] }
    #expect(Set(tags).count == 3)
    #expect(try await send(#"{"New Cart": false}"#, tags[1]).status == 304)
    #expect(try await send(#"{"New Cart": false}"#, tags[0]).status == 200)
    #expect(try await send(nil, tags[1]).body == plain.body)
    try example.store.override(.enabled(true), for: ["Old Cart"])
    let later = try await send(#"{"New Cart": false}"#)
    let keys = try JSONReader.read(later.body, as: .json)["flags"]?.list
    #expect(keys?.first { $0["key"]?.string == "Old Cart" }?["value"]?.bool == true)
  }

  @Test func `a dependent flag is evaluated with the override of the request`() async throws {
    let document = """
      { "version": 2, "features": [
        { "name": "parent", "enabled": false, "strategies": [] },
        { "name": "child", "enabled": true, "strategies": [],
          "dependencies": [{ "feature": "parent" }] } ] }
      """
    let example = try await ServedExample(document, formats: [FlagSystemSample.unleashFormat])
    #expect(try await evaluate("child.enabled", nil, example).text.contains("\"value\":false"))
    let forced = try await evaluate("child.enabled", #"{"parent": true}"#, example)
    #expect(forced.text.contains("\"value\":true"), "\(forced.text)")
  }

  @Test func `users of requests with overrides are not counted as users of a test`() async throws {
    let example = try await ServedExample()
    _ = try await evaluate("Colour", #"{"Colour": "green"}"#, example)
    #expect(example.server.activity.tests.isEmpty)
    #expect(example.server.activity.results["Colour"] == ["green": 1])
    _ = try await evaluate("Colour", nil, example)
    #expect(example.server.activity.tests.count == 1)
  }

  @Test func `only a local client or a client with the token may send overrides in a request`()
    async throws
  {
    let example = try await ServedExample()
    let served = ServedStore(example.session, now: { Date() }, onChange: { _ in })
    let header = #"{"New Cart": false}"#
    for (address, hasToken, isAllowed) in [
      ("127.0.0.1", false, true), ("::1", false, true), ("::ffff:127.0.0.1", false, true),
      ("192.0.2.1", false, false), ("192.0.2.1", true, true), ("", false, false),
    ] {
      let overrides = RequestOverrides(served, hasToken: hasToken)
      let result = Result { () throws(EvaluationError) in
        try overrides.store(header, from: address)
      }
      switch result {
      case .success(let store): #expect(isAllowed && !store.isEnabled("New Cart"), "\(address)")
      case .failure(let error): #expect(!isAllowed && error == .deniedOverrides, "\(address)")
      }
      #expect(try overrides.store(nil, from: address) === example.store)
    }
  }

  @Test func `a web page may send the header with overrides`() async throws {
    let example = try await ServedExample()
    let preflight = try await example.send(
      "OPTIONS",
      Self.bulk,
      headers: [
        "Origin": "http://localhost:3000", "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type,halyard-overrides",
      ]
    )
    let allowed = preflight.headers["Access-Control-Allow-Headers"] ?? ""
    #expect(allowed.contains("halyard-overrides"))
  }
}
