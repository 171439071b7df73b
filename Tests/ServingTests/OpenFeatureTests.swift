import Documents
import FeatureFlags
import HTTPServer
import Serving
import TestSupport
import Testing
import Workbench

/// Tests the server with the OpenFeature providers for Python, which are downloaded.
@Suite(.onlyInFullRun)
struct OpenFeatureTests {
  private typealias Evaluation = OpenFeatureClient.Evaluation
  typealias Provider = OpenFeatureClient.Provider

  /// Evaluations of each type, with the lines that a provider prints.
  private static let evaluations: [(evaluation: Evaluation, line: String)] = [
    (Evaluation("boolean", "New Cart", default: .bool(false)), "true on STATIC"),
    (Evaluation("boolean", "Old Cart", default: .bool(true)), "false off STATIC"),
    (Evaluation("boolean", "Gold.unlocked", default: .bool(false)), "true on STATIC"),
    (Evaluation("boolean", "Price.isNew", default: .bool(false)), "true basic STATIC"),
    (Evaluation("string", "Price", default: .string("x")), #""basic" basic STATIC"#),
    (
      Evaluation("string", "Price.label", default: .string("x")),
      #""a \"quote\"" basic STATIC"#
    ),
    (Evaluation("integer", "Price.count", default: .integer(0)), "3 basic STATIC"),
    (Evaluation("float", "Price.amount", default: .integer(0)), "1.0 basic STATIC"),
    (Evaluation("object", "Price.list", default: .list([])), "[1,2] basic STATIC"),
    (
      Evaluation("object", "Price.variables", default: .object([])),
      #"{"amount":1.0,"count":3,"label":"a \"quote\"","isNew":true,"list":[1,2]} basic STATIC"#
    ),
    // A test without a variation gets the default value of the app.
    (Evaluation("string", "Off Test", default: .string("mine")), #""mine" off DISABLED"#),
    (Evaluation("boolean", "Off Test.enabled", default: .bool(true)), "false off STATIC"),
    (Evaluation("boolean", "Nowhere", default: .bool(true)), "true FLAG_NOT_FOUND"),
    (Evaluation("boolean", "Price.total", default: .bool(true)), "true FLAG_NOT_FOUND"),
    (Evaluation("integer", "New Cart.x", default: .integer(7)), "7 FLAG_NOT_FOUND"),
    (Evaluation("string", "New Cart", default: .string("x")), #""x" TYPE_MISMATCH"#),
    (Evaluation("boolean", "Price.label", default: .bool(false)), "false TYPE_MISMATCH"),
    (Evaluation("float", "Price.count", default: .integer(2)), "2.0 TYPE_MISMATCH"),
    (Evaluation("integer", "Price.amount", default: .integer(2)), "2 TYPE_MISMATCH"),
    (Evaluation("object", "Price", default: .object([])), "{} TYPE_MISMATCH"),
  ]

  @Test(arguments: Provider.allCases)
  func `a provider returns values of each type, and errors for wrong keys and types`(
    provider: Provider
  ) async throws {
    let example = try await ServedExample(adding: [ServedExample.price])
    let client = OpenFeatureClient(provider: provider, url: example.server.url)
    let lines = try await client.evaluate(Self.evaluations.map(\.evaluation))
    #expect(lines == Self.evaluations.map(\.line))
  }

  @Test(arguments: Provider.allCases)
  func `a provider returns overridden values, and after a reset the former values`(
    provider: Provider
  ) async throws {
    let example = try await ServedExample(adding: [ServedExample.price])
    let client = OpenFeatureClient(provider: provider, url: example.server.url)
    let evaluations =
      Self.evaluations.map(\.evaluation) + [
        Evaluation("string", "Colour", default: .string("x"), user: "ana"),
        Evaluation("boolean", "Estimate", default: .bool(false), user: "ana"),
        Evaluation("boolean", "Beta", default: .bool(false)),
      ]
    let before = try await client.evaluate(evaluations)
    let store = example.store
    try store.override(.enabled(false), for: ["New Cart"])
    try store.override(.enabled(true), for: ["Old Cart", "Beta"])
    try store.override([.enabled(true), .variation("b")], for: ["Off Test"])
    try store.override(.unlocked(false), for: ["Gold"])
    try store.override(.variation("none"), for: ["Price"])
    try store.override(.variable("count", .integer(-9)), for: ["Price"])
    try store.override(.variable("amount", .double(2)), for: ["Price"])
    try store.override(.variation("green"), for: ["Colour"])
    try store.override(.variation("Disabled"), for: ["Estimate"])
    let keys: [(type: String, key: String, value: JSONValue, line: String)] = [
      ("boolean", "New Cart", .bool(true), "false off STATIC"),
      ("boolean", "Old Cart", .bool(false), "true on STATIC"),
      ("boolean", "Beta", .bool(false), "true on STATIC"),
      ("string", "Off Test", .string("x"), #""b" b STATIC"#),
      ("boolean", "Gold.unlocked", .bool(true), "false on STATIC"),
      ("string", "Price", .string("x"), #""none" none STATIC"#),
      ("integer", "Price.count", .integer(0), "-9 none STATIC"),
      ("float", "Price.amount", .integer(0), "2.0 none STATIC"),
      ("string", "Colour", .string("x"), #""green" green STATIC"#),
      ("boolean", "Estimate", .bool(true), "false Disabled STATIC"),
    ]
    let lines = try await client.evaluate(
      keys.map { Evaluation($0.type, $0.key, default: $0.value, user: "ana") }
    )
    #expect(lines == keys.map(\.line))
    try store.resetAll()
    #expect(try await client.evaluate(evaluations) == before)
  }

  @Test(arguments: Provider.allCases)
  func `a provider returns each user's own variation`(provider: Provider) async throws {
    let example = try await ServedExample()
    let client = OpenFeatureClient(provider: provider, url: example.server.url)
    let users = (0..<20).map { "user\($0)" }
    let attributes: [(key: String, value: JSONValue)] = [
      ("plan", .string("gold")), ("age", .integer(42)), ("tags", .list([.string("a")])),
    ]
    let lines = try await client.evaluate(
      users.map {
        Evaluation("string", "Colour", default: .string("x"), user: $0, attributes: attributes)
      }
    )
    let expected = users.map { user in
      let name =
        example.store.evaluate("Colour", in: EvaluationContext(targetingKey: user))?.variation?
        .rawValue ?? ""
      return "\"\(name)\" \(name) SPLIT"
    }
    #expect(lines == expected)
    #expect(Set(lines).count == 3)
    let activity = example.server.activity
    let received = try #require(activity.clients.first?.context)
    #expect(received.targetingKey == "user19")
    #expect(received.attributes["plan"] == "gold" && received.attributes["age"] == 42)
  }

  @Test(arguments: Provider.allCases)
  func `a provider without the server's token gets no values`(provider: Provider) async throws {
    let token = try #require(AccessToken("s3cret-token"))
    let example = try await ServedExample { $0.token = token }
    let evaluation = Evaluation("boolean", "New Cart", default: .bool(false))
    for (sent, line) in [
      ("s3cret-token", "true on STATIC"), ("s3cret-tokem", "false GENERAL"), (nil, "false GENERAL"),
    ] {
      let client = OpenFeatureClient(provider: provider, url: example.server.url, token: sent)
      #expect(try await client.evaluate([evaluation]) == [line])
    }
    #expect(example.server.activity.rejectedCount == 2)
  }

  /// Keys as an app passes them to a provider, with the printed lines.
  ///
  /// A provider puts the key into the URL without escaping it, so that the app has to escape the characters
  /// with a meaning in URLs.
  private static let keys = [
    ("a b", "true on STATIC"), ("a/b", "true on STATIC"), ("a.b.c", "true on STATIC"),
    ("50% off", "true on STATIC"), ("100%", "true on STATIC"), ("Größe 😀", "true on STATIC"),
    ("a+b&c=d;e", "true on STATIC"), ("it's \"x\" <y>", "true on STATIC"),
    ("Ready%3F", "true on STATIC"), ("Ready?", "false FLAG_NOT_FOUND"),
    ("Item%20%231", "true on STATIC"), ("Item #1", "false FLAG_NOT_FOUND"),
    ("a%2Fb", "true on STATIC"), ("50%25 off", "true on STATIC"),
    ("a%252Fb", "false FLAG_NOT_FOUND"),
  ]

  @Test(arguments: Provider.allCases)
  func `a provider finds keys with spaces, slashes, dots, percent signs and Unicode`(
    provider: Provider
  ) async throws {
    let names = [
      "a b", "a/b", "a.b.c", "50% off", "100%", "Größe 😀", "a+b&c=d;e", "it's \"x\" <y>", "Ready?",
      "Item #1",
    ]
    let features = names.map {
      #"{"name": \#(JSONValue.string($0).text()), "enabled": true}"#
    }
    let example = try await ServedExample(#"{"features": [\#(features.joined(separator: ","))]}"#)
    let client = OpenFeatureClient(provider: provider, url: example.server.url)
    let lines = try await client.evaluate(
      Self.keys.map { Evaluation("boolean", $0.0, default: .bool(false)) }
    )
    #expect(zip(Self.keys, lines).map { "\($0.0): \($1)" } == Self.keys.map { "\($0.0): \($0.1)" })
  }

  @Test func `a repeated request for all flags gets status 304`() async throws {
    let example = try await ServedExample(adding: [ServedExample.price])
    let client = OpenFeatureClient(provider: .ofrep, url: example.server.url)
    #expect(try await client.evaluateAll(for: "ana") == "200 19 304 0\n")
  }

  @Test(arguments: Provider.allCases)
  func `a provider behind a proxy gets overrides, or else the values of the upstream`(
    provider: Provider
  ) async throws {
    let upstream = try await ServedExample(adding: [ServedExample.price])
    let example = try await ProxyExample(upstream.server.url)
    let client = OpenFeatureClient(provider: provider, url: example.proxy.server.url)
    let evaluations =
      Self.evaluations.map(\.evaluation)
      + (0..<10).map {
        Evaluation("string", "Colour", default: .string("x"), user: "user\($0)")
      }
    let direct = OpenFeatureClient(provider: provider, url: upstream.server.url)
    let expected = try await direct.evaluate(evaluations)
    #expect(try await client.evaluate(evaluations) == expected)
    try example.store.override(.enabled(false), for: ["New Cart"])
    try example.store.override(.variable("value", .double(3)), for: ["Price.amount"])
    try example.store.override(.variable("value", .string("green")), for: ["Colour"])
    let changed = try await client.evaluate(evaluations)
    let overridden = zip(evaluations, expected).map { evaluation, line in
      switch (evaluation.type, evaluation.key) {
      case ("boolean", "New Cart"): "false off STATIC"
      case ("float", "Price.amount"): "3.0"
      case ("string", "Colour"): "\"green\""
      default: line
      }
    }
    for (line, start) in zip(changed, overridden) { #expect(line.hasPrefix(start)) }
    try example.store.resetAll()
    #expect(try await client.evaluate(evaluations) == expected)
  }

  @Test(arguments: Provider.allCases)
  func `a provider accepts evaluations of an upstream without a variant and a reason`(
    provider: Provider
  ) async throws {
    let upstream = try LocalServer { UpstreamResponses.respond(to: $0) }
    let example = try await ProxyExample(upstream.url())
    let client = OpenFeatureClient(provider: provider, url: example.proxy.server.url)
    let evaluations = [
      Evaluation("integer", "limit", default: .integer(0)),
      Evaluation("object", "bare", default: .object([])),
      Evaluation("float", "rate", default: .integer(0)),
      Evaluation("boolean", "broken", default: .bool(true)),
      Evaluation("boolean", "nowhere", default: .bool(true)),
    ]
    let lines = [
      "1  UNKNOWN", #"{"steps":[1,2.0]}  UNKNOWN"#, "1.0 one SPLIT", "true PARSE_ERROR",
      "true FLAG_NOT_FOUND",
    ]
    #expect(try await client.evaluate(evaluations) == lines)
    upstream.stop()
    let later = try await client.evaluate(evaluations)
    #expect(Array(later.prefix(3)) == Array(lines.prefix(3)), "the last known values")
    #expect(later.last == "true GENERAL")
  }
}
