import FeatureFlags
import Foundation
import Locking
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests a client that follows the overrides of a tester.
@Suite(.tags(.concurrent))
struct FollowingTests {
  private let project: TestProject
  private let client: OptimizelyClient

  /// A flag with an experiment that assigns `small` to every user, and a delivery rule with
  /// `basic`.
  private static let datafile = SmallDatafile(
    experiments: """
      [{ "id": "1", "key": "size_test", "status": "Running", "layerId": "9",
        "variations": [
          { "id": "11", "key": "small", "featureEnabled": true,
            "variables": [{ "id": "v1", "value": "2" }] },
          { "id": "12", "key": "large", "featureEnabled": true,
            "variables": [{ "id": "v1", "value": "9" }] },
          { "id": "13", "key": "none", "featureEnabled": false, "variables": [] }],
        "trafficAllocation": [{ "entityId": "11", "endOfRange": 10000 }],
        "audienceIds": [], "forcedVariations": {} }]
      """,
    flags: """
      [\(SmallDatafile.flag("cart", experiments: ["1"], rollout: "r", variables: """
        [{ "id": "v1", "key": "limit", "type": "integer", "defaultValue": "1" },
         { "id": "v2", "key": "plan", "type": "json", "defaultValue": "{}" }]
        """)),
       \(SmallDatafile.flag("search"))]
      """,
    rollouts: """
      [{ "id": "r", "experiments": [\(SmallDatafile.experiment("2", key: "everyone"))] }]
      """
  )

  init() throws {
    project = try TestProject()
    client = try project.started(Self.datafile)
  }

  /// Writes an overrides file, and returns its path.
  @discardableResult
  private func decide(_ overrides: [OverrideKey: Override]) throws -> String {
    try project.workspace.updateOverrides { $0 = overrides }
    return project.workspace.overridesPath
  }

  private func decision(_ options: [OptimizelyDecideOption] = []) -> OptimizelyDecision {
    client.createUserContext(userId: "ana").decide(key: "cart", options: options)
  }

