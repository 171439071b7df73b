import FeatureFlags
import Testing

@testable import GrowthBook

/// Tests the order of rules, prerequisites, bandits, and the members of results.
struct EvaluationTests {
  @Test(
    arguments: [
      (#""defaultValue": true"#, "true STATIC source=defaultValue ruleId="),
      ("", "none STATIC source=defaultValue ruleId="),
      (#""rules": [{"force": 1}]"#, "1 STATIC source=force ruleId="),
      (
        #""rules": [{"id": "r", "force": null}], "defaultValue": 1"#,
        "none STATIC source=force ruleId=r"
      ),
      (
        #""defaultValue": 0, "rules": [{"id": "r", "condition": {"x": 1}, "force": 1}]"#,
        "0 DEFAULT source=defaultValue ruleId="
      ),
      (
        #""defaultValue": 0, "rules": [{"id": "r", "condition": {"id": "a"}, "force": 1}]"#,
        "1 TARGETING_MATCH source=force ruleId=r"
      ),
      (
        #""defaultValue": 0, "rules": [{"id": "r", "condition": {}, "force": 1}]"#,
        "1 STATIC source=force ruleId=r"
      ),
      (
        #""defaultValue": 0, "rules": [{"id": "r"}, {"force": [1, {"b": 2, "a": 1}]}]"#,
        #"[1,{"b":2,"a":1}] STATIC source=force ruleId="#
      ),
      (
        #""defaultValue": "x", "rules": [{"id": "r", "key": "e", "seed": "seed", "hashVersion": 2, "variations": ["x", "y"], "weights": [0.01, 0.99], "meta": [{}, {"key": "v", "name": "V"}]}]"#,
        "\"y\" SPLIT source=experiment ruleId=r experiment=e variationId=1 variationKey=v hashAttribute=id bucket=0.0505"
      ),
    ]
  )
  func `a result has the value, the source, the rule and the experiment as in the SDKs`(
    feature: String,
    result: String
  ) throws {
    #expect(try GrowthBookSample(feature: feature).result(#"{"id": "a"}"#) == result)
  }

  @Test(
    arguments: [
      (#"{"value": true}"#, "false", "1"), (#"{"value": false}"#, "false", "0"),
      (#"{"value": false}"#, "true", "none"),
      (#"{"value": {"$exists": true}}"#, "true", "1"), ("{}", "true", "1"),
    ]
  )
  func `an unmet prerequisite skips its rule, and an unmet gate disables the whole feature`(
    condition: String,
    gate: String,
    value: String
  )
    throws
  {
    let sample = try GrowthBookSample(
      #"""
      {"features": {"p": {"defaultValue": true}, "f": {"defaultValue": 0, "rules": [
        {"parentConditions": [{"id": "p", "condition": \#(condition), "gate": \#(gate)}], "force": 1}]}}}
      """#
    )
    #expect(try sample.value() == value)
    if value == "none" {
      #expect(try sample.result() == "none DISABLED source=prerequisite ruleId=")
    }
  }

  @Test
  func `a cycle of prerequisites fails, and a chain of more than 100 prerequisites also fails`()
    throws
  {
    func parent(_ id: String) -> String {
      #"{"defaultValue": 0, "rules": [{"parentConditions": [{"id": "\#(id)", "condition": {"value": 0}}], "force": 0}]}"#
    }
    let sample = try GrowthBookSample(
      #"{"a": \#(parent("b")), "b": \#(parent("c")), "c": \#(parent("b")), "d": \#(parent("d")), "e": \#(parent("x"))}"#
    )
    for name in ["a", "b", "c", "d"] {
      let feature = try sample.feature("{}", name)
      #expect(feature.failure?.code == .general)
      #expect(feature.evaluation(in: .release).metadata.first?.value == "cyclicPrerequisite")
      #expect(try sample.trace("{}", name).hasPrefix("rule 1 -> cyclicPrerequisite"))
    }
    // The value of a missing prerequisite is null, whose number is 0.
    #expect(try sample.value("{}", "e") == "0")
    let chain = (0..<300).map { #""f\#($0)": \#(parent("f\($0 + 1)"))"# }.joined(separator: ",")
    let long = try GrowthBookSample("{\(chain)}")
    #expect(try long.feature("{}", "f250").failure == nil)
    #expect(
      try long.feature("{}", "f0").failure?.message
        == "prerequisites depend on each other more than 100 deep"
    )
  }

  @Test
  func `a diamond of prerequisites is evaluated in linear time`() throws {
    let features = (0..<60).map { number in
      let parents = [1, 2].map { #"{"id": "f\#(number + $0)", "condition": {"value": 1}}"# }
      let rules = parents.map { #"{"parentConditions": [\#($0)], "force": 2}"# }
      return #""f\#(number)": {"defaultValue": 0, "rules": [\#(rules.joined(separator: ","))]}"#
    }
    #expect(try GrowthBookSample("{\(features.joined(separator: ","))}").value("{}", "f0") == "0")
  }

  @Test(
    arguments: [
      (#"{"id": "a", "plan": "x"}"#, "bandit b SPLIT", "leafId=7 banditVersion=2"),
      (#"{"id": "a"}"#, "bandit a SPLIT", "leafId=-1 banditVersion=2"),
    ]
  )
  func `a bandit uses the weights of its first context that matches the user`(
    user: String,
    value: String,
    facts: String
  ) throws {
    let sample = try GrowthBookSample(
      rule:
        #""seed": "seed", "hashVersion": 2, "contextualVariations": ["bandit a", "bandit b"], "contextualBanditRef": "cb""#,
      #", "contextualBandits": {"cb": {"banditVersion": 2, "contexts": [{"leafId": 7, "condition": {"plan": "x"}, "weights": [0, 1]}]}}"#
    )
    let result = try sample.result(user).replacing("\"", with: "")
    #expect(result.hasPrefix(value))
    #expect(result.hasSuffix(facts))
    #expect(try sample.feature().badges == ["bandit"])
  }

  @Test
  func `features have the same results if another feature of the document is malformed`()
    throws
  {
    let features = #"""
      "a": {"defaultValue": null, "rules": [{"condition": {"x": {"$in": ["é", 1, null]}}, "force": {"n": [1.5, "\u00e9"]}}]},
      "b": {"defaultValue": "x", "rules": [{"force": "z", "condition": {"x": null}}, {"variations": ["x", "y"],
        "weights": [0.3, 0.7], "coverage": 0.9, "meta": [{"key": "0"}, {"key": "1", "name": "é"}]}]}
      """#
    let plain = try GrowthBookSample("{\(features)}")
    let malformed = try GrowthBookSample(#"{\#(features), "c": {"rules": 1}}"#)
    #expect(plain.problems.isEmpty)
    #expect(malformed.problems.count == 1)
    for user in [#"{"id": "1", "x": "é"}"#, #"{"id": "2"}"#, #"{"id": "3", "x": 1}"#, #"{"x": 2}"#]
    {
      for name in ["a", "b"] {
        #expect(try plain.result(user, name) == malformed.result(user, name))
        #expect(try plain.trace(user, name) == malformed.trace(user, name))
      }
    }
    #expect(plain.configuration.features == Array(malformed.configuration.features))
  }

  @Test
  func `an overridden rule has the forced variation for its users`() throws {
    let sample = try GrowthBookSample(
      feature: #""defaultValue": "x", "rules": [{"id": "r", "condition": {"a": 1}, "force": "y"}]"#
    )
    let definition = try sample.feature().definition
    func variation(_ user: String) throws -> String? {
      let context = try GrowthBookSample.context(user)
      let allocation = sample.evaluator.allocator(for: context, count: 1)(definition, ["r": "x"])
      guard case .outcome(let outcome, _, _, _)? = allocation else { return nil }
      return outcome?.variation.rawValue
    }
    #expect(try sample.value(#"{"a": 1}"#) == "\"y\"")
    #expect(try variation(#"{"a": 1}"#) == "x")
    #expect(sample.evaluator.rules(of: try sample.feature()).map(\.key) == ["r"])
  }
}
