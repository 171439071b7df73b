import CoreTestSupport
import FeatureFlags
import Foundation
import Locking
import TestSupport
import Testing

@testable import AscendEngine
@testable import AscendExperiments

/// Tests that the getters of the library apply the overrides of a tester.
@Suite(.tags(.concurrent), .timeLimit(.minutes(1)))
struct FollowingTests {
  private func experiments(_ lab: Lab) async throws -> AscendExperiments {
    let (experiments, _) = try await lab.experiments()
    _ = try await experiments.refreshExperiments()
    return experiments
  }

  private func decide(_ lab: Lab, _ overrides: [OverrideKey: Override]) throws -> String {
    let workspace = lab.folder.workspace()
    try workspace.updateOverrides { $0 = overrides }
    return workspace.overridesPath
  }

  @Test func `an overridden variant is returned, and a disabled experiment has its default values`()
    async throws
  {
    let lab = try Lab()
    let experiments = try await experiments(lab)
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 2)
    let path = try decide(
      lab,
      [
        "checkout_flow": Override(enabled: false),
        "retry_policy": Override(variation: TestVariation(rawValue: "treatment")),
        "unknown": Override(variation: TestVariation(rawValue: "x")),
      ]
    )
    experiments.followOverrides(at: path)
    #expect(
      experiments.getExperimentVariants() == [
        "retry_policy": ExperimentVariant(experimentId: "exp-9", variantName: "treatment")
      ]
    )
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 5)
    #expect(
      experiments.getAllVariablesJSON(for: "checkout_flow") == #"{"colour":"blue","steps":5}"#
    )
    experiments.stopFollowingOverrides()
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 2)
    #expect(experiments.getExperimentVariants()["retry_policy"]?.variantName == "control")
  }

  @Test
  func `the getters apply changes of the overrides file, even after all experiments are cleared`()
    async throws
  {
    let lab = try Lab()
    let experiments = try await experiments(lab)
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    let path = lab.folder.workspace().overridesPath
    experiments.follow(path) { continuation.yield() }
    var news = changes.makeAsyncIterator()
    let name = TestVariation(rawValue: "treatment")
    _ = try decide(lab, ["checkout_flow": Override(variation: name)])
    await news.next()
    #expect(experiments.getExperimentVariants()["checkout_flow"]?.variantName == "treatment")
    experiments.clearAllExperimentsData()
    _ = try await experiments.fetchExperiments(for: Lab.defaults)
    #expect(experiments.getExperimentVariants()["checkout_flow"]?.variantName == "treatment")
    _ = try decide(lab, [:])
    await news.next()
    #expect(experiments.getExperimentVariants()["checkout_flow"]?.variantName == "short")
  }

  @Test func `an override expires at its time`() async throws {
    let lab = try Lab()
    let experiments = try await experiments(lab)
    let end = Date(timeIntervalSince1970: lab.time.withLock { $0 } + 60)
    let path = try decide(
      lab,
      ["checkout_flow": Override(enabled: false, lifetime: .until(end))]
    )
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    experiments.follow(path) { continuation.yield() }
    var news = changes.makeAsyncIterator()
    await news.next()
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 5)
    await lab.clock.waitForSleepers()
    lab.time.withLock { $0 += 60 }
    lab.clock.advance(by: .seconds(60))
    await news.next()
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 2)
  }

  @Test func `a malformed overrides file is logged, and the last overrides stay active`()
    async throws
  {
    let lab = try Lab()
    let experiments = try await experiments(lab)
    let path = try lab.folder.write("{", to: "overrides.json")
    experiments.followOverrides(at: path)
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 2)
    #expect(lab.logged.withLock { $0.contains { $0.contains("overrides.json") } })
  }

  @Test func `with an overrides path, the first call of getPlugin follows the file`() async throws {
    let lab = try Lab()
    let path = try decide(lab, ["checkout_flow": Override(enabled: false)])
    let core = AscendCore(AscendDependencies(now: { 0 }, overridesPath: path))
    try core.initialize(with: lab.config(Lab.quiet()))
    let experiments = try core.plugin(AscendExperiments.self)
    experiments.setExperimentsToStorage([
      "checkout_flow": Lab.experiment(["steps": .int(7)], key: "checkout_flow")
    ])
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 5)
  }

  @Test func `an override of a variable takes precedence, and each getter converts the value`() {
    var maps = ExperimentMaps()
    maps.experiments = ["e": Lab.experiment(["v": .int(1), "w": .int(3)])]
    maps.overrides.variables = ["e": ["v": ExperimentVariable(.int(2))]]
    func read<Scalar: ExperimentScalar>(_ key: String = "e") -> Scalar {
      maps.value(of: "v", in: key, dontCache: false, ignoreCache: false)
    }
    #expect(read() == 2)
    #expect(read() == Int64(2))
    #expect(read() == 2.0)
    #expect(maps.variablesJSON(of: "e") == #"{"v":2,"w":3}"#)
    maps.overrides = ExperimentOverrides()
    #expect(read() == 1, "an overridden value is not cached")
    maps.overrides.variables = ["new": ["v": ExperimentVariable(.string("x"))]]
    #expect(read("new") == "x")
    #expect(maps.variablesJSON(of: "new") == #"{"v":"x"}"#)
  }
}
