import Documents
import FeatureFlags
import Networking
import Targeting
import TestSupport
import Testing
import Unleash

/// Tests evaluations of Unleash's flags by OFREP.
@Suite(.tags(.concurrent))
struct UnleashEvaluationTests {
  private static let path = "/ofrep/v1/evaluate/flags"

  /// Returns an enabled flag with the given strategy and additional members.
  private static func flag(_ name: String, _ strategy: String, _ members: String = "") -> String {
    #"{"name": "\#(name)", "enabled": true, "strategies": [\#(strategy)]\#(members)}"#
  }

  /// Returns the member `variants` with one variant; its payload has the given type and text.
  private static func variants(_ type: String? = nil, _ text: String = "") -> String {
    let payload = type.map { #", "payload": {"type": "\#($0)", "value": "\#(text)"}"# } ?? ""
    return #", "variants": [{"name": "red", "weight": 100\#(payload)}]"#
  }

  private static func rule(_ name: String, _ parameters: String) -> String {
    #"{"name": "\#(name)", "parameters": {\#(parameters)}}"#
  }

  private static func constraint(_ field: String, _ rest: String) -> String {
    #"{"name": "default", "constraints": [{"contextName": "\#(field)", \#(rest)}]}"#
  }

  private static func isIn(_ field: String, _ value: String) -> String {
    constraint(field, #""operator": "IN", "values": ["\#(value)"]"#)
  }

  private static let flags = [
    flag("on", ""), flag("usual", #"{"name": "default"}"#),
    #"{"name": "off", "enabled": false, "strategies": []\#(variants())}"#,
    flag("text", "", variants("string", "7")), flag("number", "", variants("number", "7")),
    flag("json", "", variants("json", #"{\"a\": 1}"#)),
    flag("plain", "", #", "variants": [{"name": "disabled", "weight": 100}]"#),
    flag("user", rule("userWithId", #""userIds": "ana,7""#)),
    flag("half", rule("flexibleRollout", #""rollout": "99""#)),
    flag(
      "choice",
      "",
      #", "variants": [{"name": "red", "weight": 100}, "#
        + #"{"name": "blue", "weight": 100, "payload": {"type": "csv", "value": "a,b"}}]"#
    ), flag("session", rule("gradualRolloutSessionId", #""percentage": "100", "groupId": "g""#)),
    flag("address", rule("remoteAddress", #""IPs": "10.0.0.0/8""#)),
    flag("environment", isIn("environment", "prod")), flag("app", isIn("appName", "shop")),
    flag("country", isIn("country", "NO")),
    flag(
      "time",
      constraint("currentTime", #""operator": "DATE_AFTER", "value": "2027-01-01T00:00:00Z""#)
    ), flag("a.b", ""),
    flag("child", "", #", "dependencies": [{"feature": "user"}]"# + variants()),
  ]

  private static func served() async throws -> ServedExample {
    let settings = UnleashSettings(now: { Timestamp(seconds: 1_795_428_930) })
    return try await ServedExample(
      #"{"version": 2, "features": [\#(flags.joined(separator: ","))], "segments": []}"#,
      formats: [.unleash(settings)]
    )
  }

  @Test(
    arguments: [
      ("on", #""value":"disabled","reason":"STATIC","variant":"disabled""#),
      ("on.enabled", #""value":true,"reason":"STATIC","variant":"disabled""#),
      ("on.payload", #""reason":"STATIC","variant":"disabled""#),
      ("usual.enabled", #""value":true,"reason":"DEFAULT","variant":"disabled""#),
      ("off", #""value":"disabled","reason":"DISABLED","variant":"disabled""#),
      ("off.enabled", #""value":false,"reason":"DISABLED","variant":"disabled""#),
      ("off.payload", #""reason":"DISABLED","variant":"disabled""#),
      ("text", #""value":"red","reason":"STATIC","variant":"red""#),
      ("text.enabled", #""value":true,"reason":"STATIC","variant":"red""#),
      ("text.payload", #""value":"7","reason":"STATIC","variant":"red""#),
      ("number.payload", #""value":7,"reason":"STATIC","variant":"red""#),
      ("json.payload", #""value":{"a":1},"reason":"STATIC","variant":"red""#),
      ("plain", #""value":"disabled","reason":"STATIC","variant":"disabled""#),
      ("plain.payload", #""reason":"STATIC","variant":"disabled""#),
      ("user.enabled", #""value":true,"reason":"TARGETING_MATCH","variant":"disabled""#),
      ("half.enabled", #""value":true,"reason":"SPLIT","variant":"disabled""#),
      ("choice", #""value":"blue","reason":"SPLIT","variant":"blue""#),
      ("choice.payload", #""value":"a,b","reason":"SPLIT","variant":"blue""#),
      ("country.enabled", #""value":false,"reason":"DEFAULT","variant":"disabled""#),
      ("a.b.enabled", #""value":true,"reason":"STATIC","variant":"disabled""#),
      ("child", #""value":"red","reason":"STATIC","variant":"red""#),
    ]
  )
  func `the key of a flag has the name of its variant, and further keys the state and the payload`(
    key: String,
    result: String
  ) async throws {
    let example = try await Self.served()
    let body = try await example.evaluate(key, body: #"{"context":{"targetingKey":"ana"}}"#)
    let start = #"{"key":"\#(key)",\#(result),"metadata":{"overridden":false,"source":"file","#
    #expect(body.hasPrefix(start), "\(body)")
  }

  @Test(
    arguments: [
      ("user", #"{"targetingKey":"ana"}"#, #"{"targetingKey":"ben","userId":"ana"}"#),
      ("user", #"{"userId":"ana"}"#, #"{"userId":"ben"}"#),
      ("user", #"{"targetingKey":7}"#, #"{"targetingKey":8}"#),
      ("user", #"{"targetingKey":"","userId":7}"#, #"{"targetingKey":""}"#),
      ("child", #"{"userId":"ana"}"#, "{}"), ("session", #"{"sessionId":"s"}"#, "{}"),
      ("address", #"{"remoteAddress":"10.1.2.3"}"#, #"{"remoteAddress":"11.1.2.3"}"#),
      ("environment", #"{"environment":"prod"}"#, #"{"properties":{"environment":"prod"}}"#),
      ("app", #"{"appName":"shop"}"#, #"{"appName":"blog"}"#),
      ("country", #"{"properties":{"country":"NO"}}"#, #"{"properties":{"country":"SE"}}"#),
      ("country", #"{"country":"NO"}"#, #"{"country":"NO","properties":{"country":"SE"}}"#),
      ("time", #"{"currentTime":"2027-02-01T00:00:00Z"}"#, "{}"),
    ]
  )
  func `the context of an OFREP request is converted to the context of Unleash`(
    flag: String,
    on: String,
    off: String
  ) async throws {
    let example = try await Self.served()
    for (context, value) in [(on, "true"), (off, "false")] {
      let body = try await example.evaluate("\(flag).enabled", body: #"{"context":\#(context)}"#)
      #expect(body.contains(#""value":\#(value),"#), "\(context): \(body)")
    }
  }

  @Test(arguments: ["nowhere", "nowhere.enabled", "on.variant"])
  func `an unknown key gets the error FLAG_NOT_FOUND`(key: String) async throws {
    let example = try await Self.served()
    let response = try await example.send("POST", "\(Self.path)/\(key)", body: "{}")
    #expect(response.status == 404)
    #expect(response.text.contains(#""errorCode":"FLAG_NOT_FOUND""#))
  }

  @Test func `a bulk evaluation has the variant, the state and the payload of each flag`()
    async throws
  {
    let example = try await Self.served()
    let response = try await example.send("POST", Self.path, body: "{}")
    let flags = try JSONReader.read(response.body, as: .json)["flags"]?.list ?? []
    let keys = flags.compactMap { $0["key"]?.string }
    #expect(
      keys.prefix(9) == [
        "on", "on.enabled", "usual", "usual.enabled", "off", "off.enabled", "text", "text.enabled",
        "text.payload",
      ]
    )
  }

  @Test func `an override determines the variant, the state and the payload`() async throws {
    let example = try await Self.served()
    let store = example.store
    try store.override(.enabled(false), for: ["on", "text"])
    try store.override(.variation("red"), for: ["off", "choice"])
    try store.override(.variable("payload", .integer(9)), for: ["number"])
    let values = [
      ("on", #""value":"disabled","reason":"STATIC","variant":"disabled""#),
      ("on.enabled", #""value":false,"reason":"STATIC","variant":"disabled""#),
      ("text", #""value":"disabled","reason":"STATIC","variant":"disabled""#),
      ("text.payload", #""reason":"DISABLED","variant":"disabled""#),
      ("off", #""value":"red","reason":"STATIC","variant":"red""#),
      ("off.enabled", #""value":true,"reason":"STATIC","variant":"red""#),
      ("choice", #""value":"red","reason":"STATIC","variant":"red""#),
      ("choice.payload", #""reason":"DISABLED","variant":"red""#),
      ("number.payload", #""value":9,"reason":"STATIC","variant":"red""#),
    ]
    for (key, expected) in values {
      let body = try await example.evaluate(key, body: #"{"context":{"targetingKey":"ana"}}"#)
      let start = #"{"key":"\#(key)",\#(expected),"metadata":{"overridden":true,"#
      #expect(body.hasPrefix(start), "\(body)")
    }
  }
}
