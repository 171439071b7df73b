import FeatureFlags
import GrowthBook
import TestSupport
import Testing

/// Tests evaluations of GrowthBook's features by OFREP.
@Suite(.tags(.concurrent))
struct GrowthBookEvaluationTests {
  private static let document = #"""
    {"features": {
      "on": {"defaultValue": false, "rules": [{"id": "r", "condition": {"plan": "gold"}, "force": true}]},
      "colour": {"defaultValue": "red", "rules": [{"id": "e", "key": "exp", "seed": "seed",
        "hashVersion": 2, "variations": ["red", "blue"], "weights": [0.01, 0.99]}]},
      "gated": {"defaultValue": 1, "rules": [{"parentConditions": [
        {"id": "on", "condition": {"value": true}, "gate": true}]}]},
      "cycle": {"defaultValue": 1, "rules": [{"parentConditions": [{"id": "cycle"}], "force": 2}]}}}
    """#

  @Test(
    arguments: [
      (
        "on", #""value":true,"reason":"TARGETING_MATCH","variant":"true""#,
        #""type":"flag","source":"force","ruleId":"r""#
      ),
      (
        "colour", #""value":"blue","reason":"SPLIT","variant":"blue""#,
        #""type":"ab","source":"experiment","ruleId":"e","experiment":"exp","variationId":1,"#
          + #""variationKey":"1","hashAttribute":"id","bucket":0.0505"#
      ),
      (
        "gated", #""value":1,"reason":"DEFAULT","variant":"1""#,
        #""type":"ab","source":"defaultValue","ruleId":"""#
      ),
      (
        "cycle",
        #""errorCode":"GENERAL","errorDetails":"the prerequisites of the feature depend on the feature""#,
        #""type":"ab","source":"cyclicPrerequisite","ruleId":"""#
      ),
    ]
  )
  func `the metadata of an evaluation have the members of a GrowthBook SDK result`(
    key: String,
    result: String,
    metadata: String
  ) async throws {
    let example = try await ServedExample(Self.document, formats: [.growthBook()])
    let body = #"{"context":{"targetingKey":"a","plan":"gold"}}"#
    #expect(
      try await example.evaluate(key, body: body)
        == #"{"key":"\#(key)",\#(result),"metadata":{"overridden":false,\#(metadata)}}"#
    )
  }

  @Test
  func `an override of a rule applies only to the users whom the rule selects`() async throws {
    let example = try await ServedExample(Self.document, formats: [.growthBook()])
    try example.store.override(.rule("r", "false"), for: ["on"])
    let gold = try await example.evaluate(
      "on",
      body: #"{"context":{"targetingKey":"a","plan":"gold"}}"#
    )
    #expect(gold.contains(#""value":false"#) && gold.contains(#""overridden":true"#), "\(gold)")
    let free = try await example.evaluate(
      "on",
      body: #"{"context":{"targetingKey":"a","plan":"free"}}"#
    )
    #expect(free.contains(#""reason":"DEFAULT""#), "\(free)")
    #expect(free.contains(#""overridden":false"#), "\(free)")
  }

  @Test
  func `a feature with a failed prerequisite has no value, and an override is named as the source`()
    async throws
  {
    let example = try await ServedExample(Self.document, formats: [.growthBook()])
    let user = #"{"context":{"targetingKey":"a"}}"#
    #expect(
      try await example.evaluate("gated", body: user)
        == #"{"key":"gated","reason":"DISABLED","variant":"","metadata":{"overridden":false,"type":"ab","#
        + #""source":"prerequisite","ruleId":""}}"#
    )
    try example.store.override(.variation("red"), for: ["colour"])
    let body = try await example.evaluate("colour", body: user)
    #expect(body.hasSuffix(#""metadata":{"overridden":true,"source":"override","type":"ab"}}"#))
  }
}
