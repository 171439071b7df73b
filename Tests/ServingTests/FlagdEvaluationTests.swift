import Documents
import FeatureFlags
import Flagd
import Networking
import TestSupport
import Testing

/// Tests evaluations of flagd's flags by OFREP.
@Suite(.tags(.concurrent))
struct FlagdEvaluationTests {
  private static let path = "/ofrep/v1/evaluate/flags"

  private static let document = """
    { "metadata": { "flagSetId": "shop", "team": "core", "build": 7, "source": "git" },
      "flags": {
        "cart": { "state": "ENABLED", "variants": { "yes": true, "no": false },
          "defaultVariant": "no" },
        "title": { "state": "ENABLED", "variants": { "a": "Hello", "b": "" }, "defaultVariant": "a",
          "targeting": { "if": [{ "==": [{ "var": "plan" }, "gold"] }, "b", null] },
          "metadata": { "team": "web", "isOwned": true, "none": null } },
        "limit": { "state": "ENABLED", "variants": { "1": 1, "2": 20 }, "defaultVariant": "1",
          "targeting": { "if": [{ "var": "plan" }, 2] } },
        "rate": { "state": "ENABLED", "variants": { "low": 1, "high": 2.5 },
          "defaultVariant": "low" },
        "layout": { "state": "ENABLED", "variants": { "x": { "columns": [1, 2.5, null] } },
          "defaultVariant": "x" },
        "mixed": { "state": "ENABLED", "variants": { "x": "1", "y": 1, "z": true },
          "defaultVariant": "y" },
        "single": { "state": "ENABLED", "variants": { "only": true }, "defaultVariant": "only" },
        "own": { "state": "ENABLED", "variants": { "yes": true, "no": false } },
        "none": { "state": "ENABLED", "variants": { "a": "A" }, "defaultVariant": null,
          "targeting": { "if": [{ "var": "plan" }, "a"] } },
        "gone": { "state": "DISABLED", "variants": { "yes": true, "no": false },
          "defaultVariant": "yes" },
        "wrong": { "state": "ENABLED", "variants": { "a": "A" }, "defaultVariant": "a",
          "targeting": { "nowhere": [] } },
        "lost": { "state": "ENABLED", "variants": { "a": true, "b": false }, "defaultVariant": "a",
          "targeting": { "var": "plan" } } } }
    """

  private static func served(
    _ document: String = document,
    generation: FractionalGeneration = .v2
  ) async throws -> ServedExample {
    let settings = FlagdSettings(generation: generation)
    return try await ServedExample(document, formats: [.flagd(settings)])
  }

  /// Returns the start of the metadata of a response, which is that of the server.
  private static func metadata(_ type: String) -> String {
    #""metadata":{"overridden":false,"source":"file","type":"\#(type)","flagSetId":"shop""#
  }

