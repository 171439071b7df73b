import CoreTestSupport
import FeatureFlags
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests contextual bandits in the evaluation of a dashboard, which requests no prediction.
struct EvaluatedBanditTests {
  private static func configuration(
    traffic: Int = 10_000,
    status: String = "Running",
    extra: String = ""
  ) throws -> Configuration {
    let cmab = #", "cmab": { "trafficAllocation": \#(traffic), "attributeIds": [] }"#
    let delivery = SmallDatafile.experiment("5", key: "d")
    let extra = cmab + extra
    let bandit = SmallDatafile.experiment("1", key: "bandit", status: status, extra: extra)
    let datafile = SmallDatafile(
      experiments: "[\(bandit)]",
      flags: "[\(SmallDatafile.flag("f", experiments: ["1"], rollout: "4"))]",
      rollouts: #"[{ "id": "4", "experiments": [\#(delivery)] }]"#
    )
    return try ConfigurationFormat.optimizely().parse(Array(datafile.text.utf8))
  }

  private static let user = EvaluationContext(targetingKey: "ana")

  @Test(arguments: [(10_000, nil), (0, "on")] as [(Int, TestVariation?)])
  func `a user in the traffic of a bandit has no variation, and others have that of the rollout`(
    traffic: Int,
    expected: TestVariation?
  ) throws {
    let configuration = try Self.configuration(traffic: traffic)
    let feature = try #require(configuration.feature("f", for: Self.user))
    let state = feature.state(in: .release)
    #expect(state.variation == expected && state.isEnabled == (expected != nil))
  }

  @Test func `the explanation of a bandit says that its prediction is missing`() throws {
    let configuration = try Self.configuration()
    let feature = try #require(configuration.feature("f", for: Self.user))
    let explanation = configuration.evaluator.explanation(of: feature, in: Self.user)
    let findings = explanation?.steps.flatMap(\.findings).map(\.text) ?? []
    #expect(findings.last == "needs a prediction, which was not fetched")
    #expect(explanation?.steps.map(\.title).count == 1)
  }

  @Test(arguments: [("Running", #", "audienceConditions": ["or", "nobody"]"#), ("Paused", "")])
  func `a bandit whose rule does not match is skipped`(status: String, extra: String) throws {
    let configuration = try Self.configuration(status: status, extra: extra)
    let feature = try #require(configuration.feature("f", for: Self.user))
    #expect(feature.state(in: .release).variation == "on")
  }

  @Test func `a forced variation needs no prediction`() throws {
    let configuration = try Self.configuration()
    let store = FlagStore(context: Self.user)
    try store.load(configuration)
    try store.override(.variation("on"), for: ["f"])
    #expect(store.feature(named: "f")?.state(in: .release).variation == "on")
  }
}
