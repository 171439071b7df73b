import FeatureFlags
import Targeting
import Testing

@testable import PostHog

/// Tests the evaluation of flags with conditions, cohorts, groups, variants and dependencies.
struct EvaluationTests {
  private static func result(
    _ flags: String,
    _ key: Feature.Name = "f",
    cohorts: String = "{}",
    for user: EvaluationContext = EvaluationContext(targetingKey: "ana")
  ) throws -> String {
    let text = #"""
      {"flags": [\#(flags)], "group_type_mapping": {"0": "company"}, "cohorts": \#(cohorts)}
      """#
    let configuration = try ConfigurationFormat.postHog().parse(Array(text.utf8))
    let feature = try #require(configuration.features.first { $0.name == key })
    let allocator = configuration.evaluator.allocator(for: user, count: 1)
    guard case .outcome(let outcome, _, let reason, _)? = allocator(feature.definition, [:]) else {
      return "none"
    }
    return "\(outcome?.variation.rawValue ?? "undecided") \(reason.rawValue)"
  }

  private static func flag(_ filters: String, _ rest: String = "") -> String {
    #"{"id": 1, "key": "f", "active": true, "filters": {\#(filters)}\#(rest)}"#
  }

  private static let gold = #"{"key": "plan", "value": "gold", "type": "person"}"#

  @Test(arguments: [
    (#""groups": [{"properties": [], "rollout_percentage": 100}]"#, "true TARGETING_MATCH"),
    (#""groups": [{"properties": [GOLD]}]"#, "true TARGETING_MATCH"),
    (#""groups": [{"properties": [{"key": "plan", "value": "x"}]}]"#, "false DEFAULT"),
    (#""groups": [{"properties": [{"key": "age", "value": "x"}]}]"#, "undecided UNKNOWN"),
    (
      #""groups": [{"properties": [{"key": "age", "value": 1}]}, {"properties": []}]"#,
      "true TARGETING_MATCH"
    ),
    (#""groups": [{"rollout_percentage": 0}]"#, "false DEFAULT"),
    (#""early_exit": true, "groups": [{"rollout_percentage": 0}, {}]"#, "false DEFAULT"),
    (#""groups": [{"rollout_percentage": 0}, {}]"#, "true TARGETING_MATCH"),
    (
      #""groups": [{"properties": [{"key": "id", "type": "cohort", "value": 9}]}, {}]"#,
      "undecided UNKNOWN"
    ),
    (#""aggregation_group_type_index": 0, "groups": [{}]"#, "false DEFAULT"),
    (#""aggregation_group_type_index": 5, "groups": [{}]"#, "undecided UNKNOWN"),
    (#""bucketing_identifier": "device_id", "groups": [{}]"#, "undecided UNKNOWN"),
    (
      #""groups": [{"variant": "b"}], "multivariate": {"variants": [VARIANTS]}"#, "b SPLIT"
    ),
    (
      #""groups": [{"variant": "z"}], "multivariate": {"variants": [{"key": "a", "rollout_percentage": 100}]}"#,
      "a SPLIT"
    ),
    (
      #""groups": [{}], "multivariate": {"variants": [{"key": "a", "rollout_percentage": 0}]}"#,
      "true SPLIT"
    ),
  ])
  func `a flag has the value of its first condition that matches`(
    filters: String,
    expected: String
  ) throws {
    let variants =
      #"{"key": "a", "rollout_percentage": 50}, {"key": "b", "rollout_percentage": 50}"#
    let text = filters.replacing("GOLD", with: Self.gold).replacing("VARIANTS", with: variants)
    let user = EvaluationContext(targetingKey: "ana", attributes: ["plan": "gold"])
    #expect(try Self.result(Self.flag(text), for: user) == expected)
  }

  @Test func `a flag that is off, or that only PostHog evaluates, says so`() throws {
    let off = #"{"key": "f", "active": false, "filters": {"groups": [{}]}}"#
    #expect(try Self.result(off) == "false DISABLED")
    let kept = Self.flag(#""groups": [{}]"#, #", "ensure_experience_continuity": true"#)
    #expect(try Self.result(kept) == "undecided UNKNOWN")
  }

  @Test(arguments: [
    (#"{"type": "AND", "values": [GOLD]}"#, "true TARGETING_MATCH"),
    (#"{"type": "AND", "values": [GOLD, {"key": "age", "value": 1}]}"#, "undecided UNKNOWN"),
    (#"{"type": "OR", "values": [{"key": "age", "value": 1}, GOLD]}"#, "true TARGETING_MATCH"),
    (
      #"{"type": "OR", "values": [{"key": "plan", "value": "gold", "negation": true}]}"#,
      "false DEFAULT"
    ),
    (#"{"type": "AND", "values": [{"type": "OR", "values": [GOLD]}]}"#, "true TARGETING_MATCH"),
    (#"{"type": "OR", "values": [{"type": "cohort", "value": 7}]}"#, "undecided UNKNOWN"),
    (#"{"type": "AND", "values": [{}]}"#, "true TARGETING_MATCH"),
    ("{}", "true TARGETING_MATCH"), (#"{"values": 3, "type": "AND"}"#, "undecided UNKNOWN"),
  ])
  func `a cohort has the users whom its filters select`(cohort: String, expected: String) throws {
    let flag = Self.flag(
      #""groups": [{"properties": [{"type": "cohort", "key": "id", "value": 7}]}]"#
    )
    let user = EvaluationContext(targetingKey: "ana", attributes: ["plan": "gold"])
    let cohorts = "{\"7\": \(cohort.replacing("GOLD", with: Self.gold))}"
    #expect(try Self.result(flag, cohorts: cohorts, for: user) == expected)
  }

  @Test(arguments: [
    (#""value": true, "dependency_chain": ["base"]"#, "true TARGETING_MATCH"),
    (#""value": "b", "dependency_chain": ["base"]"#, "true TARGETING_MATCH"),
    (#""value": "B", "dependency_chain": ["base"]"#, "false DEFAULT"),
    (#""value": false, "dependency_chain": ["base"]"#, "false DEFAULT"),
    (#""value": null, "dependency_chain": ["base"]"#, "false DEFAULT"),
    (#""value": true, "dependency_chain": []"#, "undecided UNKNOWN"),
    (#""value": true, "dependency_chain": ["gone"]"#, "undecided UNKNOWN"),
  ])
  func `a flag can depend on the value of another flag`(filter: String, expected: String) throws {
    let base = #"""
      {"key": "base", "active": true, "filters": {"groups": [{"variant": "b"}],
       "multivariate": {"variants": [{"key": "b", "rollout_percentage": 100}]}}}
      """#
    let flag = Self.flag(
      #""groups": [{"properties": [{"type": "flag", "key": "base", "operator": "flag_evaluates_to", \#(filter)}]}]"#
    )
    #expect(try Self.result("\(base), \(flag)") == expected)
  }

  @Test func `a flag of groups is evaluated with the key and the properties of the group`() throws {
    let flag = Self.flag(
      #""aggregation_group_type_index": 0, "groups": [{"properties": [{"key": "size", "value": 5, "type": "group"}]}]"#
    )
    var user = EvaluationContext(
      targetingKey: "ana",
      attributes: ["$groups": .object(["company": "acme"])]
    )
    #expect(try Self.result(flag, for: user) == "undecided UNKNOWN")
    user.attributes["$group_properties"] = .object(["company": .object(["size": 5])])
    #expect(try Self.result(flag, for: user) == "true TARGETING_MATCH")
  }

  @Test(arguments: [
    ("multivariate-flag", "distinct_id_0", 0.5020378, 0.6186455),
    ("multivariate-flag", "distinct_id_1", 0.3180303, 0.6473165),
    ("simple-flag", "distinct_id_0", 0.7836964, 0.6595249),
    ("simple-flag", "distinct_id_2", 0.3720434, 0.7657378),
  ])
  func `the buckets of a person are hashes of the flag and the person`(
    flag: String,
    id: String,
    rollout: Double,
    variant: Double
  ) {
    #expect(abs(PostHogEvaluation.hash(flag, id) - rollout) < 1e-6)
    #expect(abs(PostHogEvaluation.hash(flag, id, salt: "variant") - variant) < 1e-6)
  }

  @Test func `the trace has each filter and the missing property`() throws {
    let text = #"""
      {"flags": [{"key": "f", "active": true, "filters": {"groups": [
        {"properties": [{"key": "plan", "value": "gold"}, {"key": "age", "operator": "gt", "value": 17}]}]}}],
       "group_type_mapping": {}}
      """#
    let configuration = try ConfigurationFormat.postHog().parse(Array(text.utf8))
    let store = FlagStore(
      context: EvaluationContext(targetingKey: "ana", attributes: ["plan": "gold"])
    )
    try store.load(configuration)
    let feature = try #require(store.feature(named: "f"))
    let explanation = try #require(
      configuration.evaluator.explanation(of: feature, in: store.context)
    )
    #expect(
      explanation.steps[0].findings.map(\.text) == [
        #"plan exact "gold", the user has "gold""#,
        #"age gt 17, the user has none: the property "age" is missing"#,
      ]
    )
    #expect(explanation.remarks == [#"undecided: the property "age" is missing"#])
    #expect(feature.stateText == "undecided")
  }
}
