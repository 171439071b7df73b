import CoreTestSupport
import Foundation
import TestSupport
import Testing

@testable import FeatureFlags
@testable import Workbench

/// Tests the plan of a preset: the changes that applying the preset would make.
struct PresetPlanTests {
  private static let date = Date(timeIntervalSince1970: 1_795_255_331)

  private static let configuration = """
    [ { "name": "Cart", "enabled": false },
      { "name": "Colour", "test-variations": ["Red", "Green"], "test-variation-assignment": 10 },
      { "name": "Gold", "enabled": true, "unlocked": false },
      { "name": "Old", "type": "deprecated" } ]
    """

  private func store(
    _ overrides: [OverrideKey: Override] = [:],
    folder: TemporaryFolder
  ) throws -> FlagStore {
    try folder.workspace().updateOverrides { $0 = overrides }
    let store = FlagStore(workspace: folder.workspace(), author: "ana", now: { Self.date })
    try store.load(try Samples.configuration(Self.configuration))
    return store
  }

  private func outcomes(_ plan: PresetPlan) -> [String: PresetPlan.Outcome] {
    Dictionary(uniqueKeysWithValues: plan.steps.map { ($0.name.rawValue, $0.outcome) })
  }

  @Test func `merging a preset changes only the features of the preset`() throws {
    let store = try store(
      ["Gold": Override(unlocked: true), "Colour": Override(variation: "Green", author: "ben")],
      folder: try TemporaryFolder()
    )
    let preset = Preset(overrides: [
      "Cart": Override(enabled: true, author: "eva"), "Colour": Override(variation: "Green"),
    ])
    let plan = store.plan(preset, isReplacing: false)
    #expect(outcomes(plan) == ["Cart": .set, "Colour": .unchanged])
    #expect(plan.changes == ["Cart": Override(enabled: true, date: Self.date, author: "ana")])
    let step = try #require(plan.steps.first)
    #expect(step.before?.stateText == "Disabled")
    #expect(step.after?.stateText == "Enabled")
  }

  @Test func `replacing by a preset resets the overrides of all other features`() throws {
    let store = try store(
      ["Gold": Override(unlocked: true), "Gone": Override(enabled: true)],
      folder: try TemporaryFolder()
    )
    let preset = Preset(overrides: ["Cart": Override(enabled: true)])
    let plan = store.plan(preset, isReplacing: true)
    #expect(outcomes(plan) == ["Cart": .set, "Gold": .reset, "Gone": .reset])
    #expect(plan.changes["Gold"] == .some(nil))
    #expect(plan.changes["Gone"] == .some(nil))
    #expect(store.plan(preset, isReplacing: false).changes.count == 1)
  }

