import FeatureFlags
import Targeting
import Testing

@testable import GoFeatureFlag

/// Tests the evaluation of flags, and what `check` and the trace say of it.
struct EvaluationTests {
  private static func evaluator(
    _ flag: String,
    at time: String = "2026-01-15T12:00:00Z"
  ) throws -> (GoFeatureFlagEvaluator, Feature) {
    let date = try #require(Timestamp(time))
    let format = ConfigurationFormat.goFeatureFlag { date }
    let configuration = try format.parse(Array("{\"flag\": \(flag)}".utf8))
    let evaluator = try #require(configuration.evaluator as? GoFeatureFlagEvaluator)
    return (evaluator, try #require(configuration.features.first))
  }

  /// The variation, the reason and the rule of a flag; the code of a failure.
  private static func result(
    _ flag: String,
    for user: EvaluationContext = EvaluationContext(targetingKey: "ana"),
    at time: String = "2026-01-15T12:00:00Z"
  ) throws -> String {
    let (evaluator, feature) = try evaluator(flag, at: time)
    switch evaluator.allocator(for: user, count: 1)(feature.definition, [:]) {
    case .outcome(let outcome, let rule, let reason, _):
      return [outcome?.variation.rawValue ?? "none", reason.rawValue, rule].compactMap(\.self)
        .joined(separator: " ")
    case .failure(let failure): return failure.code.rawValue
    case .assignment, nil: return "none"
    }
  }

  private static let variations = #""variations": {"A": "a", "B": "b", "C": "c"}"#

  @Test(arguments: [
    (#""defaultRule": {"variation": "A"}"#, "A STATIC"),
    (
      #""targeting": [{"name": "gold", "query": "plan eq \"gold\"", "variation": "B"}], "#
        + #""defaultRule": {"variation": "A"}"#,
      "B TARGETING_MATCH gold"
    ),
    (
      #""targeting": [{"query": "plan eq \"x\"", "variation": "B"}], "#
        + #""defaultRule": {"variation": "A"}"#,
      "A DEFAULT"
    ),
    (
      #""targeting": [{"query": "{\"==\": [{\"var\": \"key\"}, \"ana\"]}", "variation": "C"}], "#
        + #""defaultRule": {"variation": "A"}"#,
      "C TARGETING_MATCH 1"
    ),
    (
      #""targeting": [{"query": "{\"sem_ver\": [1, \"=\", 1]}", "variation": "C"}], "#
        + #""defaultRule": {"variation": "A"}"#,
      "A DEFAULT"
    ),
    (
      #""targeting": [{"query": "key pr", "variation": "B", "disable": true}], "#
        + #""defaultRule": {"variation": "A"}"#,
      "A DEFAULT"
    ),
    (
      #""targeting": [{"query": "key pr", "percentage": {"B": 100}}], "#
        + #""defaultRule": {"variation": "A"}"#,
      "B TARGETING_MATCH 1"
    ),
    (#""targeting": [{"query": "key pr"}], "defaultRule": {"variation": "A"}"#, "FLAG_CONFIG"),
    (#""defaultRule": {"percentage": {"A": 0, "B": 0}}"#, "FLAG_CONFIG"),
    (#""defaultRule": {"variation": "A"}, "disable": true"#, "none DISABLED"),
    (
      #""defaultRule": {"variation": "A"}, "experimentation": {"start": "2026-01-15T12:00:01Z"}"#,
      "none DISABLED"
    ),
    (
      #""defaultRule": {"variation": "A"}, "experimentation": {"end": "2026-01-15T12:00:00Z"}"#,
      "A STATIC"
    ),
    (#""defaultRule": {"variation": "Z"}"#, "Z STATIC"),
    (
      #""defaultRule": {"variation": "A"}, "bucketingKey": "team.id""#, "TARGETING_KEY_MISSING"
    ),
    (#""targeting": []"#, "FLAG_CONFIG"),
  ])
  func `a flag has the result of its rules`(rules: String, expected: String) throws {
    let user = EvaluationContext(targetingKey: "ana", attributes: ["plan": "gold"])
    #expect(try Self.result("{\(Self.variations), \(rules)}", for: user) == expected)
  }

  @Test func `a user without a targeting key has no bucket`() throws {
    let flag = #"{\#(Self.variations), "defaultRule": {"percentage": {"A": 50, "B": 50}}}"#
    #expect(try Self.result(flag, for: EvaluationContext()) == "TARGETING_KEY_MISSING")
    #expect(try Self.result(flag).hasSuffix("SPLIT"))
  }

  @Test(arguments: [
    ("my-flag", "e56f628e-9817-498f-ae38-4961e9c2bb21", 100_000, 70_272),
    ("", "e56f628e-9817-498f-ae38-4961e9c2bb21", 100_000, 74_237), ("", "", 100_000, 36_261),
    ("flagname+", "userkey", 100_000, 8_465), ("flagname+", "randomUserID", 100_000, 71_816),
    ("flagname+", "96ac59e6-7492-436b-b15a-ba1d797d2423", 100_000, 83_297),
    ("my-flag", "user-1", 100_000, 33_501), ("my-flag", "użytkownik-7", 100_000, 20_436),
    ("checkout", "user-42", 182_000, 92_567),
  ])
  func `the bucket of a user is a hash of the flag and the key`(
    flag: String,
    key: String,
    buckets: Double,
    position: Int
  ) {
    #expect(GoEvaluation.position(flag, key, of: buckets) == position)
  }

  @Test(arguments: [
    ("2026-01-15T11:59:00Z", "A SPLIT"), ("2026-01-15T12:00:00Z", "A SPLIT"),
    ("2026-01-15T13:00:00Z", "B SPLIT"), ("2027-01-01T00:00:00Z", "B SPLIT"),
  ])
  func `a progressive roll-out moves users from one variation to another`(
    time: String,
    expected: String
  ) throws {
    let flag = """
      {\(Self.variations), "defaultRule": {"progressiveRollout": {
        "initial": {"variation": "A", "percentage": 0, "date": "2026-01-15T12:00:00Z"},
        "end": {"variation": "B", "percentage": 100, "date": "2026-01-15T13:00:00Z"}}}}
      """
    #expect(try Self.result(flag, at: time) == expected)
  }

  @Test(arguments: [
    ("2026-01-15T11:00:00Z", "A DEFAULT"), ("2026-01-15T12:00:00Z", "B TARGETING_MATCH gold"),
    ("2026-01-15T13:00:00Z", "C TARGETING_MATCH gold"), ("2026-01-15T14:00:00Z", "none DISABLED"),
  ])
  func `the steps of a schedule change the flag`(time: String, expected: String) throws {
    let flag = #"""
      {\#(Self.variations), "defaultRule": {"variation": "A"},
       "targeting": [{"name": "gold", "query": "plan eq \"none\"", "variation": "B"}],
       "scheduledRollout": [
        {"date": "2026-01-15T13:00:00Z", "targeting": [{"name": "gold", "variation": "C"}]},
        {"date": "2026-01-15T12:00:00Z", "targeting": [{"name": "gold", "query": "plan eq \"gold\""}]},
        {"date": "2026-01-15T14:00:00Z", "disable": true}, {"disable": true}]}
      """#
    let user = EvaluationContext(targetingKey: "ana", attributes: ["plan": "gold"])
    #expect(try Self.result(flag, for: user, at: time) == expected)
  }

  @Test func `a step that is not due changes nothing, and a due one can enable a flag`() throws {
    let undue =
      #"{"variations": {"A": 1, "B": 2}, "defaultRule": {"variation": "A"}, "scheduledRollout": [STEP]}"#
    let (evaluator, feature) = try Self.evaluator(
      undue.replacing("STEP", with: #"{"date": "2099-01-01T00:00:00Z", "variations": {"A": 7}}"#)
    )
    let allocator = evaluator.allocator(for: EvaluationContext(targetingKey: "ana"), count: 1)
    guard case .outcome(let outcome?, _, _, _)? = allocator(feature.definition, [:]) else { return }
    #expect(outcome.variables.map(\.value) == [.integer(1)])
    let enabled = #"""
      {\#(Self.variations), "disable": true, "defaultRule": {"variation": "A"},
       "scheduledRollout": [{"date": "2020-01-01T00:00:00Z", "disable": false}]}
      """#
    let store = FlagStore(context: EvaluationContext(targetingKey: "ana"))
    try store.load(
      try ConfigurationFormat.goFeatureFlag().parse(Array("{\"flag\": \(enabled)}".utf8))
    )
    #expect(store.evaluate("flag", in: store.context)?.reason == .fixed)
  }

  @Test func `a user can have a time, and the relay proxy adds attributes`() throws {
    let document = #"""
      {"flags": {"flag": {\#(Self.variations), "defaultRule": {"variation": "A"},
        "targeting": [{"query": "environment eq \"prod\"", "variation": "B"}],
        "experimentation": {"start": "2030-01-01T00:00:00Z"}}},
       "evaluationContextEnrichment": {"environment": "prod"}}
      """#
    let configuration = try ConfigurationFormat.goFeatureFlag().parse(Array(document.utf8))
    let store = FlagStore()
    try store.load(configuration)
    var user = EvaluationContext(targetingKey: "ana", attributes: ["environment": "dev"])
    #expect(store.evaluate("flag", in: user)?.reason == .disabled)
    user.attributes["gofeatureflag"] = .object(["currentDateTime": "2031-01-01T00:00:00Z"])
    #expect(store.evaluate("flag", in: user)?.variation == "B")
  }

  @Test func `the trace has each comparison and the bucket`() throws {
    let (evaluator, feature) = try Self.evaluator(
      #"""
      {\#(Self.variations), "targeting": [
        {"name": "gold", "query": "plan eq \"gold\" and age gt 17", "variation": "B"}],
       "defaultRule": {"percentage": {"A": 50, "B": 50}}}
      """#
    )
    let user = EvaluationContext(targetingKey: "ana", attributes: ["plan": "gold", "age": 3])
    let explanation = try #require(evaluator.explanation(of: feature, in: user))
    #expect(explanation.steps.map(\.title) == [#"rule "gold""#, "default rule"])
    #expect(
      explanation.steps[0].findings.map(\.text) == [
        #"plan eq "gold", the user has "gold""#, "age gt 17, the user has 3",
      ]
    )
    #expect(explanation.steps[1].findings.first?.ruler?.length == 100_000)
    #expect(explanation.remarks == ["SPLIT"])
  }

  @Test func `check says why the relay proxy leaves out a flag`() throws {
    let document = """
      bad:
        variations: {a: 1, b: x}
        targeting:
          - query: plan equals 5
            variation: c
          - {name: n, variation: a}
      """
    let configuration = try ConfigurationFormat.goFeatureFlag().parse(Array(document.utf8))
    let facts = configuration.problems.map { $0.fact.description }
    for text in [
      "has variations of different types", "has no defaultRule", "targeting[1] has no query",
      "has the query \"plan equals 5\", which cannot be parsed",
      "targeting[0] has the variation \"c\", which the flag has not",
    ] {
      #expect(facts.contains { $0.contains(text) }, "\(text): \(facts)")
    }
  }

  @Test func `a file in TOML is refused by its name`() throws {
    let document = "[cart.variations]\non = 1\n[cart.defaultRule]\nvariation = \"on\"\n"
    let bytes = Array(document.utf8)
    let format = ConfigurationFormat.goFeatureFlag()
    #expect(format.recognises(bytes))
    #expect {
      try format.parse(bytes)
    } throws: {
      "\($0)".contains("found TOML, expected YAML or JSON")
    }
  }
}