  @Test(arguments: [
    Override(variation: "large"), Override(variation: "LARGE"), Override(variation: "none"),
    Override(variation: "unknown"), Override(enabled: false), Override(enabled: true),
    Override(), Override(variation: "held"), Override(rules: ["size_test": "held"]),
    Override(enabled: true, rules: ["everyone": "on"]),
    Override(enabled: false, variation: "large"), Override(rules: ["size_test": "large"]),
    Override(rules: ["size_test": "unknown", "everyone": "on"]),
    Override(variation: "none", rules: ["size_test": "large"]),
    Override(variables: ["limit": .integer(7), "plan": .json(#"{"a":1}"#)]),
    Override(variables: ["limit": .string("7"), "other": .integer(1), "plan": .json("1")]),
    Override(variation: "large", variables: ["limit": .string("many")]),
    Override(variation: "large", lifetime: .until(Date(timeIntervalSince1970: 0))),
  ])
  func `an app that follows overrides has the same decisions as the dashboard`(override: Override)
    throws
  {
    try check(override, Self.datafile)
    for holdout in ["holdouts", "localHoldouts"] {
      var datafile = Self.datafile
      datafile.more = """
        "\(holdout)": [{ "id": "8", "key": "control", "status": "Running", "variations":
          [{ "id": "81", "key": "held", "featureEnabled": false, "variables": [] }],
          "trafficAllocation": [{ "entityId": "81", "endOfRange": 10000 }],
          "includedRules": ["1"], "audienceIds": [] }],
        """
      try check(override, datafile)
    }
  }

  /// Compares an app that follows an override with the dashboard that has set the override.
  private func check(_ override: Override, _ datafile: SmallDatafile) throws {
    let client = try project.started(datafile)
    client.followOverrides(at: try decide(["cart": override]))
    let store = try FlagStore.datafile(
      Array(datafile.text.utf8),
      for: UserContext(id: "ana"),
      workspace: project.workspace
    )
    let shown = try #require(store.feature(named: "cart")).state(in: .release)
    let decision = client.createUserContext(userId: "ana").decide(key: "cart")
    #expect(decision.enabled == shown.isEnabled)
    #expect(decision.variationKey == shown.variation?.rawValue)
    let variables = Dictionary(uniqueKeysWithValues: shown.variables.map { ($0.name, $0.value) })
    #expect(decision.variables.variables == variables)
  }

  @Test func `the overridden variation of a flag or a rule is applied as a forced decision`()
    throws
  {
    client.followOverrides(at: try decide(["cart": Override(variation: "large")]))
    #expect(decision().ruleKey == nil)
    #expect(decision().variables.getValue(jsonPath: "limit") == 9)
    #expect(decision([.includeReasons]).reasons.contains { $0.contains("forced decision") })
    client.followOverrides(at: try decide(["cart": Override(rules: ["size_test": "none"])]))
    #expect(decision().ruleKey == "size_test")
    #expect(decision().variationKey == "none")
    client.stopFollowingOverrides()
    #expect(decision().variationKey == "small")
  }

  @Test func `a flag that a tester overrides as off is off in all calls, and a reason says so`()
    throws
  {
    client.followOverrides(at: try decide(["cart": Override(enabled: false)]))
    #expect(!decision().enabled)
    #expect(decision().reasons.isEmpty)
    #expect(decision([.includeReasons]).reasons.last == "The flag is overridden: off.")
    let user = client.createUserContext(userId: "ana")
    #expect(user.decideAll(options: [.enabledFlagsOnly]).isEmpty)
    #expect(decision().variationKey == "off" && decision().ruleKey == nil)
    // A delivery rule sends no impression unless the datafile sends those of all decisions.
    #expect(project.sent.events.isEmpty)
    #expect(decision([.excludeVariables]).variables.variables.isEmpty)
  }

  @Test func `an override takes precedence over a forced decision of the app`() throws {
    let user = client.createUserContext(userId: "ana")
    let flag = OptimizelyDecisionContext(flagKey: "cart")
    user.setForcedDecision(
      context: flag,
      decision: OptimizelyForcedDecision(variationKey: "large")
    )
    #expect(user.decide(key: "cart").variationKey == "large")
    client.followOverrides(at: try decide(["cart": Override(rules: ["size_test": "none"])]))
    #expect(user.decide(key: "cart").variationKey == "none")
    #expect(user.getForcedDecision(context: flag)?.variationKey == "large")
    client.followOverrides(at: try decide(["cart": Override(enabled: true)]))
    #expect(user.decide(key: "cart").variationKey == "large")
    client.followOverrides(at: try decide(["cart": Override(enabled: false)]))
    #expect(user.decide(key: "cart").variationKey == "off")
    user.removeAllForcedDecisions()
    client.setForcedVariation(experimentKey: "size_test", userId: "ana", variationKey: "large")
    client.followOverrides(at: try decide(["cart": Override(rules: ["everyone": "on"])]))
    #expect(user.decide(key: "cart").variationKey == "small")
  }

  @Test func `listeners are notified after a change of the overrides file is active`()
    async throws
  {
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    client.notificationCenter?.addOverridesChangeNotificationListener { continuation.yield() }
    var news = changes.makeAsyncIterator()
    client.followOverrides(at: project.workspace.overridesPath)
    try decide(["cart": Override(variation: "large")])
    await news.next()
    #expect(decision().variationKey == "large")
    try decide([:])
    await news.next()
    #expect(decision().variationKey == "small")
  }

  @Test func `a malformed overrides file is reported, and the last valid overrides stay active`()
    throws
  {
    let path = try decide(["cart": Override(variation: "large")])
    client.followOverrides(at: path)
    let broken = try project.folder.write("{", to: "overrides.json")
    client.followOverrides(at: broken)
    #expect(decision().variationKey == "small")
    let problems = project.problems.withLock { $0 }
    #expect(problems.count == 1)
    #expect("\(problems[0])".contains(broken))
  }

  @Test func `an override expires at its time, and listeners are notified`() async throws {
    var project = try TestProject()
    let time = Locked(Date(timeIntervalSince1970: 1_000))
    let clock = ManualClock()
    project.settings.clock = clock
    project.settings.now = { time.withLock { $0 } }
    let client = try project.started(Self.datafile)
    let end = Date(timeIntervalSince1970: 1_060)
    let override = Override(variation: "large", lifetime: .until(end))
    try project.workspace.updateOverrides { $0 = ["cart": override] }
    client.followOverrides(at: project.workspace.overridesPath)
    let user = client.createUserContext(userId: "bob")
    #expect(user.decide(key: "cart").variationKey == "large")
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    client.notificationCenter?.addOverridesChangeNotificationListener { continuation.yield() }
    var news = changes.makeAsyncIterator()
    await clock.waitForSleepers()
    time.withLock { $0 = end }
    clock.advance(by: .seconds(60))
    await news.next()
    #expect(user.decide(key: "cart").variationKey == "small")
  }

  @Test func `a client follows the file of HALYARD_OVERRIDES unless the app has set a path`()
    throws
  {
    #expect(OptimizelySdkSettings().overridesPath == nil)
    var project = project
    project.settings.overridesPath = try decide(["cart": Override(variation: "large")])
    let client = try project.started(Self.datafile)
    let user = client.createUserContext(userId: "ana")
    #expect(user.decide(key: "cart").variationKey == "large")
    // Starting again does not replace the path that the app has set.
    client.followOverrides(at: project.folder.path(of: "none.json"))
    try client.start(datafile: Self.datafile.text, doFetchDatafileBackground: false)
    #expect(user.decide(key: "cart").variationKey == "small")
    // Starting again does not follow the file of the environment after the app has stopped
    // following.
    client.stopFollowingOverrides()
    try client.start(datafile: Self.datafile.text, doFetchDatafileBackground: false)
    #expect(user.decide(key: "cart").variationKey == "small")
  }

  @Test
  func `with HALYARD_OVERRIDES set, a client follows the overrides file without code in the app`()
    throws
  {
    let overrides = try decide(["cart": Override(variation: "large")])
    let datafile = try project.folder.write(Self.datafile.text, to: "datafile.json")
    let output = project.folder.path(of: "output")
    for (environment, expected) in [
      ([], "small\n"), (["HALYARD_OVERRIDES=\(overrides)"], "large\n"),
    ] {
      let probe = try ProbeProcess(
        ["decide", project.folder.path, datafile, "cart"],
        of: "event-probe",
        output: output,
        environment: environment
      )
      #expect(probe.wait() == .exited(0))
      #expect(try project.folder.read("output") == expected)
    }
  }
}
