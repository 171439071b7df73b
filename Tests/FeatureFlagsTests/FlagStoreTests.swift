import CoreTestSupport
import Foundation
import Locking
import TestSupport
import Testing

@testable import FeatureFlags

@Suite(.tags(.concurrent))
struct FlagStoreTests {
  private static let shop = """
    [{"name":"Cart","enabled":true}, {"name":"Colour","test-variations":["Red","Blue"]},
     {"name":"Gold","enabled":true,"unlocked":false},
     {"name":"Layout","test-variations":["X","Y","Z"]},
     {"name":"Trial","test-variations":["Enabled","Disabled"]},
     {"name":"Old","type":"deprecated"}]
    """

  private func store(_ text: String = shop) throws -> FlagStore {
    let store = FlagStore(draw: { 0 })
    try store.load(try Samples.configuration(text))
    return store
  }

  @Test func `overriding features preserves their order`() throws {
    let store = try store()
    let names = store.features.map(\.name)
    try store.override(.enabled(false), for: ["Cart"])
    try store.override(.variation("Blue"), for: ["Colour"])
    try store.override(.unlocked(true), for: ["Gold"])
    try store.override(.variation("Z"), for: ["Layout"])
    try store.override(.enabled(false), for: ["Trial"])
    #expect(store.features.map(\.name) == names)
    try store.reset(["Cart"])
    try store.resetAll()
    #expect(store.features.map(\.name) == names)
  }

