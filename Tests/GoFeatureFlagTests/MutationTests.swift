import CoreTestSupport
import FeatureFlags
import FlagSystem
import Testing

@testable import GoFeatureFlag

/// Tests documents that are randomly mutated.
@Suite(.timeLimit(.minutes(20)))
struct MutationTests {
  private static let document = #"""
    {"size": {"variations": {"small": 1, "large": 2},
      "targeting": [
        {"name": "gold", "query": "plan eq \"gold\" and (age gt 30 or city sw \"P\")", "variation": "large"},
        {"query": "{\"in\": [{\"var\": \"plan\"}, [\"a\", \"b\"]]}", "percentage": {"small": 20, "large": 80}},
        {"query": "version ge 1.2.3 and not (a.b.c pr)", "progressiveRollout": {
          "initial": {"variation": "small", "percentage": 0, "date": "2026-01-01T00:00:00Z"},
          "end": {"variation": "large", "percentage": 100, "date": "2027-01-01T00:00:00Z"}}}],
      "defaultRule": {"percentage": {"small": 50, "large": 50}}, "bucketingKey": "team",
      "metadata": {"owner": "shop"}},
     "cart": {"variations": {"yes": true, "no": false}, "defaultRule": {"variation": "no"},
      "experimentation": {"start": "2026-01-01T00:00:00Z", "end": "2027-01-01T00:00:00Z"},
      "scheduledRollout": [{"date": "2026-02-01T00:00:00Z", "defaultRule": {"variation": "yes"},
        "targeting": [{"name": "new", "query": "key in [\"ana\"]", "variation": "yes"}]}]}}
    """#

  private static let users = [
    EvaluationContext(targetingKey: nil),
    EvaluationContext(
      targetingKey: "ana",
      attributes: [
        "plan": "b", "age": 31, "version": "1.3.0", "city": "Paris", "team": "a",
        "a": .object(["b": .object(["c": 1])]),
      ]
    ),
  ]

  @Test func `mutated documents never crash the parser, the evaluator or the server`() {
    let tokens = ["\"a.b.c.d eq 1\"", "\"(((\"", "\"{}\"", "1e300", "\"2026-02-30T00:00:00Z\""]
    let found = MutatedDocuments(
      of: Self.document,
      .goFeatureFlag(),
      tokens: tokens,
      users: Self.users
    ) { try ServedGoFeatureFlag($0).document }
    #expect(found.counts.refused > 50 && found.counts.sound > 50, "\(found.counts)")
  }

  @Test func `a flag of a later file replaces that of an earlier one, and keeps its position`()
    throws
  {
    var document = MergedDocument()
    for (number, text) in [
      #"{"a": {"variations": {"x": 1}, "defaultRule": {"variation": "x"}}, "b": {}}"#,
      "flags:\n  a:\n    variations: {y: 2}\n    defaultRule: {variation: y}\n  c: {disable: true}\n",
    ].enumerated() {
      try GoFeatureFlagFiles.add(to: &document, Array(text.utf8), of: "\(number)")
    }
    #expect(
      document.json.text()
        == #"{"a":{"variations":{"y":2},"defaultRule":{"variation":"y"}},"b":{},"c":{"disable":true}}"#
    )
  }
}