  @Test(
    arguments: [
      ("cart", "{}", #""value":false,"reason":"STATIC","variant":"no""#, "flag"),
      ("limit", "{}", #""value":1,"reason":"DEFAULT","variant":"1""#, "ab"),
      ("limit", #"{"plan":1}"#, #""value":20,"reason":"TARGETING_MATCH","variant":"2""#, "ab"),
      ("rate", "{}", #""value":1.0,"reason":"STATIC","variant":"low""#, "ab"),
      (
        "layout", "{}", #""value":{"columns":[1,2.5,null]},"reason":"STATIC","variant":"x""#, "ab"
      ),
      ("mixed", "{}", #""value":1,"reason":"STATIC","variant":"y""#, "mvt"),
      ("single", "{}", #""value":true,"reason":"STATIC","variant":"only""#, "ab"),
      ("own", "{}", #""reason":"DEFAULT","variant":"""#, "flag"),
      ("none", "{}", #""reason":"DEFAULT","variant":"""#, "ab"),
      ("none", #"{"plan":"x"}"#, #""value":"A","reason":"TARGETING_MATCH","variant":"a""#, "ab"),
      ("gone", "{}", #""reason":"DISABLED","variant":"""#, "flag"),
      (
        "wrong", "{}",
        #""errorCode":"PARSE_ERROR","errorDetails":"unknown operator \"nowhere\"""#, "ab"
      ),
      (
        "lost", #"{"plan":"gold"}"#,
        #""errorCode":"GENERAL","errorDetails":"the targeting returns \"gold\", which is no variant""#,
        "flag"
      ), ("lost", "{}", #""value":true,"reason":"DEFAULT","variant":"a""#, "flag"),
    ]
  )
  func `the evaluation of a flag has the value, variant, reason or error that flagd returns`(
    key: String,
    context: String,
    result: String,
    type: String
  ) async throws {
    let example = try await Self.served()
    let body = #"{"context":\#(context)}"#
    let response = try await example.send("POST", "\(Self.path)/\(key)", body: body)
    #expect(response.status == (result.contains("errorCode") ? 400 : 200))
    let metadata = Self.metadata(type) + #","team":"core","build":7}}"#
    #expect(response.text == #"{"key":"\#(key)",\#(result),"# + metadata)
  }

  @Test func `the metadata of a flag replace the metadata of its flag set, but not of the server`()
    async throws
  {
    let example = try await Self.served()
    let body = try await example.evaluate("title", body: #"{"context":{"plan":"gold"}}"#)
    #expect(
      body == #"{"key":"title","value":"","reason":"TARGETING_MATCH","variant":"b","#
        + Self.metadata("ab") + #","build":7,"team":"web","isOwned":true}}"#
    )
  }

  @Test
  func `a bulk evaluation has one entry for each flag, including flags whose evaluation fails`()
    async throws
  {
    let example = try await Self.served()
    let body = #"{"context":{"plan":"gold"}}"#
    let response = try await example.send("POST", Self.path, body: body)
    #expect(response.status == 200)
    let flags = try #require(try JSONReader.read(response.body, as: .json)["flags"]?.list)
    let results = flags.map { flag in
      let result =
        flag["errorCode"]?.string ?? flag["variant"]?.string.map { $0.isEmpty ? "no variant" : $0 }
        ?? "missing"
      return "\(flag["key"]?.string ?? "no key") \(result)"
    }
    #expect(
      results == [
        "cart no", "title b", "limit 2", "rate low", "layout x", "mixed y", "single only",
        "own no variant", "none a", "gone no variant", "wrong PARSE_ERROR", "lost GENERAL",
      ]
    )
    for flag in flags {
      let single = try await example.evaluate(flag["key"]?.string ?? "", body: body)
      #expect(response.text.contains(single))
    }
  }

  @Test func `an override has precedence over the result and the failure of an evaluation`()
    async throws
  {
    let example = try await Self.served()
    let store = example.store
    try store.override(.enabled(true), for: ["cart", "gone"])
    try store.override(.variation("b"), for: ["title"])
    try store.override(.variable("value", .integer(-3)), for: ["limit", "none"])
    try store.override(.enabled(false), for: ["rate", "lost"])
    try store.override(.variation("a"), for: ["wrong"])
    let values = [
      ("cart", #""value":true,"reason":"STATIC","variant":"yes""#),
      ("gone", #""value":true,"reason":"STATIC","variant":"yes""#),
      ("title", #""value":"","reason":"STATIC","variant":"b""#),
      ("limit", #""value":-3,"reason":"STATIC","variant":"halyard""#),
      ("none", #""value":"-3","reason":"STATIC","variant":"halyard""#),
      ("rate", #""reason":"DISABLED","variant":"""#),
      ("lost", #""value":false,"reason":"STATIC","variant":"b""#),
      ("wrong", #""value":"A","reason":"STATIC","variant":"a""#),
    ]
    for (key, expected) in values {
      let response = try await example.send("POST", "\(Self.path)/\(key)", body: "{}")
      #expect(response.status == 200)
      let start = #"{"key":"\#(key)",\#(expected),"metadata":{"overridden":true,"#
      #expect(response.text.hasPrefix(start), "\(response.text)")
    }
  }

  @Test(
    arguments: [
      (#""ana""#, "text"), (#""7""#, "digits"), ("7", "number"), (#""""#, "empty"),
      ("null", "none"),
      ("true", "bool"), ("[7]", "list"), (#"{"id":7}"#, "object"),
    ]
  )
  func `a targeting key of any JSON type reaches the rules without conversion`(
    key: String,
    variant: String
  ) async throws {
    let names = ["text", "digits", "number", "empty", "none", "bool", "list", "object"]
    let variants = names.map { #""\#($0)":"\#($0)""# }.joined(separator: ",")
    let variable = #"{"var":"targetingKey"}"#
    let example = try await Self.served(
      #"""
      { "flags": { "key": { "state": "ENABLED", "variants": {\#(variants)}, "defaultVariant": "none",
        "targeting": { "if": [{"===": [\#(variable), "ana"]}, "text", {"===": [\#(variable), "7"]},
          "digits", {"===": [\#(variable), 7]}, "number", {"===": [\#(variable), ""]}, "empty",
          {"===": [\#(variable), true]}, "bool", {"var": "targetingKey.0"}, "list",
          {"var": "targetingKey.id"}, "object", null] } } } }
      """#
    )
    let body = try await example.evaluate("key", body: #"{"context":{"targetingKey":\#(key)}}"#)
    #expect(body.contains(#""variant":"\#(variant)""#), "\(body)")
  }

  @Test(
    arguments: [
      (#""ana""#, FractionalGeneration.v2, "TARGETING_MATCH"), (#""""#, .v2, "DEFAULT"),
      ("7", .v2, "DEFAULT"), (#""ana""#, .v3, "TARGETING_MATCH"), (#""""#, .v3, "TARGETING_MATCH"),
      ("7", .v3, "DEFAULT"), ("null", .v3, "DEFAULT"),
    ]
  )
  func `a fractional rule does not match a targeting key that is not a string`(
    key: String,
    generation: FractionalGeneration,
    reason: String
  ) async throws {
    let example = try await Self.served(
      """
      { "flags": { "hue": { "state": "ENABLED", "variants": { "r": "red", "b": "blue" },
        "defaultVariant": "r", "targeting": { "fractional": [["r"], ["b"]] } } } }
      """,
      generation: generation
    )
    let body = try await example.evaluate("hue", body: #"{"context":{"targetingKey":\#(key)}}"#)
    #expect(body.contains(#""reason":"\#(reason)""#), "\(body)")
  }

  @Test
  func `of two flags with the same key in a list, the last one applies with its own metadata`()
    async throws
  {
    let example = try await Self.served(
      """
      { "metadata": { "flagSetId": "shop" }, "flags": [
        { "key": "hue", "state": "ENABLED", "variants": { "r": "red" }, "defaultVariant": "r" },
        { "key": "hue", "state": "ENABLED", "variants": { "b": "blue" }, "defaultVariant": "b",
          "metadata": { "flagSetId": "own" } } ] }
      """
    )
    #expect(
      try await example.evaluate("hue")
        == #"{"key":"hue","value":"blue","reason":"STATIC","variant":"b","metadata":{"#
        + #""overridden":false,"source":"file","type":"ab","flagSetId":"own"}}"#
    )
  }
}