  @Test func `an override that one of several features rejects is applied to none of the features`()
    throws
  {
    let store = try store()
    #expect(
      throws: FlagStoreError.refused("Cart", .unknownVariation(found: "Blue", expected: []))
    ) {
      do {
        try store.override(.variation("Blue"), for: ["Colour", "Cart"])
      } catch FlagStoreError.refused(let name, .unknownVariation(let found, let expected)) {
        #expect(expected == ["Enabled", "Disabled"])
        throw FlagStoreError.refused(name, .unknownVariation(found: found, expected: []))
      }
    }
    #expect(throws: FlagStoreError.unknownFeature("Crat", nearest: ["Cart"])) {
      try store.override(.enabled(false), for: ["Cart", "Crat"])
    }
    #expect(store.features.allSatisfy { $0.override == nil })
  }

  @Test func `loading a configuration keeps an override, even if both set the same state`() throws {
    let store = try store()
    try store.override(.enabled(true), for: ["Cart"])
    try store.load(Samples.configuration(#"[{"name":"Cart","enabled":false}]"#))
    #expect(store.isEnabled("Cart"))
    try store.reset(["Cart"])
    #expect(!store.isEnabled("Cart"))
  }

  @Test
  func `a removed feature disappears, and its override applies again when the feature returns`()
    throws
  {
    let store = try store()
    try store.override(.variation("Blue"), for: ["Colour"])
    try store.load(Samples.configuration(#"[{"name":"Cart"}]"#))
    #expect(store.features.map(\.name) == ["Cart"])
    #expect(store.feature(named: "Colour") == nil)
    #expect(!store.isEnabled("Colour"))
    try store.load(Samples.configuration(Self.shop))
    #expect(store.feature(named: "Colour")?.testVariation() == "Blue")
    try store.load(Samples.configuration("[]"))
    try store.resetAll()
    try store.load(Samples.configuration(Self.shop))
    #expect(store.feature(named: "Colour")?.testVariation() == "Red")
  }

  @Test func `the first of two features with the same name wins`() throws {
    let store = FlagStore()
    let features = [Feature(name: "D", enabled: true), Feature(name: "D"), Feature(name: "d")]
    try store.load(Configuration(features: features))
    #expect(store.features.map(\.name) == ["D", "d"])
    #expect(store.isEnabled("D"))
    try store.delete(["D"])
    #expect(store.features.map(\.name) == ["d"])
  }

  @Test func `a feature has the type of the last loaded configuration`() throws {
    let store = try store(#"[{"name":"F","test-variations":["X","Y"]}]"#)
    try store.load(Samples.configuration(#"[{"name":"F","enabled":true,"unlocked":true}]"#))
    #expect(store.feature(named: "F")?.isUnlocked() == true)
    try store.load(Samples.configuration(#"[{"name":"F","enabled":true}]"#))
    #expect(store.feature(named: "F")?.isTestVariation(.enabled) == true)
    #expect(store.feature(named: "F")?.unlocked == nil)
  }

  @Test func `a feature under development is disabled in release builds`() throws {
    let store = try store(#"[{"name":"F","enabled":true,"development":true}]"#)
    #expect(!store.isEnabled("F"))
    #expect(store.isEnabled("F", in: .development))
    #expect(!store.isEnabled("G", in: .development))
  }

  @Test(.tags(.timed, .optimised))
  func `the time to look up a feature does not grow with the number of features`() throws {
    func time(among count: Int) throws -> Duration {
      let names = (0..<count).map { Feature.Name(rawValue: "some feature \($0)") }
      let store = FlagStore()
      try store.load(Configuration(features: names.map { Feature(name: $0) }))
      let probes = (0..<2_000).map { names[$0 * 7919 % count] }
      return threadTime {
        for name in probes where store.isEnabled(name) { Issue.record("\(name) is on") }
      }
    }
    // A linear search would take a thousand times as long.
    #expect(try time(among: 20_000) < time(among: 20) * 50)
  }
}

@Suite(.tags(.concurrent))
struct AssignmentTests {
  private static let tests = #"""
    [{"name":"A","test-variations":["X","Y"]},{"name":"B","test-variations":["X","Y","Z"]}]
    """#

  /// Creates a store whose random assignments are 10, 20, 30 and so on.
  private func store(_ workspace: Workspace?, first: Double = 10) -> FlagStore {
    let next = Locked(first)
    return FlagStore(
      workspace: workspace,
      draw: {
        next.withLock { number in
          defer { number += 10 }
          return number
        }
      }
    )
  }

  private func assignments(_ store: FlagStore) -> [Double?] {
    store.features.map(\.assignment)
  }

  @Test func `random assignments are chosen once and preserved when the configuration changes`()
    throws
  {
    let folder = try TemporaryFolder()
    let store = store(folder.workspace())
    try store.load(Samples.configuration(Self.tests))
    #expect(assignments(store) == [10, 20])
    try store.load(Samples.configuration(Self.tests))
    #expect(assignments(store) == [10, 20])

    let later = self.store(folder.workspace(), first: 70)
    try later.load(Samples.configuration(#"[{"name":"A"},{"name":"C"}]"#))
    #expect(assignments(later) == [nil, nil])
    try later.load(
      Samples.configuration(
        #"""
        [{"name":"C","test-variations":["X","Y"]},{"name":"B","test-variations":["Q","R"]},
         {"name":"A","test-variations":["Enabled","Disabled"]}]
        """#
      )
    )
    #expect(assignments(later) == [70, 20, 10])
    #expect(try folder.workspace().assignments() == ["A": 10, "B": 20, "C": 70])
  }

  @Test func `assignments are stored as sorted, readable text`() throws {
    let folder = try TemporaryFolder()
    let numbers = ["B": 20, "A": 33.333333333333336, "größe": 0]
    try folder.workspace().updateAssignments { stored in
      for (name, number) in numbers { stored[Feature.Name(rawValue: name)] = number }
    }
    let expected = """
      {
        "version": 1,
        "assignments": { "A": 33.333333333333336, "B": 20, "größe": 0 }
      }

      """
    #expect(try folder.read("state/test/assignments.json") == expected)
  }

  @Test func `an assignment of the configuration takes precedence over a random assignment`() throws
  {
    let folder = try TemporaryFolder()
    let store = store(folder.workspace())
    try store.load(
      Samples.configuration(
        #"[{"name":"A","test-variations":["X","Y"],"test-variation-assignment":100}]"#
      )
    )
    #expect(assignments(store) == [100])
    #expect(store.feature(named: "A")?.testVariation() == "Y")
  }

  @Test
  func `several stores on one workspace have the assignments that the first store has chosen`()
    throws
  {
    let folder = try TemporaryFolder()
    let stores = [10.0, 50, 90].map { store(folder.workspace(), first: $0) }
    for store in stores { try store.load(Samples.configuration(Self.tests)) }
    #expect(stores.map(assignments) == [[10, 20], [10, 20], [10, 20]])
  }

  @Test func `unsaved assignments are saved once the workspace is writable again`() throws {
    let folder = try TemporaryFolder()
    try folder.write("in the way", to: "state")
    let store = store(folder.workspace())
    #expect(throws: FlagStoreError.self) { try store.load(Samples.configuration(Self.tests)) }
    #expect(assignments(store) == [10, 20])
    try FileManager.default.removeItem(atPath: folder.path(of: "state"))
    try store.load(Samples.configuration(Self.tests))
    #expect(assignments(store) == [10, 20])
    #expect(try folder.workspace().assignments() == ["A": 10, "B": 20])
  }

  @Test(arguments: [
    "{", "[]", #"{"assignments":{"A":"x"}}"#, #"{"assignments":{"A":101}}"#, "",
  ])
  func `a damaged assignments file is reported and not overwritten`(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "state/test/assignments.json")
    let store = store(folder.workspace())
    #expect(throws: FlagStoreError.self) { try store.load(Samples.configuration(Self.tests)) }
    #expect(assignments(store) == [10, 20])
    #expect(try folder.read("state/test/assignments.json") == text)
  }

  @Test func `deleting a feature removes its override, but not its assignment`() throws {
    let folder = try TemporaryFolder()
    let store = store(folder.workspace())
    try store.load(Samples.configuration(Self.tests))
    try store.override(.variation("Z"), for: ["B"])
    try store.delete(["B"])
    #expect(store.features.map(\.name) == ["A"])
    #expect(try folder.workspace().assignments() == ["A": 10, "B": 20])
    #expect(try folder.workspace().overrides().isEmpty)
    try store.load(Samples.configuration(Self.tests))
    #expect(assignments(store) == [10, 20])
    #expect(throws: FlagStoreError.self) { try store.delete(["Nope"]) }
  }
}
