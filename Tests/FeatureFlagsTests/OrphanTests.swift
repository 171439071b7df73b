import CoreTestSupport
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests overrides of features that the configuration does not have, and unsaved overrides.
struct OrphanTests {
  private static func store(_ folder: TemporaryFolder) throws -> FlagStore {
    try folder.write(
      #"{"overrides":{"A":{"enabled":true},"Gone":{"enabled":false}}}"#,
      to: "state/test/overrides.json"
    )
    let store = FlagStore(workspace: folder.workspace())
    try store.load(Configuration(features: [Feature(name: "A"), Feature(name: "B")]))
    return store
  }

  @Test
  func `an override without a feature is orphaned until the feature returns`()
    throws
  {
    let folder = try TemporaryFolder()
    let store = try Self.store(folder)
    #expect(store.orphanedOverrides == ["Gone": Override(enabled: false)])
    try store.load(Configuration(features: [Feature(name: "Gone", enabled: true)]))
    #expect(Set(store.orphanedOverrides.keys) == ["A"])
    #expect(!store.isEnabled("Gone"))
  }

  @Test(arguments: [true, false])
  func `resetting or deleting an orphaned override publishes a change`(isDeleted: Bool)
    async throws
  {
    let folder = try TemporaryFolder()
    let store = try Self.store(folder)
    var changes = store.changes().makeAsyncIterator()
    if isDeleted { try store.delete(["Gone"]) } else { try store.reset(["Gone"]) }
    #expect(store.orphanedOverrides.isEmpty)
    #expect(Set(try folder.workspace().overrides().keys) == ["A"])
    #expect(await changes.next(isolation: #isolation) != nil)
  }

  @Test
  func `an orphaned override that another process resets publishes a change without features`()
    async throws
  {
    let folder = try TemporaryFolder()
    let store = try Self.store(folder)
    var changes = store.changes().makeAsyncIterator()
    try folder.workspace().updateOverrides { $0["Gone"] = nil }
    try store.reloadOverrides()
    let change = await changes.next(isolation: #isolation)
    guard case .overridden(let features)? = change?.kind else {
      Issue.record("found \(String(describing: change?.kind)), expected overrides")
      return
    }
    #expect(features.isEmpty)
    #expect(store.orphanedOverrides.isEmpty)
    try store.reloadOverrides()
    try store.override(.enabled(true), for: ["B"])
    #expect(await changes.next(isolation: #isolation)?.revision == change.map { $0.revision + 1 })
  }

  @Test
  func `resetting or deleting an unknown name throws an error`()
    throws
  {
    let folder = try TemporaryFolder()
    let store = try Self.store(folder)
    #expect(throws: FlagStoreError.self) { try store.reset(["Gon"]) }
    #expect(throws: FlagStoreError.self) { try store.delete(["Gon"]) }
  }

  @Test func `a feature is marked as unsaved until the overrides file can be written again`()
    async throws
  {
    let folder = try TemporaryFolder()
    let store = try Self.store(folder)
    try folder.write("{", to: "state/test/overrides.json")
    #expect(throws: FlagStoreError.self) { try store.override(.enabled(false), for: ["A"]) }
    #expect(store.unsavedNames == ["A"])
    try folder.write(#"{"overrides":{}}"#, to: "state/test/overrides.json")
    try await store.flush()
    #expect(store.unsavedNames.isEmpty)
    #expect(try folder.workspace().overrides()["A"]?.enabled == false)
  }
}
