import FeatureFlags
import Testing

@testable import Flagd

struct FlagdEvaluatorTests {
  private static let document = """
    { "$evaluators": { "is_ana": { "==": [{ "var": "targetingKey" }, "ana"] } },
      "flags": {
      "plain": { "state": "ENABLED", "variants": { "on": true, "off": false }, "defaultVariant": "off" },
      "app": { "state": "ENABLED", "variants": { "on": true, "off": false }, "defaultVariant": "" },
      "off": { "state": "DISABLED", "variants": { "a": 1 }, "defaultVariant": "a" },
      "empty": { "state": "ENABLED", "variants": { "a": 1 }, "defaultVariant": "a", "targeting": {} },
      "rule": { "state": "ENABLED", "variants": { "a": "A", "b": "B" }, "defaultVariant": "b",
        "targeting": { "if": [{ "$ref": "is_ana" }, "a"] } },
      "bare": { "state": "ENABLED", "variants": { "a": "A" },
        "targeting": { "if": [{ "$ref": "is_ana" }, "a"] } },
      "typed": { "state": "ENABLED", "variants": { "true": 2, "1": 3 }, "targeting": { "var": "v" } },
      "broken": { "state": "ENABLED", "variants": { "a": 1 }, "targeting": { "nothing": 1 } },
      "time": { "state": "ENABLED", "variants": { "past": 1, "now": 2 }, "targeting":
        { "if": [{ "<": [{ "var": "$flagd.timestamp" }, 1700000000] }, "past", "now"] } } } }
    """

