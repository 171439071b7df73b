import CoreTestSupport
import Documents
import TestSupport
import Testing

@testable import FeatureFlags
@testable import Workbench

/// Tests presets that apply until the program exits.
struct SessionPresetTests {
  private static let configuration = """
    [ { "name": "Cart", "enabled": false }, { "name": "Beta", "enabled": true, "development": true },
      { "name": "Colour", "test-variations": ["Red", "Green"], "test-variation-assignment": 10 },
      { "name": "Gold", "enabled": true, "unlocked": false }, { "name": "Old", "type": "deprecated" } ]
    """

  private func store(_ folder: TemporaryFolder) throws -> FlagStore {
    let store = FlagStore(workspace: folder.workspace())
    try store.load(try Samples.configuration(Self.configuration))
    return store
  }

  @Test
  func `a preset that is applied until exit is not saved, and outlasts changes by other programs`()
    throws
  {
    let folder = try TemporaryFolder()
    try folder.workspace().updateOverrides { $0["Cart"] = Override(enabled: true) }
    let store = try store(folder)
    let preset = Preset(overrides: [
      "Cart": Override(enabled: true), "Colour": Override(variation: "Green"), "Gold": Override(),
      "Beta": Override(enabled: true),
    ])
    let plan = store.applyUntilExit(preset)
    #expect(plan.count { $0 == .set } == 2 && plan.count { $0 == .unchanged } == 2)
    try folder.workspace().updateOverrides {
      $0 = ["Colour": Override(variation: "Red"), "Gold": Override(unlocked: true)]
    }
    try store.reloadOverrides()
    #expect(store.isEnabled("Cart"), "it is equal to the preset, and reset by another program")
    #expect(store.isEnabled("Beta"), "the preset of a tester enables it in a release build")
    #expect(store.feature(named: "Colour")?.stateText == "Green")
    #expect(store.feature(named: "Gold")?.stateText == "Enabled, locked")
    #expect(store.feature(named: "Cart")?.override?.lifetime == .session)
    #expect(try folder.workspace().overrides().count == 2)
  }

  @Test
  func `a preset applies to a feature that the source adds later, and omits refused overrides`()
    throws
  {
    let store = try store(try TemporaryFolder())
    let plan = store.applyUntilExit(
      Preset(overrides: [
        "New": Override(enabled: true), "Old": Override(enabled: true),
        "Colour": Override(variation: "Blue"),
      ])
    )
    #expect(plan.count { $0 == .storedWithoutFeature } == 1)
    #expect(plan.count { if case .refused = $0 { true } else { false } } == 2)
    try store.load(try Samples.configuration(#"[{ "name": "New" }, { "name": "Colour" }]"#))
    #expect(store.isEnabled("New"))
    #expect(store.feature(named: "Colour")?.isOverridden == false)
  }

  @Test func `a copy of a store has the features and overrides, and does not share later changes`()
    async throws
  {
    let store = try store(try TemporaryFolder())
    try store.override(.variation("Green"), for: ["Colour"])
    var changes = store.changes().makeAsyncIterator()
    let copy = store.copy()
    copy.applyUntilExit(Preset(overrides: ["Cart": Override(enabled: true)]))
    #expect(copy.isEnabled("Cart") && !store.isEnabled("Cart"))
    #expect(copy.feature(named: "Colour")?.stateText == "Green")
    try store.override(.variation("Red"), for: ["Colour"])
    #expect(copy.feature(named: "Colour")?.stateText == "Green")
    let change = await changes.next()
    guard case .overridden(let features)? = change?.kind else {
      Issue.record("\(String(describing: change))")
      return
    }
    #expect(features.map(\.stateText) == ["Red"])
  }

  @Test(arguments: [
    ("true", Override(enabled: true)), ("false", Override(enabled: false)),
    (#""Green""#, Override(variation: "Green")),
    ("35", Override(variables: ["value": .integer(35)])),
    (#"{ "unlocked": true }"#, Override(unlocked: true)),
  ])
  func `an override in a preset can be written as a single value`(text: String, override: Override)
    throws
  {
    let bytes = Array("{ \"overrides\": { \"Cart\": \(text) } }".utf8)
    let reading = try PresetFile.read(bytes)
    #expect(reading.preset.overrides == ["Cart": override] && reading.warnings.isEmpty)
    #expect(try PresetFile.overrides(Array("{\"Cart\":\(text)}".utf8)) == ["Cart": override])
  }

  @Test func `null as an override in a preset is an error that names the accepted values`()
    throws
  {
    let error = #expect(throws: DocumentError.self) {
      try PresetFile.read(Array(#"{ "overrides": { "Cart": null } }"#.utf8))
    }
    #expect(
      error?.description
        == "\"overrides.Cart\": found null, expected true, false, the name of a variation, a number, "
        + "or an object"
    )
  }

  @Test func `the variation on in the override of a flag in a preset enables the flag`() throws {
    let store = try store(try TemporaryFolder())
    store.applyUntilExit(Preset(overrides: ["Cart": Override(variation: "on")]))
    #expect(store.isEnabled("Cart"))
  }
}