  @Test func `overrides of unknown features are stored; refused and expired ones are not applied`()
    throws
  {
    let store = try store(["Cart": Override(enabled: true)], folder: try TemporaryFolder())
    let later = Self.date.addingTimeInterval(60)
    let preset = Preset(overrides: [
      "Unknown": Override(enabled: true), "Old": Override(enabled: true),
      "Colour": Override(variation: "Blue"),
      "Cart": Override(enabled: false, lifetime: .until(Self.date)),
      "Gold": Override(unlocked: true, lifetime: .until(later)),
    ])
    let plan = store.plan(preset, isReplacing: false)
    #expect(
      outcomes(plan) == [
        "Unknown": .storedWithoutFeature, "Old": .refused(.deprecated),
        "Colour": .refused(.unknownVariation(found: "Blue", expected: ["Red", "Green"])),
        "Cart": .expired(Self.date), "Gold": .set,
      ]
    )
    #expect(Set(plan.changes.keys) == ["Unknown", "Gold"])
    #expect(plan.changes["Gold"]??.lifetime == .until(later))
    #expect(plan.count(where: \.isOmission) == 3)
  }

  @Test
  func `a preset stores the duration of an override, which starts when the preset is applied`()
    throws
  {
    let folder = try TemporaryFolder()
    let clock = SettableClock(Self.date)
    let store = FlagStore(workspace: folder.workspace(), author: "ana", now: { clock.now })
    try store.load(try Samples.configuration(Self.configuration))
    let end = Override.Lifetime.until(Self.date.addingTimeInterval(60))
    try store.applyAndWait(.set([.enabled(true)], for: ["Cart"], lifetime: end))
    try store.override(.unlocked(true), for: ["Gold"])
    clock.now = Self.date.addingTimeInterval(3_600)
    try store.resetAll()
    try store.override(.unlocked(true), for: ["Gold"])
    let hours = Override.Lifetime.until(clock.now.addingTimeInterval(7_200))
    try store.applyAndWait(.set([], for: ["Gold"], lifetime: hours))
    try store.applyAndWait(
      .set([.enabled(true)], for: ["Cart"], lifetime: .until(clock.now.addingTimeInterval(60)))
    )
    clock.now.addTimeInterval(59)
    let preset = store.preset(named: "minute", source: nil)
    #expect(preset.overrides["Cart"]?.lifetime == .lasting(.seconds(60)))
    #expect(preset.overrides["Gold"]?.lifetime == .lasting(.seconds(7_200)))
    let read = try PresetFile.read(PresetFile.write(preset))
    #expect(read.preset.overrides == preset.overrides && read.warnings.isEmpty)
    try store.resetAll()
    clock.now.addTimeInterval(86_400)
    let plan = store.plan(read.preset, isReplacing: false)
    #expect(outcomes(plan) == ["Cart": .set, "Gold": .set])
    #expect(plan.changes["Cart"]??.lifetime == .until(clock.now.addingTimeInterval(60)))
    #expect(plan.changes["Gold"]??.lifetime == .until(clock.now.addingTimeInterval(7_200)))
    #expect(!plan.appliesNothing)
  }

  @Test(arguments: [0, 0.04, 0.06, 0.5, 0.94, 0.96, 0.999])
  func `a preset stores the exact duration of an override set at any fraction of a second`(
    fraction: Double
  ) throws {
    let clock = SettableClock(Self.date.addingTimeInterval(fraction))
    let store = FlagStore(
      workspace: try TemporaryFolder().workspace(),
      author: "ana",
      now: { clock.now }
    )
    try store.load(try Samples.configuration(Self.configuration))
    let hours = Override.Lifetime.lasting(.seconds(7_200))
    try store.applyAndWait(.set([.enabled(true)], for: ["Cart"], lifetime: hours))
    let end = try #require(store.feature(named: "Cart")?.override?.end)
    #expect(abs(end.timeIntervalSince(clock.now) - 7_200) < 0.15)
    #expect(store.preset(named: "hours", source: nil).overrides["Cart"]?.lifetime == hours)
  }

  @Test func `a preset applies nothing if all of its parts have expired or are refused`() throws {
    let store = try store(["Cart": Override(enabled: true)], folder: try TemporaryFolder())
    let dead = Override(enabled: false, lifetime: .until(Self.date))
    func appliesNothing(_ overrides: [OverrideKey: Override]) -> Bool {
      store.plan(Preset(overrides: overrides), isReplacing: false).appliesNothing
    }
    #expect(appliesNothing(["Cart": dead, "Old": Override(enabled: true)]))
    #expect(appliesNothing([:]))
    #expect(!appliesNothing(["Cart": Override(enabled: true)]))
    #expect(!appliesNothing(["Cart": dead, "Gold": Override(unlocked: true)]))
  }

  @Test func `a preset replaces an equal session override by one that applies until reset`() throws
  {
    let store = try store(folder: try TemporaryFolder())
    try store.override(.enabled(true), for: ["Cart"], isSaved: false)
    let preset = store.preset(named: "a", source: nil)
    #expect(preset.overrides["Cart"]?.lifetime == .kept)
    #expect(outcomes(store.plan(preset, isReplacing: false)) == ["Cart": .set])
  }

  @Test func `a preset saves and applies the override of a feature that is unlocked and disabled`()
    throws
  {
    let first = try store(folder: try TemporaryFolder())
    try first.override(.unlocked(true), for: ["Gold"])
    try first.override(.enabled(false), for: ["Gold"])
    let preset = first.preset(named: nil, source: nil)
    let second = try store(folder: try TemporaryFolder())
    #expect(outcomes(second.plan(preset, isReplacing: false)) == ["Gold": .set])
  }

  @Test func `a bug report overrides a feature without an override only if its state differs`()
    throws
  {
    let store = try store(["Gold": Override(unlocked: true)], folder: try TemporaryFolder())
    let preset = Preset(
      overrides: ["Cart": Override(enabled: true)],
      states: [
        "Cart": Preset.State(isEnabled: true),
        "Colour": Preset.State(isEnabled: true, variation: "Green"),
        "Gold": Preset.State(isEnabled: true, isUnlocked: false),
        "Old": Preset.State(isEnabled: true), "Unknown": Preset.State(isEnabled: true),
      ]
    )
    let plan = store.plan(preset, isReplacing: false)
    #expect(
      outcomes(plan) == [
        "Cart": .set, "Colour": .forced, "Gold": .reset, "Old": .unforceable,
        "Unknown": .missingFeature,
      ]
    )
    #expect(plan.changes["Colour"]??.variation == "Green")
  }

  @Test
  func `a bug report restores the state of every feature in a workspace with other assignments`()
    throws
  {
    let count = 40
    let features = (0..<count).map { number in
      """
      { "name": "Test \(number)", "enabled": \(!number.isMultiple(of: 5)),
        "test-variations": \(["[\"A\", \"B\"]", "[\"A\", \"B\", \"C\"]", "[\"on\", \"off\"]"][number % 3]) },
      { "name": "Flag \(number)", "enabled": \(number.isMultiple(of: 2)) },
      { "name": "Lock \(number)", "enabled": \(!number.isMultiple(of: 3)), "unlocked": false }
      """
    }
    let configuration = try Samples.configuration("[" + features.joined(separator: ",") + "]")
    var random = SeededGenerator(seed: 4)
    func store(_ folder: TemporaryFolder) throws -> FlagStore {
      let store = FlagStore(workspace: folder.workspace())
      try store.load(configuration)
      for feature in store.features where Int.random(in: 0..<3, using: &random) == 0 {
        if let decision = feature.cycled(by: 1) {
          do { try store.override(decision, for: [feature.name]) } catch {
            // A disabled unlock flag cannot be unlocked: the feature stays as it is.
            #expect("\(error)".contains("disabled"))
          }
        }
      }
      return store
    }
    let (one, two) = (try TemporaryFolder(), try TemporaryFolder())
    let (first, second) = (try store(one), try store(two))
    let states = { (store: FlagStore) in store.features.map { $0.state(in: .development) } }
    #expect(states(first) != states(second))
    var preset = first.preset(named: nil, source: nil)
    for feature in first.features {
      let state = feature.state(in: .development)
      preset.states[feature.name] = Preset.State(
        isEnabled: state.isEnabled,
        variation: feature.type.isTest ? state.variation : nil,
        isUnlocked: state.isUnlocked
      )
    }
    let plan = second.plan(preset, isReplacing: false)
    #expect(plan.count(where: \.isOmission) == 0)
    try two.workspace().updateOverrides { $0.apply(plan.changes) }
    try second.reloadOverrides()
    #expect(states(second) == states(first))
    #expect(second.plan(preset, isReplacing: false).changes.isEmpty)
  }
}
