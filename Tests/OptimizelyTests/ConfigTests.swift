import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests `OptimizelyConfig`, the description of a project.
struct ConfigTests {
  @Test func `the config has the flags, rules and variables of the datafile`() throws {
    let config = OptimizelyConfig(try Fixture.datafile(Fixture.rules))
    #expect(config.revision == "17")
    #expect(config.sdkKey == "synthetic-sdk-key")
    #expect(config.environmentKey == "qa")
    #expect(!config.audiences.contains { $0.id == "$opt_dummy_audience" })
    #expect(config.audiences.count { $0.id == "8002" } == 1)
    let checkout = try #require(config.featuresMap["checkout"])
    #expect(checkout.experimentRules.map(\.key) == ["checkout_test", "partial"])
    #expect(checkout.deliveryRules.map(\.key) == ["r_us", "r_adult", "r_else"])
    #expect(checkout.variablesMap["style"]?.type == "json")
    #expect(checkout.variablesMap["limit"]?.value == "10")
    let variations = try #require(config.experimentsMap["checkout_test"]?.variationsMap)
    #expect(variations["treatment"]?.variablesMap["limit"]?.value == "25")
    #expect(variations["control"]?.variablesMap["limit"]?.value == "10")
  }

  @Test(arguments: [
    ("null", ""), ("[]", ""), (#""7""#, #""us""#), (#"["or", "7"]"#, #""us""#),
    (#"["7", "8"]"#, #""us" OR "8""#),
    (#"["or", "7", ["and", "9", "7"]]"#, #""us" OR ("adults" AND "us")"#),
    (#"["not", "7"]"#, #"NOT "us""#), (#"["not", ["or", "7", "9"]]"#, #"NOT ("us" OR "adults")"#),
    (#"["and", ["not", "7"], "9"]"#, #"(NOT "us") AND "adults""#),
  ])
  func `the audience of a rule is an expression with audience names`(
    conditions: String,
    text: String
  ) throws {
    let extra = #", "audienceConditions": \#(conditions)"#
    let datafile = SmallDatafile(
      experiments: "[\(SmallDatafile.experiment("1", key: "e", extra: extra))]",
      audiences: """
        [{ "id": "7", "name": "us", "conditions": [] },
         { "id": "9", "name": "adults", "conditions": [] }]
        """
    )
    #expect(OptimizelyConfig(try datafile.datafile()).experimentsMap["e"]?.audiences == text)
  }

  @Test func `the config adds the variation of the rule for everyone else to a feature rollout`()
    throws
  {
    let config = OptimizelyConfig(try Fixture.datafile(Fixture.rules))
    let rule = try #require(config.featuresMap["feature_rollout_flag"]?.experimentRules.first)
    #expect(rule.variationsMap["fr_off"]?.id == "2504")
  }

  @Test(arguments: [
    (
      #"["or", { "value": "a/b", "name": "n", "type": "custom_attribute" }]"#,
      #"["or",{"name":"n","type":"custom_attribute","value":"a\/b"}]"#
    ),
    (#""[\"or\", \"7\"]""#, #"["or", "7"]"#),
  ])
  func `the config has audience conditions as the string of the datafile, or with sorted keys`(
    conditions: String,
    text: String
  ) throws {
    let config = OptimizelyConfig(try SmallDatafile.targeted(conditions).datafile())
    #expect(config.audiences.first?.conditions == text)
  }

  @Test(
    arguments: [
      (true, #""featureEnabled": true"#), (false, #""featureEnabled": false"#), (nil, ""),
    ] as [(Bool?, String)]
  )
  func `the config has no state for a variation whose state is not in the datafile`(
    state: Bool?,
    member: String
  ) throws {
    let experiment = SmallDatafile.experiment("1", key: "e")
      .replacing(#""featureEnabled": true"#, with: member.isEmpty ? #""other": 1"# : member)
    let config = OptimizelyConfig(
      try SmallDatafile(experiments: "[\(experiment)]").datafile()
    )
    #expect(config.experimentsMap["e"]?.variationsMap["on"]?.featureEnabled == state)
  }
}
