import FeatureFlags
import Targeting
import Testing

@testable import GrowthBook

/// Tests differences between the SDKs for JavaScript and Python; an evaluation has the JavaScript results.
struct SDKDifferenceTests {
  private static let groups = #"""
    , "savedGroups": {"g": ["a", 3], "l": {"type": "list", "attributeKey": "a", "values": ["a"]},
      "c": {"type": "condition", "condition": {"a": "a"}}, "n": {"type": "new"}}
    """#

  /// The expected results are those of growthbook 4.0.0 for Python.
  @Test(
    arguments: [
      (#"{"$lt": 10}"#, #""9""#, true, false), (#"{"$lt": "10"}"#, "9", true, false),
      (#"{"$gt": -1}"#, "null", true, false), (#"{"$lte": 1}"#, "true", true, false),
      (#"{"$gte": 5}"#, "[5]", true, false), (#"{"$vlt": "2"}"#, "null", true, false),
      (#"{"$vlt": "2"}"#, "1.5", true, false), (#"{"$vne": "0"}"#, "null", false, true),
      (#"{"$all": [{"$gt": 2}, "1"]}"#, "[1, 3]", true, false),
      (#"{"$elemMatch": {"$lt": 1}}"#, "[0]", false, true),
      (#"{"$elemMatch": {"$or": [{"b": 1}]}}"#, #"[{"b": 1}]"#, false, true),
      (#"{"$regex": "ul"}"#, "null", true, false), (#"{"$regex": "3"}"#, "3", true, false),
      (#"{"$not": {"$near": 1}}"#, "1", true, false), (#"{"$near": 1}"#, "1", false, false),
      (#"{"$not": {"$in": 1}}"#, "1", true, true),
      (#"{"$notRegex": "b"}"#, #""a""#, false, true),
      (#"{"$notRegex": "b"}"#, #""b""#, false, false),
      (#"{"$notRegex": "b"}"#, "null", false, true),
      (#"{"$notRegexi": "B"}"#, #""b""#, false, false),
      (#"{"$notRegex": "("}"#, #""b""#, false, true),
      (#"{"$inGroup": "l"}"#, #""a""#, false, true),
      (#"{"$notInGroup": "l"}"#, #""a""#, false, false),
      (#"{"$inGroup": "c"}"#, #""a""#, false, false), (#"{"$inGroup": "g"}"#, "3", true, true),
      (#""null""#, "null", true, false), (#""true""#, "true", true, false),
      (#""3""#, "3", true, false), (#""1,2""#, "[1, 2]", true, false), ("3", #""3""#, true, false),
      ("0", "null", true, false), ("1", "true", true, false), ("true", #""no""#, true, false),
      ("false", "0", true, false), ("{}", "1", false, true), ("{}", "null", false, true),
      ("null", "null", true, true), (#""x""#, #""x""#, true, true), ("[1]", "[1]", true, true),
      (#"{"$size": "2"}"#, "[1, 2]", true, false),
      (#"{"$size": {"$gt": 1}}"#, "[1, 2]", true, true),
      (#"{"$eq": 3}"#, #""3""#, false, false), (#"{"$ne": "a"}"#, "null", true, true),
    ]
  )
  func `conditions have the results of JavaScript, and a trace notes a different one of Python`(
    operand: String,
    value: String,
    isMet: Bool,
    isMetInPython: Bool
  ) throws {
    let sample = try GrowthBookSample(
      rule: #""condition": {"a": \#(operand)}, "force": 1"#,
      Self.groups
    )
    let rule = try #require(sample.evaluator.document.features.first?.rules.first)
    let user = ConditionInput(try GrowthBookSample.context(#"{"a": \#(value)}"#))
    let condition = try #require(rule.condition)
    var run = EvaluationRun()
    let result = condition.isMet(by: user, &run)
    let resultInPython = condition.isMetInPython(by: user, &run)
    #expect(result == isMet)
    #expect((resultInPython ?? false) == isMetInPython)
    let trace = try sample.trace(#"{"a": \#(value)}"#)
    let word = isMetInPython ? "met" : "not met"
    let remark = "in SDKs for Python, rule 1: its condition is \(word)"
    // An operator that neither SDK knows fails without a remark, because the document has a warning.
    let isKnown = resultInPython != nil
    #expect(trace.contains(remark) == (isMet != isMetInPython && isKnown), "\(trace)")
  }

  @Test(
    arguments: [
      (
        #"{"$not": {"a": {"$near": 1}}}"#,
        #"rule 1: "a" $near 1: an unknown operator fails the whole condition"#
      ),
      (
        #"{"a": {"$notRegexi": "x"}}"#,
        #"rule 1: "a" $notRegexi: SDKs for JavaScript do not know it, and regard it as false"#
      ),
      (
        #"{"$savedGroup": {"id": "l"}}"#,
        #"rule 1: $savedGroup "l": SDKs for JavaScript do not know it, and regard it as false"#
      ),
      (
        #"{"a": {"$inGroup": "l"}}"#,
        #"rule 1: "a" $inGroup: SDKs for JavaScript do not know it, and regard it as false"#
      ),
      (
        #"{"age": {"$lt": 18}}"#,
        #"rule 1: "age" $lt 18: a user without it meets it in SDKs for JavaScript only"#
      ),
      (
        #"{"v": {"$vlt": "2.0.0"}}"#,
        #"rule 1: "v" $vlt "2.0.0": a user without it meets it in SDKs for JavaScript only"#
      ),
      (#"{"n": 0}"#, #"rule 1: "n" is 0: a user without it meets it in SDKs for JavaScript only"#),
      (#"{"n": {}}"#, #"rule 1: "n" is {}: a user without it meets it in SDKs for Python only"#),
      (
        #"{"n": "3"}"#,
        #"rule 1: "n" is "3": the number 3 meets it in SDKs for JavaScript only"#
      ),
      (
        #"{"n": "true"}"#,
        #"rule 1: "n" is "true": the Boolean true meets it in SDKs for JavaScript only"#
      ),
      (
        #"{"n": {"$gt": "3"}}"#,
        #"rule 1: "n" $gt "3": the number 4 meets it in SDKs for JavaScript only"#
      ),
      (
        #"{"n": {"$elemMatch": {"$lt": 1}}}"#,
        #"rule 1: "n" $elemMatch ($lt 1): the list [0] meets it in SDKs for Python only"#
      ),
      (#"{"age": {"$gt": 18}, "plan": "gold", "beta": true, "v": {"$vgte": "2.0.0"}}"#, nil),
      (#"{"country": {"$nin": ["de"]}, "mail": {"$regex": "@x$"}, "$not": {"n": 5}}"#, nil),
    ] as [(String, String?)]
  )
  func `a warning says for which SDKs a condition has a different result`(
    condition: String,
    difference: String?
  )
    throws
  {
    let sample = try GrowthBookSample(
      rule: #""condition": \#(condition), "force": 1"#,
      Self.groups
    )
    let found = sample.problems.filter { $0.contains("SDKs for Python") }
    let expected = difference.map { "warning:1 f \(GrowthBookDocument.disagreement): \($0)" }
    #expect(found == (expected.map { [$0] } ?? []))
  }

  @Test(
    arguments: [
      (#""force": null"#, "rule 1: the value is null: SDKs for Python skip the rule"),
      (
        #""force": 1, "coverage": 1, "fallbackAttribute": "anon""#,
        #"rule 1: SDKs for Python use "anon" for a user without "id""#
      ),
      (
        #""variations": [1, 2], "weights": [1.2, -0.2]"#,
        "rule 1: a weight is negative: SDKs for Python use equal ones"
      ),
      (
        #""parentConditions": [{"id": "f", "condition": {"value": {"$inGroup": "g"}}}], "force": 1"#,
        #"rule 1: "g": prerequisites have no saved groups in SDKs for JavaScript"#
      ),
    ]
  )
  func `a warning says for which SDKs a rule has a different result`(
    rule: String,
    difference: String
  ) throws {
    let sample = try GrowthBookSample(rule: rule, Self.groups)
    let expected = "warning:1 f \(GrowthBookDocument.disagreement): \(difference)"
    #expect(sample.problems.contains(expected), "\(sample.problems)")
  }

  @Test func `a condition on a prerequisite has no saved groups, as in the SDK for JavaScript`()
    throws
  {
    let sample = try GrowthBookSample(
      #"""
      {"features": {"p": {"defaultValue": "a"}, "f": {"defaultValue": 0, "rules": [
        {"parentConditions": [{"id": "p", "condition": {"value": {"$inGroup": "g"}}}], "force": 1},
        {"condition": {"a": {"$inGroup": "g"}}, "force": 2}]}}\#(Self.groups)}
      """#
    )
    #expect(try sample.value(#"{"a": "a"}"#) == "2")
  }

  @Test func `one warning names the features whose rollout includes its end only for JavaScript`()
    throws
  {
    let feature = { (coverage: String) in
      #"{"defaultValue": 0, "rules": [{"force": 1, "coverage": \#(coverage), "seed": "seed", "hashVersion": 2}]}"#
    }
    let sample = try GrowthBookSample(
      #"{"a": \#(feature("0.0505")), "b": \#(feature("1")), "c": \#(feature("0.05055")), "d": \#(feature("0.5"))}"#
    )
    #expect(
      sample.problems == [
        "warning - \(GrowthBookDocument.disagreement): a user whose number is the coverage of a rollout "
          + #"is in it for JavaScript only: "a", "d""#
      ]
    )
    let remark = "in SDKs for Python, rule 1: the user is not in the rollout"
    #expect(try sample.trace(#"{"id": "a"}"#, "a").contains(remark))
    #expect(try !sample.trace(#"{"id": "a"}"#, "d").contains(remark))
  }

  @Test func `a trace says that SDKs for Python hash only texts and numbers`() throws {
    let sample = try GrowthBookSample(rule: #""force": 1, "coverage": 1"#)
    let remark = #"in SDKs for Python, rule 1: no number for the "id" of the user"#
    #expect(try sample.trace(#"{"id": true}"#).contains(remark))
    #expect(try !sample.trace(#"{"id": 7}"#).contains(remark))
  }
}
