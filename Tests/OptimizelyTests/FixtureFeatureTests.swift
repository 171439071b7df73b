import Dashboard
import FeatureFlags
import ScreenTestSupport
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the features of a datafile against recorded decisions of the SDKs.
struct FixtureFeatureTests {
  private func features(_ file: String, for user: UserContext) throws -> FlagStore {
    try FlagStore.datafile(try Fixture.bytes(file), for: user)
  }

  @Test func `the features of all 240 recorded users match the recorded decisions`() throws {
    let cases = try Fixture.value("expected_decisions.json")["cases"]?.items ?? []
    #expect(cases.count == 240)
    for (number, recorded) in cases.enumerated() {
      let file = try #require(recorded["file"]?.text)
      let flag = Feature.Name(rawValue: try #require(recorded["flag"]?.text))
      let expected = try #require(recorded["expect"])
      let user = UserContext(recorded: recorded)
      let store = try features(file, for: user)
      for (subject, variation) in user.forcedDecisions where subject.flag == flag.rawValue {
        let variation = TestVariation(name: variation)
        // Ignores an error: the SDKs also ignore a forced decision for an unknown variation.
        try? store.override(
          subject.rule.map { .rule($0, variation) } ?? .variation(variation),
          for: [flag]
        )
      }
      // The recording also contains an unknown flag.
      guard let feature = store.feature(named: flag) else {
        #expect(expected["variationKey"] == .null)
        continue
      }
      // A recorded decision passes over a contextual bandit, because it was synchronous.
      guard !(try decision(of: flag.rawValue, in: file, for: user)).hasFailed else {
        #expect(feature.state(in: .release).variation == nil)
        continue
      }
      let state = feature.state(in: .release)
      let variation = state.variation.map { DataValue.string($0.rawValue) }
      let variables = state.variables.map { ($0.name, DataValue($0.value)) }
      #expect(expected["variationKey"] == (variation ?? .null), "case \(number): \(recorded)")
      #expect(expected["enabled"] == .bool(state.isEnabled), "case \(number): \(recorded)")
      #expect(
        expected["variables"] == .object(Dictionary(uniqueKeysWithValues: variables)),
        "case \(number): \(recorded)"
      )
    }
  }

  /// Evaluates a flag for a user without predictions, as a dashboard does.
  private func decision(
    of flag: String,
    in file: String,
    for user: UserContext
  ) throws -> FlagDecision {
    var user = user
    user.predictions = [:]
    return Evaluator(try Datafile(bytes: try Fixture.bytes(file))).decide(flag, for: user)
  }

  private static let american = UserContext(id: "u1", attributes: ["country": "us"])

  @Test func `the variation of a holdout is off, and cannot be forced`() throws {
    for (user, variation) in [(Self.american, "held_us"), (UserContext(id: "u3"), "held_local")] {
      let store = try features(Fixture.holdouts, for: user)
      let feature = try #require(store.feature(named: "checkout"))
      let held = TestVariation(rawValue: variation)
      #expect(feature.state(in: .release).variation == held)
      #expect(!feature.state(in: .release).isEnabled)
      #expect(!store.isEnabled("checkout"))
      #expect(!feature.testVariations.contains(held))
      for decision in [OverrideChoice.variation(held), .rule("checkout_test", held)] {
        #expect(throws: FlagStoreError.self) { try store.override(decision, for: ["checkout"]) }
      }
      #expect(feature.cycled(by: 1) == feature.testVariations.first.map(OverrideChoice.variation))
      #expect(feature.cycled(by: -1) == feature.testVariations.last.map(OverrideChoice.variation))
    }
  }

  @Test func `the details of a flag name the holdout that assigns a variation`() throws {
    let store = try features(Fixture.holdouts, for: Self.american)
    func details() throws -> String {
      try #require(store.feature(named: "checkout")).detailsText(
        columns: 80,
        problems: [],
        wallClock: .zone()
      )
    }
    let line = "held_us  assigned by holdout \"global_us\"\n"
    #expect(try details().contains("  ● " + line))
    #expect(try details().count { $0 == "●" } == 1)
    try store.override(.rule("checkout_test", "treatment"), for: ["checkout"])
    #expect(try details().contains("  ● " + line), "a holdout takes precedence over a forced rule")
    try store.override(.variation("treatment"), for: ["checkout"])
    #expect(try details().contains("  ○ " + line))
    #expect(try details().contains("● treatment"))
  }

  @Test func `variations with the same name are distinguished by their rules`() throws {
    let variables = #"[{ "id": "v", "key": "size", "type": "integer", "defaultValue": "1" }]"#
    let off = SmallDatafile.experiment("2", key: "everyone")
      .replacing(#""featureEnabled": true"#, with: #""featureEnabled": false"#)
    let datafile = SmallDatafile(
      experiments: "[\(SmallDatafile.experiment("1", key: "e", end: 0))]",
      flags: """
        [\(SmallDatafile.flag("f", experiments: ["1"], rollout: "r", variables: variables))]
        """,
      rollouts: #"[{ "id": "r", "experiments": [\#(off)] }]"#
    )
    let store = try FlagStore.datafile(Array(datafile.text.utf8), for: UserContext(id: "u"))
    let state = try #require(store.feature(named: "f")).state(in: .release)
    #expect(state.variation == "on")
    #expect(!state.isEnabled)
    // A forced decision of the flag selects the first variation of that name, as in the SDKs.
    try store.override(.variation("on"), for: ["f"])
    #expect(store.isEnabled("f"))
  }
}