  @Test(
    arguments: [
      ("plain", "{}", "off STATIC"), ("app", "{}", "none DEFAULT"), ("off", "{}", "none DISABLED"),
      ("empty", "{}", "a STATIC"), ("rule", #"{"targetingKey": "ana"}"#, "a TARGETING_MATCH"),
      ("rule", "{}", "b DEFAULT"), ("bare", "{}", "none DEFAULT"),
      ("typed", #"{"v": true}"#, "true TARGETING_MATCH"),
      ("typed", #"{"v": 1.0}"#, "1 TARGETING_MATCH"),
      (
        "typed", #"{"v": "tr\"ue"}"#,
        #"GENERAL: the targeting returns "tr\"ue", which is no variant"#
      ),
      ("typed", #"{"v": [1]}"#, "GENERAL: the targeting returns [1], which is no variant"),
      ("broken", "{}", #"PARSE_ERROR: unknown operator "nothing""#),
      ("time", "{}", "now TARGETING_MATCH"),
    ]
  )
  func `the state, the targeting and the default variant determine the result`(
    flag: String,
    user: String,
    expected: String
  ) throws {
    let document = try FlagdDocument(Self.document)
    #expect(try document.result(of: flag, for: user) == expected)
  }

  @Test
  func `a timestamp in the settings replaces the current time`() throws {
    let document = try FlagdDocument(Self.document)
    let settings = FlagdSettings(timestamp: 1_600_000_000)
    #expect(try document.result(of: "time", settings: settings) == "past TARGETING_MATCH")
  }

  @Test
  func `flags that bucket users by the targeting key are reported for a user without one`() throws {
    let text = """
      { "flags": { "split": { "state": "ENABLED", "variants": { "a": 1 },
        "targeting": { "fractional": [["a", 1]] } } } }
      """
    let evaluator = FlagdEvaluator(try FlagdDocument(text))
    #expect(evaluator.targetingKeyUse == .optional)
    #expect(evaluator.problems(in: EvaluationContext()).map(\.feature) == ["split"])
    #expect(evaluator.problems(in: EvaluationContext(targetingKey: "ana")).isEmpty)
    let other = FlagdEvaluator(try FlagdDocument(#"{"flags": {}}"#))
    #expect(other.targetingKeyUse == .unused)
  }

  @Test
  func `the explanation has the value of each part of the rule`() throws {
    let text = """
      { "$evaluators": { "is_ana": { "==": [{ "var": "name" }, "ana"] } },
        "flags": { "f": { "state": "ENABLED", "variants": { "a": 1, "b": 2 }, "targeting":
        { "if": [{ "$ref": "is_ana" }, "a",
          { "<": [{ "var": "$flagd.timestamp" }, 5] }, "b",
          { "fractional": [{ "cat": ["fractional-flag", { "var": "name" }] },
            ["a", 25], ["a", 25], ["b", 25], ["b", 25]] }] } } } }
      """
    #expect(
      try explained(text, EvaluationContext(attributes: ["name": "jack"])) == """
        state ENABLED
        targeting: b
          if: "b" (from the else branch)
            var "name" == "ana", shared rule "is_ana": false [no]
              var "name": "jack"
            var "$flagd.timestamp" < 5: false [no]
              var "$flagd.timestamp": 1700000000
            fractional: "b"
              cat "fractional-flag", var "name": "fractional-flagjack"
                var "name": "jack"
              hash of "fractional-flagjack" is 2682799072, v2 bucket 62 of 100
                62 of 100: a 0..<25, a 25..<50, b 50..<75, b 75..<100
        $flagd.timestamp is 1700000000, the current time
        """
    )
    #expect(
      try explained(text, EvaluationContext(), FlagdSettings(timestamp: 4)) == """
        state ENABLED
        targeting: b
          if: "b" (from branch 2)
            var "name" == "ana", shared rule "is_ana": false [no]
              var "name": null (missing)
            var "$flagd.timestamp" < 5: true [yes]
              var "$flagd.timestamp": 4
        $flagd.timestamp is 4, set by the user
        """
    )
  }

  @Test
  func `the explanation of a failure and of a missing variant has the reason`() throws {
    let text = """
      { "flags": { "f": { "state": "ENABLED", "variants": { "a": 1 }, "targeting":
        { "if": [{ "var": ["x", true] }, { "in": [1, "x"] }] } },
        "g": { "state": "ENABLED", "variants": { "a": 1 }, "defaultVariant": "a", "targeting":
        { "fractional": [["a", 1]] } },
        "h": { "state": "DISABLED", "variants": { "a": 1 } } } }
      """
    #expect(
      try explained(text, EvaluationContext()) == """
        state ENABLED
        targeting
          if: failed: "in" found a number, expected a text [unknown]
            var "x": true [yes] (missing, the default)
            in 1, "x": failed: "in" found a number, expected a text [unknown]
          PARSE_ERROR: "in" found a number, expected a text [unknown]
        the app's default
        """
    )
    #expect(
      try explained(text, EvaluationContext(), flag: 1) == """
        state ENABLED
        targeting
          fractional: null
            no variant: the targeting key is missing, expected a text
          null: the default applies [no]
        default variant: a
        """
    )
    #expect(
      try explained(text, EvaluationContext(), flag: 2) == """
        state DISABLED
        the app's default
        """
    )
  }

  private func explained(
    _ text: String,
    _ user: EvaluationContext,
    _ settings: FlagdSettings = FlagdSettings(),
    flag: Int = 0
  ) throws -> String {
    let document = try FlagdDocument(text)
    let evaluator = FlagdEvaluator(document, settings: settings, now: { 1_700_000_000 })
    let explanation = try #require(
      evaluator.explanation(of: document.features[flag], in: user)
    )
    return explanation.text
  }
}

extension Explanation {
  /// The steps with their findings, and the remarks.
  fileprivate var text: String {
    let lines = steps.flatMap { step in
      [step.title + (step.variation.map { ": \($0)" } ?? "")]
        + step.findings.flatMap { finding in
          let indent = String(repeating: "  ", count: finding.depth + 1)
          let verdict = finding.verdict.map { " [\($0)]" } ?? ""
          let ruler = finding.ruler.map { ruler in
            let ranges = ruler.ranges.map { "\($0.name ?? "-") \($0.start)..<\($0.end)" }
            return indent + "  \(ruler.position) of \(ruler.length): "
              + ranges.joined(separator: ", ")
          }
          // Inserts the verdict before a remark in parentheses.
          let parts = finding.text.split(separator: " (", maxSplits: 1)
          let remark = parts.count > 1 ? " (\(parts[1])" : ""
          return [indent + parts[0] + verdict + remark, ruler].compactMap(\.self)
        }
    }
    return (lines + remarks).joined(separator: "\n")
  }
}
