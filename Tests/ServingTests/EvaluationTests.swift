import Documents
import FeatureFlags
import Networking
import TestSupport
import Testing

/// Tests single evaluations by OFREP.
@Suite(.tags(.concurrent))
struct EvaluationTests {
  @Test(
    arguments: [
      (
        "New%20Cart",
        #"{"key":"New Cart","value":true,"reason":"STATIC","variant":"on","#
          + #""metadata":{"overridden":false,"source":"file","type":"flag"}}"#
      ),
      (
        "Old%20Cart",
        #"{"key":"Old Cart","value":false,"reason":"STATIC","variant":"off","#
          + #""metadata":{"overridden":false,"source":"file","type":"flag"}}"#
      ),
      (
        "v1.2%20Layout",
        #"{"key":"v1.2 Layout","value":true,"reason":"STATIC","variant":"on","#
          + #""metadata":{"overridden":false,"source":"file","type":"flag"}}"#
      ),
      (
        "Beta",
        #"{"key":"Beta","value":false,"reason":"STATIC","variant":"off","#
          + #""metadata":{"overridden":false,"source":"file","type":"flag"}}"#
      ),
      (
        "Off%20Test",
        #"{"key":"Off Test","reason":"DISABLED","variant":"off","#
          + #""metadata":{"overridden":false,"source":"file","type":"ab"}}"#
      ),
      (
        "Off%20Test.enabled",
        #"{"key":"Off Test.enabled","value":false,"reason":"STATIC","variant":"off","#
          + #""metadata":{"overridden":false,"source":"file","type":"ab"}}"#
      ),
      (
        "Gold.unlocked",
        #"{"key":"Gold.unlocked","value":true,"reason":"STATIC","variant":"on","#
          + #""metadata":{"overridden":false,"source":"file","type":"unlock"}}"#
      ),
      (
        "Price.amount",
        #"{"key":"Price.amount","value":1.0,"reason":"STATIC","variant":"basic","#
          + #""metadata":{"overridden":false,"source":"file","type":"ab"}}"#
      ),
      (
        "Price.variables",
        #"{"key":"Price.variables","value":{"amount":1.0,"count":3,"label":"a \"quote\"","#
          + #""isNew":true,"list":[1,2]},"reason":"STATIC","variant":"basic","#
          + #""metadata":{"overridden":false,"source":"file","type":"ab"}}"#
      ),
    ]
  )
  func `the response to an evaluation has the key, value, reason, variant and metadata`(
    key: String,
    body: String
  ) async throws {
    let example = try await ServedExample(adding: [ServedExample.price])
    let response = try await example.send("POST", "/ofrep/v1/evaluate/flags/\(key)", body: "{}")
    #expect(response.status == 200)
    #expect(response.headers["Content-Type"] == "application/json")
    #expect(response.text == body)
  }

  @Test func `each user gets the variation of their own assignment`() async throws {
    let example = try await ServedExample(adding: [ServedExample.price])
    var variants: Set<String> = []
    for number in 0..<60 {
      let user = "user\(number)"
      let body = try await example.evaluate(
        "Colour",
        body: #"{"context":{"targetingKey":"\#(user)","plan":"gold"}}"#
      )
      let result = try JSONReader.read(Array(body.utf8))
      let expected = example.store.evaluate("Colour", in: EvaluationContext(targetingKey: user))
      #expect(result["value"]?.string == expected?.variation?.rawValue)
      #expect(result["reason"]?.string == "SPLIT")
      variants.insert(result["variant"]?.string ?? "")
    }
    #expect(variants == ["red", "green", "blue"])
  }

  @Test func `an override determines the result of every user`() async throws {
    let example = try await ServedExample(adding: [ServedExample.price])
    try example.store.override(.variation("green"), for: ["Colour"])
    try example.store.override(.enabled(false), for: ["New Cart"])
    try example.store.override(.enabled(true), for: ["Beta"])
    try example.store.override(.variable("count", .integer(9)), for: ["Price"])
    let metadata = #""metadata":{"overridden":true,"source":"override","type":"#
    let values = [
      ("Colour", #""value":"green","reason":"STATIC","variant":"green",\#(metadata)"mvt"}}"#),
      ("New%20Cart", #""value":false,"reason":"STATIC","variant":"off",\#(metadata)"flag"}}"#),
      ("Beta", #""value":true,"reason":"STATIC","variant":"on",\#(metadata)"flag"}}"#),
      ("Price.count", #""value":9,"reason":"STATIC","variant":"basic",\#(metadata)"ab"}}"#),
    ]
    for (key, expected) in values {
      for user in ["{}", #"{"context":{"targetingKey":"ana"}}"#] {
        let body = try await example.evaluate(key, body: user)
        #expect(body.hasSuffix(expected))
      }
    }
  }

  @Test(
    arguments: [
      ("", 200), ("{}", 200), (#"{"context":null}"#, 200), (#"{"context":{}}"#, 200),
      (#"{"context":{"targetingKey":7}}"#, 200), (#"{"context":{"targetingKey":[1]}}"#, 200),
      ("{", 400), ("[]", 400), ("7", 400), (#"{"context":[]}"#, 400), ("\u{1}", 400),
    ]
  )
  func `a body without a context is accepted, and a malformed one gets an error`(
    body: String,
    status: Int
  ) async throws {
    try await check(body, status)
  }

  @Test func `a body with 100,000 nested lists gets an error`() async throws {
    try await check(String(repeating: "[", count: 100_000), 400)
  }

  private func check(_ body: String, _ status: Int) async throws {
    let example = try await ServedExample()
    let response = try await example.send(
      "POST",
      "/ofrep/v1/evaluate/flags/New%20Cart",
      body: body
    )
    #expect(response.status == status)
    let document = try JSONReader.read(response.body, as: .json)
    #expect(document["key"]?.string == "New Cart")
    if status == 400 {
      #expect(["PARSE_ERROR", "INVALID_CONTEXT"].contains(document["errorCode"]?.string))
      #expect(document["errorDetails"]?.string?.isEmpty == false)
    }
  }

  @Test(
    arguments: [
      ("New%20Cat", "no feature has this key; similar names: New Cart"),
      ("Nowhere/at%2Fall", "no feature has this key"),
      (
        "Price.total",
        "the feature \"Price\" has no part with this name, expected one of Price, Price.enabled, Price.variables, "
          + "Price.amount, Price.count, Price.label, Price.isNew, Price.list"
      ),
      (
        "Gold.x",
        "the feature \"Gold\" has no part with this name, expected one of Gold, Gold.unlocked"
      ),
    ]
  )
  func `an unknown key gets status 404 with similar names`(
    key: String,
    details: String
  ) async throws {
    let example = try await ServedExample(adding: [ServedExample.price])
    let response = try await example.send("POST", "/ofrep/v1/evaluate/flags/\(key)", body: "{}")
    #expect(response.status == 404)
    let document = try JSONReader.read(response.body, as: .json)
    #expect(document["errorCode"]?.string == "FLAG_NOT_FOUND")
    #expect(document["errorDetails"]?.string == details)
  }
}
