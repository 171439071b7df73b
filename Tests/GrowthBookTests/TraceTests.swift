import FeatureFlags
import Testing

@testable import GrowthBook

struct TraceTests {
  @Test
  func `a trace has the prerequisites, the conditions with the user's values, and the buckets`()
    throws
  {
    let sample = try GrowthBookSample(
      #"""
      {"p": {"defaultValue": true}, "f": {"defaultValue": "x", "rules": [
        {"id": "gold", "parentConditions": [{"id": "p", "condition": {"value": true}}],
         "condition": {"plan": {"$in": ["gold", "silver"]}, "$or": [{"age": {"$gt": 17}}, {"$not": {"beta": true}}]}, "force": "y"},
        {"condition": {"country": {"$ne": "de"}}, "force": "y", "coverage": 0.05, "seed": "seed", "hashVersion": 2},
        {"filters": [{"seed": "seed", "ranges": [[0.5, 1]]}], "force": "y"},
        {"key": "e", "namespace": ["n", 0, 1], "seed": "seed", "hashVersion": 2, "variations": ["x", "y"], "weights": [0.01, 0.99],
         "meta": [{"name": "Control"}, {"name": "Red"}]}]}}
      """#
    )
    let trace = try sample.trace(#"{"id": "a", "plan": "bronze", "age": 18}"#)
    let namespace = try #require(Bucketing.number("__n", "a", version: 1))
    #expect(
      trace == """
        rule "gold" -> targetingMismatch
          yes prerequisite "p" (defaultValue)
            yes value is true, the user has true
          no all of
            no plan $in ["gold", "silver"], the user has "bronze"
            yes any of
              yes age $gt 17, the user has 18
              yes not
                no beta is true (the user has none)
        rule 2 -> coverageExcluded
          yes country $ne "de" (the user has none)
          no rollout 0–0.05 of id, seed "seed", hash version 2: "a" is 0.0505
        rule 3 -> filterExcluded
          no filter 0.5–1 of id, seed "seed", hash version 2: "a" is 0.0505
        rule 4, experiment "e" -> Red
          yes namespace 0–1 of id, seed "__n", hash version 1: "a" is \(namespace)
          yes variations 0–0.01, 0.01–1 of id, seed "seed", hash version 2: "a" is 0.0505
        the app tracks the variation "1" of the experiment "e"
        """
    )
    let ruler = try #require(
      sample.evaluator.explanation(
        of: try sample.feature(),
        in: try GrowthBookSample.context(#"{"id": "a"}"#)
      )?
      .steps.last?.findings.last?.ruler
    )
    #expect(ruler.position == 505)
    #expect(ruler.length == 10_000)
    #expect(
      ruler.ranges.map { "\($0.start) \($0.end) \($0.name ?? "")" } == [
        "0 100 Control", "100 10000 Red",
      ]
    )
  }

  @Test(
    arguments: [
      (
        #""parentConditions": [{"id": "x", "gate": true, "condition": {"value": 1}}]"#,
        "rule 1 -> prerequisite: the feature is null"
      ),
      (
        #""parentConditions": [{"id": "x", "condition": {"value": 1}}], "force": 1"#,
        "rule 1 -> prerequisite"
      ),
      (#""force": 1, "coverage": 1, "hashAttribute": "x""#, "rule 1 -> missingHashAttribute"),
      (#""force": null"#, "rule 1 -> null: the app's default"),
      (#""force": 1, "coverage": 1, "hashVersion": 5"#, "rule 1 -> unknownHashVersion"),
      (#""variations": [1]"#, #"rule 1, experiment "f" -> tooFewVariations"#),
      (
        #""variations": [1, 2], "namespace": ["n", 1, 1]"#,
        #"rule 1, experiment "f" -> namespaceExcluded"#
      ),
      (
        #""variations": [1, 2], "ranges": [[0, 1]], "meta": [{"passthrough": true}]"#,
        #"rule 1, experiment "f" -> passthrough"#
      ),
    ]
  )
  func `the step of a rule that gives no value has the reason`(rule: String, step: String) throws {
    let trace = try GrowthBookSample(rule: rule).trace(#"{"id": "a"}"#)
    #expect(trace.split(separator: "\n").first.map(String.init) == step)
  }

  @Test
  func `a trace names the bandit, and warns of an id that SDKs hash differently`() throws {
    let bandit = try GrowthBookSample(
      rule: #""contextualVariations": ["x", "y"], "contextualBanditRef": "cb""#,
      #", "contextualBandits": {"cb": {"contexts": [{"leafId": 7, "condition": {"plan": "x"}, "weights": [0, 1]}]}}"#
    )
    #expect(try bandit.trace(#"{"id": "a", "plan": "x"}"#).contains(#"bandit "cb": context 7"#))
    #expect(
      try bandit.trace(#"{"id": "é"}"#).contains(
        #"SDKs hash the attribute "id" differently, since it is not ASCII"#
      )
    )
  }

  @Test
  func `a remark says for which users the override of a rule applies`() throws {
    let sample = try GrowthBookSample(
      feature: #"""
        "defaultValue": "x", "rules": [
          {"id": "fr_1", "description": "Paying users", "condition": {"plan": "gold"}, "force": "y"},
          {"id": "fr_2", "name": "Red test", "variations": ["x", "y"], "coverage": 0.5}]
        """#
    )
    let feature = try sample.feature().overridden(by: Override(rules: ["fr_1": "x", "none": "y"]))
    let explanation = try #require(
      sample.evaluator.explanation(of: feature, in: EvaluationContext())
    )
    #expect(
      explanation.remarks.contains(
        #"it is overridden for some users only: x for users of rule 1 "Paying users": plan is "gold"; "#
          + "no effect for none, which is no rule of it"
      ),
      "\(explanation.remarks)"
    )
    let titles = sample.evaluator.rules(of: feature).map(\.title)
    #expect(
      titles == [
        #"rule 1 "Paying users": plan is "gold""#, #"rule 2 "Red test": variations 50 % by id"#,
      ]
    )
    let everyone = feature.overridden(by: Override(variation: "y"))
    let remarks = sample.evaluator.explanation(of: everyone, in: EvaluationContext())?.remarks
    #expect(remarks == ["it is overridden for everyone; an app gets the override instead"])
  }

  @Test
  func `a remark names the user whose override is active`() throws {
    let document = #"{"features": {"cart": {"defaultValue": "x", "rules": [{"force": "y"}]}}}"#
    let configuration = try ConfigurationFormat.growthBook().parse(Array(document.utf8))
    let store = FlagStore(user: "ana")
    try store.load(configuration)
    try store.applyAndWait(.set([.variation("x")], for: ["cart"]))
    try store.applyAndWait(.set([.variation("y")], for: ["cart"], only: .key("ana")))
    for (scope, users) in [(OverrideScope.key("ana"), "ana"), (.everyone, "everyone else")] {
      let feature = try #require(store.view(of: "cart", for: scope))
      let explanation = configuration.evaluator.explanation(of: feature, in: store.context)
      #expect(
        explanation?.remarks == ["it is overridden for \(users); an app gets the override instead"]
      )
    }
  }

  @Test
  func `the targeting of a feature is described as text for the comparison of two documents`()
    throws
  {
    let sample = try GrowthBookSample(
      feature: #"""
        "defaultValue": 1, "rules": [{"id": "r", "condition": {"a": {"$alli": ["X", {"$exists": true}]}, "b": null}, "force": 2, "coverage": 0.5},
          {"variations": [1, 2], "contextualBanditRef": "none", "parentConditions": [{"id": "f", "gate": true}]}]
        """#
    )
    #expect(
      sample.evaluator.targetingText(of: try sample.feature())
        == #"default 1; rule "r": if (a $alli [is "x", $exists true] and b is null), 2, rollout 0–0.5 of id, seed "f", hash version 1; "#
        + #"rule 2, experiment "f": gate "f" everyone, 1, 2, variations 0–0.5, 0.5–1 of id, seed "f", hash version 1"#
    )
  }
}
