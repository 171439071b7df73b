import Documents
import FeatureFlags
import TestSupport
import Testing

@testable import RemoteConfig

/// Tests the conditions of server templates, which are evaluated as firebase-admin does.
struct ServerConditionTests {
  /// Returns the value of a parameter with one condition: `yes`, `no`, or the text of an undecided
  /// feature.
  private func result(
    _ condition: String,
    key: String? = "ana",
    _ attributes: [String: AttributeValue] = [:]
  ) throws -> String {
    let store = FlagStore()
    try store.load(ConfigurationFormat.remoteConfigTemplate.parse(template(condition)))
    try store.setContext(EvaluationContext(targetingKey: key, attributes: attributes))
    let feature = try #require(store.feature(named: "p"))
    return feature.value?.description ?? feature.stateText
  }

  private func template(_ condition: String) -> [UInt8] {
    let text = """
      {"conditions": [{"name": "c", "condition": \(condition)}], "parameters": {"p": {
        "defaultValue": {"value": "no"}, "conditionalValues": {"c": {"value": "yes"}}}}}
      """
    return Array(text.utf8)
  }

  @Test(arguments: [
    (#"{"true": {}}"#, "yes"), (#"{"false": {}}"#, "no"), ("{}", "no"),
    (#"{"andCondition": {"conditions": [{"true": {}}, {"false": {}}]}}"#, "no"),
    (#"{"orCondition": {"conditions": [{"true": {}}, {"false": {}}]}}"#, "yes"),
    (#"{"andCondition": {}}"#, "yes"), (#"{"orCondition": {}}"#, "no"),
    (#"{"percent": {"percentOperator": "LESS_OR_EQUAL", "microPercent": \#(anaBucket)}}"#, "yes"),
    (
      #"{"percent": {"percentOperator": "LESS_OR_EQUAL", "microPercent": \#(anaBucket - 1)}}"#, "no"
    ),
    (
      #"{"percent": {"percentOperator": "GREATER_THAN", "microPercent": \#(anaBucket - 1)}}"#, "yes"
    ),
    (#"{"percent": {"percentOperator": "GREATER_THAN", "microPercent": \#(anaBucket)}}"#, "no"),
    (#"{"percent": {"percentOperator": "GREATER_THAN"}}"#, "yes"),
    (
      #"{"percent": {"percentOperator": "BETWEEN", "microPercentRange": {"microPercentLowerBound": \#(anaBucket - 1), "microPercentUpperBound": \#(anaBucket)}}}"#,
      "yes"
    ),
    (
      #"{"percent": {"percentOperator": "BETWEEN", "microPercentRange": {"microPercentLowerBound": \#(anaBucket), "microPercentUpperBound": 100000000}}}"#,
      "no"
    ),
    (
      #"{"percent": {"percentOperator": "LESS_OR_EQUAL", "seed": "s", "microPercent": \#(seededBucket)}}"#,
      "yes"
    ),
    (
      #"{"percent": {"percentOperator": "LESS_OR_EQUAL", "seed": "s", "microPercent": \#(seededBucket - 1)}}"#,
      "no"
    ),
    (#"{"percent": {"percentOperator": "SOME", "microPercent": 100000000}}"#, "no"),
  ])
  func `a condition is evaluated as in firebase-admin`(condition: String, expected: String) throws {
    #expect(try result(condition) == expected)
  }

  /// The SHA-256 digests of `ana` and `s.ana` modulo 100,000,000, computed by Python.
  private static let anaBucket = 39_362_220
  private static let seededBucket = 61_398_695

  @Test(
    arguments: [
      ("STRING_CONTAINS", ["ol", "x"], "gold", "yes"), ("STRING_CONTAINS", ["Go"], "gold", "no"),
      ("STRING_DOES_NOT_CONTAIN", ["ol"], "gold", "no"),
      ("STRING_DOES_NOT_CONTAIN", ["x"], "gold", "yes"),
      ("STRING_EXACTLY_MATCHES", ["x", " gold "], "gold", "yes"),
      ("STRING_EXACTLY_MATCHES", ["7"], 7, "yes"),
      ("STRING_CONTAINS_REGEX", ["^g.l"], "gold", "yes"),
      ("STRING_CONTAINS_REGEX", ["(?=g)"], "gold", "undecided"),
      ("NUMERIC_LESS_THAN", ["7"], 6.5, "yes"), ("NUMERIC_LESS_EQUAL", ["7"], "7.0", "yes"),
      ("NUMERIC_EQUAL", [" 7 "], 7, "yes"), ("NUMERIC_NOT_EQUAL", ["7"], 8, "yes"),
      ("NUMERIC_NOT_EQUAL", ["7"], "x", "no"), ("NUMERIC_GREATER_THAN", ["7"], 7, "no"),
      ("NUMERIC_GREATER_EQUAL", ["-1e1"], -10, "yes"), ("NUMERIC_EQUAL", ["0"], 0, "yes"),
      ("SEMANTIC_VERSION_LESS_THAN", ["1.10"], "1.9.9", "yes"),
      ("SEMANTIC_VERSION_EQUAL", ["1.2.0.0"], "1.2", "yes"),
      ("SEMANTIC_VERSION_NOT_EQUAL", ["1.2"], "1.2-rc", "no"),
      ("SEMANTIC_VERSION_GREATER_THAN", ["1.2.3.4.5"], "1.2.3.4.6", "yes"),
      ("SEMANTIC_VERSION_GREATER_THAN", ["1"], "2.0.0.0.0.0", "no"),
      ("STRING_CONTAINS", [], "gold", "no"), ("STRING_LIKE", ["gold"], "gold", "no"),
    ] as [(String, [String], AttributeValue, String)]
  )
  func `a custom signal is compared as in firebase-admin`(
    comparison: String,
    targets: [String],
    found: AttributeValue,
    expected: String
  ) throws {
    let list = JSONValue.list(targets.map(JSONValue.string)).text()
    let condition = """
      {"customSignal": {"customSignalOperator": "\(comparison)", "customSignalKey": "plan",
        "targetCustomSignalValues": \(list)}}
      """
    #expect(try result(condition, ["plan": found]) == expected)
    #expect(try result(condition) == "no")
  }

  @Test func `a condition within five lists of conditions is false`() throws {
    func nested(_ depth: Int) -> String {
      depth == 0 ? #"{"true": {}}"# : #"{"andCondition": {"conditions": [\#(nested(depth - 1))]}}"#
    }
    #expect(try result(nested(4)) == "yes")
    #expect(try result(nested(5)) == "no")
  }

  @Test func `a user without a key is in no share of users`() throws {
    let all = #"{"percent": {"percentOperator": "GREATER_THAN", "microPercent": 0}}"#
    #expect(try result(all, key: nil) == "no")
    #expect(try result(all) == "yes")
  }

  @Test(arguments: [
    ("{}", "condition has no known kind of condition, but nothing, so it is false"),
    (
      #"{"percent": {}}"#, #"condition has no known "percentOperator", but nothing, so it is false"#
    ),
    (
      #"{"customSignal": {"customSignalOperator": "LIKE"}}"#,
      #"condition has no known "customSignalOperator", but "LIKE", so it is false"#
    ),
  ])
  func `a malformed condition is reported`(condition: String, expected: String) throws {
    let template = try RemoteConfigTemplate(bytes: template(condition))
    #expect(template.problems.map { "\($0.feature ?? "-"): \($0.fact)" } == ["c: \(expected)"])
  }

  @Test func `the trace has each condition, the attribute of the user and the bucket`() throws {
    let condition = """
      {"andCondition": {"conditions": [
        {"customSignal": {"customSignalOperator": "STRING_CONTAINS", "customSignalKey": "plan",
          "targetCustomSignalValues": ["gold"]}},
        {"percent": {"percentOperator": "LESS_OR_EQUAL", "microPercent": 100000000}}]}}
      """
    let configuration = try ConfigurationFormat.remoteConfigTemplate.parse(template(condition))
    let feature = try #require(configuration.features.first)
    let user = EvaluationContext(targetingKey: "ana", attributes: ["plan": "gold"])
    let explanation = try #require(configuration.evaluator.explanation(of: feature, in: user))
    #expect(explanation.steps.map(\.title) == ["condition \"c\""])
    #expect(explanation.steps.first?.variation == "c")
    #expect(
      explanation.steps.first?.findings.map(\.text) == [
        "plan contains \"gold\", the user has \"gold\"",
        "percent <= 100 %, the user is at 39.36222 %",
      ]
    )
    #expect(feature.detailText == #"c, if plan contains "gold" and percent <= 100 %"#)
  }
}
