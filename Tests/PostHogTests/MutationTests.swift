import CoreTestSupport
import FeatureFlags
import Testing

@testable import PostHog

/// Tests definitions that are randomly mutated.
@Suite(.timeLimit(.minutes(20)))
struct MutationTests {
  private static let document = #"""
    {"flags": [
      {"id": 1, "key": "cart", "active": true, "filters": {"groups": [
        {"properties": [
          {"key": "plan", "value": ["gold", "pro"], "operator": "exact", "type": "person"},
          {"key": "age", "value": 30, "operator": "gte", "type": "person"},
          {"key": "seen", "value": "-7d", "operator": "is_date_after", "type": "person"}],
         "rollout_percentage": 50},
        {"properties": [{"key": "id", "value": 7, "type": "cohort"}], "variant": "red"}],
        "multivariate": {"variants": [{"key": "red", "rollout_percentage": 50},
          {"key": "blue", "rollout_percentage": 50}]}, "payloads": {"blue": "5"}}},
      {"id": 2, "key": "child", "active": true, "filters": {"groups": [{"properties": [
        {"type": "flag", "key": "cart", "operator": "flag_evaluates_to", "value": "red",
          "dependency_chain": ["cart"]},
        {"key": "version", "value": "1.2.3", "operator": "semver_caret", "type": "person"},
        {"key": "mail", "value": "^a+@", "operator": "regex", "type": "person"}]}]}},
      {"id": 3, "key": "team", "active": true, "filters": {"aggregation_group_type_index": 0,
        "early_exit": true, "groups": [{"properties": [{"key": "size", "value": 5, "operator": "gt",
          "type": "group", "group_type_index": 0}]}]}}],
     "group_type_mapping": {"0": "company"},
     "cohorts": {"7": {"type": "OR", "values": [
       {"type": "AND", "values": [{"key": "plan", "value": "x", "negation": true}]},
       {"key": "city", "operator": "icontains", "value": "par"}]}}}
    """#

  private static let users = [
    EvaluationContext(targetingKey: nil),
    EvaluationContext(
      targetingKey: "ana",
      attributes: [
        "plan": "gold", "age": 31, "seen": "2026-11-20", "version": "1.3.0", "mail": "a@b",
        "city": "Paris", "$groups": .object(["company": "acme"]),
        "$group_properties": .object(["company": .object(["size": 7])]),
      ]
    ),
  ]

  @Test func `mutated definitions never crash the parser, the evaluator or the server`() {
    let tokens = ["\"semver_wildcard\"", "\"1.*\"", "\"-99999999999m\"", "1e300", "\"not_regex\""]
    let found = MutatedDocuments(
      of: Self.document,
      .postHog(),
      tokens: tokens,
      users: Self.users
    ) { try ServedPostHog($0).document }
    #expect(found.counts.refused > 100 && found.counts.sound > 100, "\(found.counts)")
  }
}
