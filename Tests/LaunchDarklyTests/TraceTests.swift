import CoreTestSupport
import FeatureFlags
import Testing

@testable import LaunchDarkly

struct TraceTests {
  @Test
  func `a trace lists prerequisites, targets, rules with segments, and the rollout`() throws {
    let sample = try Sample(
      #"""
      "prerequisites": [{"key": "p", "variation": 0}], "targets": [{"values": ["bob"], "variation": 0}],
      "rules": [
        {"id": "r0", "variation": 0, "clauses": [
          {"attribute": "country", "op": "in", "values": ["at"]}, {"attribute": "x", "op": "in", "values": [1]}]},
        {"variation": 1, "clauses": [{"op": "segmentMatch", "values": ["s", "none", "t"]}]},
        {"variation": 1, "clauses": [{"contextKind": "org", "attribute": "/a/b", "op": "in", "values": [1],
                                      "negate": true}]}],
      "fallthrough": {"rollout": {"kind": "experiment", "seed": 61, "variations": [
        {"variation": 0, "weight": 1000}, {"variation": 1, "weight": 99000, "untracked": true}]}}
      """#,
      segments: #"""
        "s": {"excluded": ["userKeyA"]}, "t": {"key": "hashKey", "salt": "saltyA", "rules": [{"weight": 30000,
          "clauses": [{"attribute": "age", "op": "greaterThan", "values": [17]}]}]}
        """#,
      others: #""p": {"on": true, "variations": [true, false], "fallthrough": {"variation": 0}}"#
    )
    let trace = try sample.trace(#"{"key": "userKeyA", "country": "de", "age": 20}"#)
    #expect(
      trace == [
        "targeting on: ",
        "prerequisite \"p\": met",
        "  targeting on",
        "  fallthrough",
        "  expected 0 = true, found 0 = true {\"kind\":\"FALLTHROUGH\"}",
        "targets: no match",
        "rule 1 r0: no match",
        "  no country in \"at\", the context has \"de\"",
        "  x in 1, skipped",
        "rule 2: no match",
        "  no segmentMatch \"s\", \"none\", \"t\"",
        "    no segment \"s\" (the excluded user keys have the key)",
        "    no segment \"none\" (the document does not have it)",
        "    no segment \"t\"",
        "      no rule 1",
        "        yes age greaterThan 17, the context has 20",
        "        share of 30.000 %: \"hashKey.saltyA.userKeyA\" is at 42.157 %",
        "rule 3: no match",
        "  no org /a/b not in 1 (the context has no org)",
        "fallthrough: 1",
        "  experiment: \"61.userKeyA\" is at 9.801 %, not in the experiment",
        #"{"kind":"FALLTHROUGH"}"#,
      ]
    )
  }

  @Test
  func `the ruler of a trace shows the weights of a rollout, with a gap if their sum is too low`()
    throws
  {
    let sample = try Sample(
      #""fallthrough": {"rollout": {"variations": [{"variation": 0, "weight": 10}, {"variation": 1, "weight": 20}]}}"#
    )
    let context = EvaluationContext(targetingKey: "ana")
    let feature = try sample.feature("f", for: context)
    let explanation = try #require(sample.evaluator.explanation(of: feature, in: context))
    let ruler = try #require(explanation.steps.last?.findings.last?.ruler)
    #expect(ruler.length == 100_000)
    #expect(
      ruler.ranges == [.init(start: 0, end: 10, name: "0"), .init(start: 10, end: 30, name: "1")]
    )
    #expect(explanation.steps.last?.variation == "1")
  }

  @Test
  func `a trace with an unmet prerequisite ends with the off variation`() throws {
    let sample = try Sample(
      #""prerequisites": [{"key": "p", "variation": 0}]"#,
      others: #""p": {"on": false, "variations": [true], "offVariation": 0}"#
    )
    #expect(
      try sample.trace(#"{"key": "k"}"#) == [
        "targeting on: ", "prerequisite \"p\": no match", "  targeting off", "  off variation",
        #"  expected 0 = true, found 0 = true {"kind":"OFF"}"#,
        "off variation: 2", #"{"kind":"PREREQUISITE_FAILED","prerequisiteKey":"p"}"#,
      ]
    )
    #expect(
      try sample.trace(#"{"key": "k"}"#, of: "p").last
        == "it is a prerequisite, so that an override can change \"f\""
    )
  }

  @Test
  func `a trace shows the forced result of an overridden prerequisite`() throws {
    let sample = try Sample(
      #""prerequisites": [{"key": "p", "variation": 0}], "fallthrough": {"variation": 1}"#,
      others: #""p": {"on": false, "variations": ["x", "y"], "offVariation": 0}"#
    )
    let context = EvaluationContext(targetingKey: "k")
    let plain = try sample.feature("p", for: context)
    func steps(_ override: Override) throws -> [String] {
      let evaluator = sample.evaluator.forcing([plain.overridden(by: override)])
      let feature = try sample.feature("f", for: context)
      let explanation = try #require(evaluator.explanation(of: feature, in: context))
      let findings = explanation.steps[1].findings.suffix(1).map(\.text)
      return findings + [explanation.steps.last?.variation ?? ""]
    }
    let found = "expected 0 = \"x\", found"
    let reason = #"{"kind":"FALLTHROUGH"}, forced by an override"#
    #expect(try steps(Override(variation: "0")) == ["\(found) 0 = \"x\" \(reason)", "1"])
    #expect(try steps(Override(variation: "1")) == ["\(found) 1 = \"y\" \(reason)", "2"])
    #expect(
      try steps(Override(enabled: false))
        == [#"\#(found) the app's default {"kind":"OFF"}, forced by an override"#, "2"]
    )
  }

  @Test
  func `a trace shows a failure in the step that failed`() throws {
    let sample = try Sample(
      #""rules": [{"variation": 0, "clauses": [{"op": "segmentMatch", "values": ["s"]}]}]"#,
      segments: #""s": {"rules": [{"clauses": [{"op": "segmentMatch", "values": ["s"]}]}]}"#
    )
    #expect(
      try sample.trace(#"{"key": "k"}"#) == [
        "targeting on: ", "rule 1: error", "  unknown segmentMatch \"s\"",
        "    unknown segment \"s\"",
        "      unknown rule 1", "        unknown segmentMatch \"s\"",
        "          unknown segment \"s\" (the segments are a cycle: s → s)",
        "  unknown the segments are a cycle: s → s",
        #"{"kind":"ERROR","errorKind":"MALFORMED_FLAG"}"#,
      ]
    )
    #expect(
      try sample.trace("{}") == [
        "context: no user", "  unknown the context \"user\" has no key, expected a text in \"key\"",
        #"{"kind":"ERROR","errorKind":"USER_NOT_SPECIFIED"}"#,
      ]
    )
  }

  @Test
  func `a trace warns that the keys of a big segment are unknown`() throws {
    let sample = try Sample(
      #""rules": [{"variation": 0, "clauses": [{"op": "segmentMatch", "values": ["s"]}]}], "fallthrough": {"variation": 1}"#,
      segments: #""s": {"unbounded": true, "generation": 1}"#
    )
    #expect(
      try sample.trace(#"{"key": "k"}"#) == [
        "targeting on: ", "rule 1: no match", "  no segmentMatch \"s\"", "    no segment \"s\"",
        "      a big segment: its keys need a store, and count as not included here",
        "fallthrough: 1",
        #"{"kind":"FALLTHROUGH","bigSegmentsStatus":"NOT_CONFIGURED"}"#,
        "a big segment was read, whose keys only a store has: an app can get another result",
      ]
    )
  }

  @Test
  func `the trace of a value for one context says that the targeting is not in the document`()
    throws
  {
    let sample = try Sample(json: #"{"f": {"value": "x", "version": 1, "variation": 2}}"#)
    #expect(
      try sample.trace("{}") == [
        "value: 2", "the document has the values for one context only, without their targeting",
      ]
    )
  }
}
