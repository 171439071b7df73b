import TestSupport
import Testing

@testable import FeatureFlags
@testable import OFREP

/// Tests the features of a bulk response, and their evaluation for the user of the request.
struct FormatTests {
  private func store(_ text: String = Lab.bulk) throws -> FlagStore {
    var configuration = try ConfigurationFormat.ofrep.parse(Array(text.utf8))
    configuration.evaluator = configuration.evaluator.fetched(for: Lab.ana)
    let store = FlagStore(context: Lab.ana)
    try store.load(configuration)
    return store
  }

  @Test func `a Boolean flag becomes a feature flag, and other flags become values`() throws {
    let features = try store().features
    #expect(
      features.map(\.name.rawValue) == [
        "banner", "hue", "limit", "rate", "plan", "off", "broken",
      ]
    )
    #expect(features.map(\.type) == [.featureFlag] + Array(repeating: .value, count: 6))
    #expect(
      features.map(\.stateText) == [
        "Enabled", "#f00", "3", "1", #"{"steps":[1,2]}"#, "no value", "no value",
      ]
    )
    let types = features.map { $0.variables(in: $0.testVariations.first).first?.value.type }
    #expect(types == [nil, .string, .integer, .double, .json, nil, nil])
    #expect(features[0].detailText == "Shows the banner" && features[0].section == "shop")
    #expect(features[1].detailText == nil && features[1].section == nil)
  }

  static let reasons: [(text: String, reason: EvaluationReason)] = [
    ("STATIC", .fixed), ("TARGETING_MATCH", .targetingMatch), ("SPLIT", .split),
    ("DEFAULT", .byDefault), ("static", .fixed), ("STALE", .unknown), ("OVERRIDE", .unknown),
    ("", .unknown), ("DISABLED", .disabled), ("UNKNOWN", .unknown),
  ]

  @Test(arguments: reasons)
  func `the evaluation of a feature has the reason of the response`(
    text: String,
    reason: EvaluationReason
  ) throws {
    for value in ["true", "false", "1", "\"x\""] {
      let store = try store(#"{"flags":[{"key":"k","value":\#(value),"reason":"\#(text)"}]}"#)
      #expect(store.evaluate("k", in: Lab.ana)?.reason == reason)
    }
  }

  @Test func `a user other than that of the response gets no variation`() throws {
    let store = try store()
    let ben = EvaluationContext(targetingKey: "ben")
    for name in ["banner", "hue", "limit"] as [Feature.Name] {
      let own = try #require(store.evaluate(name, in: Lab.ana))
      let other = try #require(store.evaluate(name, in: ben))
      #expect(own.isEnabled && own.reason != .unknown)
      #expect(!other.isEnabled && other.reason == .unknown)
      #expect(other.variables.isEmpty && other.variation == nil)
    }
    #expect(store.evaluate("hue", in: Lab.ana)?.variables.map(\.value) == [.string("#f00")])
    #expect(store.evaluate("hue", in: Lab.ana)?.variation?.rawValue == "red")
  }

  @Test func `overrides of flags and values apply to every user until they are reset`() throws {
    let store = try store()
    let ben = EvaluationContext(targetingKey: "ben")
    try store.apply(.set([.enabled(false)], for: ["banner"]))
    try store.apply(.set([.variable("value", .string("#00f"))], for: ["hue"]))
    try store.apply(.set([.variable("value", .integer(9))], for: ["rate"]))
    for user in [Lab.ana, ben] {
      let banner = try #require(store.evaluate("banner", in: user))
      #expect(!banner.isEnabled && banner.reason == .override && banner.variation == .disabled)
      let hue = try #require(store.evaluate("hue", in: user))
      #expect(hue.variables.map(\.value) == [.string("#00f")] && hue.reason == .override)
      #expect(store.evaluate("rate", in: user)?.variables.map(\.value) == [.double(9)])
    }
    try store.apply(.set([.enabled(true)], for: ["banner"]))
    #expect(store.evaluate("banner", in: ben)?.variation == .enabled)
    try store.apply(.reset(["banner", "hue"]))
    #expect(store.evaluate("banner", in: Lab.ana)?.isEnabled == true)
    #expect(store.evaluate("banner", in: ben)?.reason == .unknown)
    #expect(store.evaluate("hue", in: Lab.ana)?.variables.map(\.value) == [.string("#f00")])
  }

  @Test func `an override of the wrong type or of a flag without value is rejected`() throws {
    let store = try store()
    #expect(throws: FlagStoreError.self) {
      try store.apply(.set([.variable("value", .string("x"))], for: ["limit"]))
    }
    #expect(throws: FlagStoreError.self) {
      try store.apply(.set([.variable("value", .string("x"))], for: ["off"]))
    }
    #expect(throws: FlagStoreError.self) {
      try store.apply(.set([.enabled(true)], for: ["hue"]))
    }
  }

  @Test func `the error of a flag is reported as a problem of its feature`() throws {
    let configuration = try ConfigurationFormat.ofrep.parse(Array(Lab.bulk.utf8))
    let problem = try #require(configuration.problems.first)
    #expect(configuration.problems.count == 1)
    #expect(problem.feature == "broken" && problem.severity == .error)
    #expect(
      problem.fact.description == "the server cannot evaluate it: PARSE_ERROR: no such variant"
    )
  }

  @Test func `the explanation of a feature has the reason, the variant and the metadata`() throws {
    var configuration = try ConfigurationFormat.ofrep.parse(Array(Lab.bulk.utf8))
    configuration.evaluator = configuration.evaluator.fetched(for: Lab.ana)
    func explanation(
      _ name: Feature.Name,
      _ user: EvaluationContext = Lab.ana
    ) throws -> Explanation {
      let feature = try #require(configuration.features.first { $0.name == name })
      return try #require(configuration.evaluator.explanation(of: feature, in: user))
    }
    let banner = try explanation("banner")
    #expect(banner.steps.map(\.title) == ["reason TARGETING_MATCH"])
    #expect(banner.steps.first?.variation == "on")
    #expect(
      banner.steps.first?.findings.map(\.text) == [
        "team: web", "description: Shows the banner", "flagSetId: shop",
      ]
    )
    #expect(try explanation("plan").steps.first?.variation == #"{"steps":[1,2]}"#)
    #expect(try explanation("off").remarks == ["no value: the app uses its own default"])
    #expect(try explanation("broken").steps.map(\.title) == ["PARSE_ERROR: no such variant"])
    let other = try explanation("banner", EvaluationContext())
    #expect(other.steps.isEmpty && other.warnings == ["the response is for a different user"])
  }

  @Test(arguments: [
    (Lab.bulk, true), (#"{"flags":[]}"#, true), (#"{"flags":[{"key":"a","errorCode":"X"}]}"#, true),
    (#"{"flags":{"a":{"state":"ENABLED"}}}"#, false),
    (#"{"flags":[{"key":"a","state":"ENABLED","variants":{}}]}"#, false),
    (#"{"features":[],"flags":[]}"#, false), (#"["flags"]"#, false), ("{\"flags\":", false),
    ("", false),
  ])
  func `a bulk response is recognised by its list of evaluations`(text: String, isResponse: Bool) {
    #expect(ConfigurationFormat.ofrep.recognises(Array(text.utf8)) == isResponse)
  }
}
