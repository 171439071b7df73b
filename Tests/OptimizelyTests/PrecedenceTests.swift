import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the precedence of forced decisions, holdouts, allow-list, profile and rules.
struct PrecedenceTests {
  private func decide(
    _ datafile: SmallDatafile,
    _ user: UserContext = UserContext(id: "u"),
    options: DecideOptions = []
  ) throws -> FlagDecision {
    try datafile.evaluator().decide("f", for: user, options: options)
  }

  private func forced(_ rule: String?, _ variation: String) -> UserContext {
    UserContext(id: "u", forcedDecisions: [.init(flag: "f", rule: rule): variation])
  }

  private let experiment = SmallDatafile.experiment("1", key: "e", end: 0)
  private let delivery = SmallDatafile.experiment("5", key: "d")

  private var tested: SmallDatafile {
    SmallDatafile(
      experiments: "[\(experiment)]",
      flags: "[\(SmallDatafile.flag("f", experiments: ["1"], rollout: " 4 "))]",
      rollouts: #"[{ "id": "4", "experiments": [\#(delivery)] }]"#
    )
  }

  @Test func `a user in no experiment gets the variation of the delivery rule`() throws {
    let decision = try decide(tested)
    #expect(decision.rule == "d")
    #expect(decision.source == .rollout)
    #expect(!decision.sendsImpression)
  }

  @Test func `a decision that is forced on a whole flag names no rule`() throws {
    let decision = try decide(tested, forced(nil, "on"))
    #expect(decision.variationID == "11")
    #expect(decision.rule == nil)
    #expect(decision.source == .featureTest)
    #expect(decision.sendsImpression)
    #expect(decision.sticky == nil)
  }

  @Test func `a forced decision of a rule ignores traffic allocation and is not sticky`() throws {
    let decision = try decide(tested, forced("e", "on"))
    #expect(decision.rule == "e")
    #expect(decision.source == .featureTest)
    #expect(decision.sticky == nil)
    #expect(try decide(tested, forced("d", "on")).source == .rollout)
  }

  @Test func `an unknown forced variation is ignored and reported in the trace`() throws {
    let decision = try decide(tested, forced("e", "nope"), options: .includeReasons)
    #expect(decision.rule == "d")
    let reason =
      "Invalid variation is mapped to flag (f), rule (e) and user (u) in the forced decision map."
    #expect(decision.reasons.contains(reason))
  }

  @Test func `a forced flag takes precedence over a global holdout, which precedes a forced rule`()
    throws
  {
    var datafile = tested
    datafile.more = #""holdouts": [\#(SmallDatafile.experiment("8", key: "h"))],"#
    #expect(try decide(datafile, forced("e", "on")).source == .holdout)
    #expect(try decide(datafile, forced(nil, "on")).source == .featureTest)
  }

  @Test
  func `a forced rule takes precedence over its local holdout, which precedes the rule's status`()
    throws
  {
    let paused = SmallDatafile.experiment("1", key: "e", status: "Paused")
    let holdout = SmallDatafile.experiment("8", key: "h", extra: #", "includedRules": ["1"]"#)
    var datafile = tested
    datafile.experiments = "[\(paused)]"
    datafile.more = #""localHoldouts": [\#(holdout)],"#
    #expect(try decide(datafile).rule == "h")
    #expect(try decide(datafile, forced("e", "on")).rule == "e")
  }

  @Test
  func `the allow-list takes precedence over the profile, which precedes audience and traffic`()
    throws
  {
    let user = UserContext(id: "u", profile: ["1": "11"])
    var datafile = tested
    let closed = #", "audienceConditions": ["or", "nobody"]"#
    datafile.experiments = "[\(SmallDatafile.experiment("1", key: "e", end: 0, extra: closed))]"
    let decision = try decide(datafile, user)
    #expect(decision.rule == "e")
    #expect(decision.sticky == nil, "the variation is stored already")
    #expect(try decide(datafile, user, options: .ignoreUserProfileService).rule == "d")
    #expect(try decide(datafile, UserContext(id: "u", profile: ["1": "gone"])).rule == "d")
  }

  @Test
  func `profile, allow-list and forced variation have no effect on a rule that is not running`()
    throws
  {
    var datafile = tested
    let paused = SmallDatafile.experiment("1", key: "e", status: "Paused")
    let list = #""forcedVariations": { "u": "on" }"#
    let allowed = paused.replacing(#""forcedVariations": {}"#, with: list)
    datafile.experiments = "[\(allowed)]"
    let user = UserContext(id: "u", forcedVariations: ["e": "on"], profile: ["1": "11"])
    #expect(try decide(datafile, user).rule == "d")
    datafile.experiments = "[\(allowed.replacing("Paused", with: "Running"))]"
    #expect(try decide(datafile, user).rule == "e")
  }

  @Test func `a user outside the traffic of a matching delivery rule continues with the last rule`()
    throws
  {
    var datafile = tested
    let rules = ["5", "6", "7"].map { id in
      SmallDatafile.experiment(id, key: "d\(id)", status: "Paused", end: id == "5" ? 0 : 10_000)
    }
    datafile.rollouts = #"[{ "id": "4", "experiments": [\#(rules.joined(separator: ","))] }]"#
    #expect(try decide(datafile).rule == "d7")
  }

  @Test func `traffic of a removed variation at the end of the allocation is not allocated`() throws
  {
    var datafile = tested
    let ranges = #""endOfRange": 0 }, { "entityId": "gone", "endOfRange": 10000 }"#
    let last = #", { "entityId": "11", "endOfRange": 10000 }"#
    datafile.experiments = "[\(experiment.replacing(#""endOfRange": 0 }"#, with: ranges + last))]"
    #expect(try decide(datafile).rule == "d")
  }

  @Test(arguments: [("[]", "e"), (#""and""#, "e"), ("null", "d"), (#"["or", "7"]"#, "d")])
  func
    `audience conditions take precedence over audience ids, and an empty list matches every user`(
      conditions: String,
      rule: String
    ) throws
  {
    let extra = #", "audienceConditions": \#(conditions)"#
    let open = SmallDatafile.experiment("1", key: "e", extra: extra)
    var datafile = tested
    datafile.experiments =
      "[\(open.replacing(#""audienceIds": []"#, with: #""audienceIds": ["7"]"#))]"
    #expect(try decide(datafile).rule == rule)
  }

  @Test func `a contextual bandit without predictions is skipped`() throws {
    var datafile = tested
    let bandit = #", "cmab": { "trafficAllocation": 10000, "attributeIds": [] }"#
    datafile.experiments = "[\(SmallDatafile.experiment("1", key: "e", extra: bandit))]"
    let decision = try decide(datafile, options: .includeTrace)
    #expect(decision.rule == "d")
    #expect(decision.trace?.entries.first?.checks.contains(.contextualBandit) == true)
  }

  @Test func `the bucketing id attribute replaces the user id only if the attribute is a string`() {
    func id(_ value: DataValue) -> String {
      UserContext(id: "u", attributes: [UserContext.bucketingKey: value]).bucketingID
    }
    #expect(id("other") == "other")
    #expect(id("") == "")
    #expect(id(7) == "u")
  }
}
