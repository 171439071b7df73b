import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests global holdouts that do not apply to targeted deliveries.
struct TargetedDeliveryTests {
  private static func evaluator(excludes: String, end: Int = 10_000) throws -> Evaluator {
    let holdout = """
      { "id": "h", "key": "away", "status": "Running", "audienceIds": [],
        "variations": [{ "id": "h1", "key": "held out" }],
        "trafficAllocation": [{ "entityId": "h1", "endOfRange": \(end) }]\(excludes) }
      """
    return try SmallDatafile(
      experiments: """
        [\(SmallDatafile.experiment("1", key: "test", extra: #", "type": "ab""#)),
         \(SmallDatafile.experiment("2", key: "targeted", extra: #", "type": "td""#))]
        """,
      flags: """
        [\(SmallDatafile.flag("both", experiments: ["1", "2"])),
         \(SmallDatafile.flag("tested", experiments: ["1"], rollout: "r")),
         \(SmallDatafile.flag("bare", experiments: ["1"]))]
        """,
      rollouts: #"[{ "id": "r", "experiments": [\#(SmallDatafile.experiment("3", key: "all"))] }]"#,
      more: #""holdouts": [\#(holdout)],"#
    ).evaluator()
  }

  @Test(
    arguments: [
      ("both", "targeted", .featureTest), ("tested", "all", .rollout), ("bare", nil, .rollout),
    ] as [(String, String?, FlagDecision.Source)]
  )
  func `a held-out user gets deliveries if the holdout excludes targeted deliveries`(
    flag: String,
    rule: String?,
    source: FlagDecision.Source
  ) throws {
    let evaluator = try Self.evaluator(excludes: #", "excludeTargetedDeliveries": true"#)
    let decision = evaluator.decide(
      flag,
      for: UserContext(id: "u"),
      options: [.includeReasons, .includeTrace]
    )
    #expect(decision.rule == rule)
    #expect(decision.source == source)
    #expect(decision.trace?.entries.first?.variation == nil)
    #expect("\(decision.trace ?? Trace())".contains("except from targeted deliveries"))
  }

  @Test(
    arguments: [
      ("both", ["away", "targeted"]), ("tested", ["away"]), ("bare", ["away"]),
    ] as [(String, [String])]
  )
  func `a delivery to a held-out user sends impressions for the holdout and for the delivery`(
    flag: String,
    rules: [String]
  ) throws {
    let evaluator = try Self.evaluator(excludes: #", "excludeTargetedDeliveries": true"#)
    let user = UserContext(id: "u")
    let impressions = evaluator.decide(flag, for: user).impressions
    #expect(impressions.map(\.rule) == rules)
    #expect(impressions[0].source == .holdout)
    #expect(impressions[0].variation == "held out")
    #expect(!impressions[0].isEnabled)
    let silent = evaluator.decide(flag, for: user, options: .disableDecisionEvent)
    #expect(silent.impressions.isEmpty)
  }

  @Test(arguments: ["", #", "excludeTargetedDeliveries": false"#])
  func `a holdout that includes targeted deliveries applies to deliveries`(excludes: String) throws
  {
    for flag in ["both", "tested", "bare"] {
      let decision = try Self.evaluator(excludes: excludes).decide(flag, for: UserContext(id: "u"))
      #expect(decision.rule == "away")
      #expect(decision.source == .holdout)
    }
  }

  @Test func `a user outside the holdout is evaluated for all rules`() throws {
    let evaluator = try Self.evaluator(excludes: #", "excludeTargetedDeliveries": true"#, end: 0)
    #expect(evaluator.decide("both", for: UserContext(id: "u")).rule == "test")
  }
}
