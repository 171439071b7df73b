import CoreTestSupport
import Foundation
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests how overrides of the app combine with overrides of a followed file, session overrides, and expiries.
struct LocalOverrideTests {
  private static let path = "state/test/overrides.json"
  private static let gold = Feature(name: "Gold", enabled: false, unlocked: false)

  private func store(in folder: TemporaryFolder, _ feature: Feature = gold) throws -> FlagStore {
    let store = FlagStore(workspace: folder.workspace())
    try store.load(Configuration(features: [feature]))
    return store
  }

  @Test func `saving an override of the app does not save the override of a followed file`() throws
  {
    let folder = try TemporaryFolder()
    try folder.write(#"{"overrides":{"Gold":{"enabled":true}}}"#, to: "tester.json")
    let store = try store(in: folder)
    store.followOverrides(at: folder.path(of: "tester.json"))
    try store.override(.unlocked(true), for: ["Gold"])
    let stored = try #require(try folder.workspace().overrides()["Gold"])
    #expect(stored.unlocked == true)
    #expect(stored.enabled == nil)
    store.stopFollowingOverrides()
    #expect(!store.isEnabled("Gold"))
  }

  @Test func `an override for the session is not saved with a later override of the feature`()
    throws
  {
    let folder = try TemporaryFolder()
    let store = try store(in: folder)
    try store.override(.enabled(true), for: ["Gold"], isSaved: false)
    try store.override(.unlocked(true), for: ["Gold"])
    let stored = try #require(try folder.workspace().overrides()["Gold"])
    #expect(stored.unlocked == true)
    #expect(stored.enabled == nil)
    let feature = try #require(store.feature(named: "Gold"))
    #expect(feature.override?.enabled == true)
    #expect(feature.override?.unlocked == true)
    #expect(feature.override?.lifetime == .session)
    try store.reset(["Gold"])
    #expect(store.feature(named: "Gold")?.override == nil)
    #expect(try folder.workspace().overrides().isEmpty)
  }

  @Test func `a new override does not extend the expiry of an existing override`() throws {
    let folder = try TemporaryFolder()
    let text = #"{"overrides":{"Gold":{"enabled":true,"until":"2100-01-01T00:00:00Z"}}}"#
    try folder.write(text, to: Self.path)
    let store = try store(in: folder)
    try store.override(.unlocked(true), for: ["Gold"])
    let stored = try #require(try folder.workspace().overrides()["Gold"])
    #expect(stored.unlocked == true)
    #expect(stored.lifetime == .until(try Date("2100-01-01T00:00:00Z", strategy: .iso8601)))
  }

  @Test func `concurrent overrides of two variables are both active`() throws {
    let names = ["a", "b"]
    let variables = names.map { Variable(name: $0, value: .integer(0)) }
    let store = FlagStore()
    try store.load(Configuration(features: [Feature(name: "F", variables: variables)]))
    for round in 1...300 {
      try store.resetAll()
      onThreads(2) { thread in
        // Ignores an error: the state after the loop shows a lost override.
        try? store.override(.variable(names[thread], .integer(round)), for: ["F"])
      }
      let overridden = store.feature(named: "F")?.override?.variables
      #expect(overridden == ["a": .integer(round), "b": .integer(round)])
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a stream of changes ends when its store is released`() async throws {
    var store: FlagStore? = FlagStore()
    let changes = try #require(store).changes()
    store = nil
    for await change in changes { Issue.record("\(change)") }
  }
}
