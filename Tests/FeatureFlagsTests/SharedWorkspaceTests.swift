import CoreTestSupport
import Files
import Foundation
import TestSupport
import Testing

@testable import FeatureFlags

@Suite(.tags(.optimised))
struct SharedWorkspaceTests {
  private static func store(_ folder: TemporaryFolder, count: Int = 40) throws -> FlagStore {
    let store = FlagStore(workspace: folder.workspace())
    let features = (0..<count).map { Feature(name: Feature.Name(rawValue: "F\($0)")) }
    try store.load(Configuration(features: features))
    return store
  }

  @Test func `two stores on one workspace apply each other's changes`() throws {
    let folder = try TemporaryFolder()
    let (one, two) = (try Self.store(folder), try Self.store(folder))
    try one.override(.enabled(true), for: ["F1"])
    try two.override(.enabled(true), for: ["F2"])
    #expect(two.isEnabled("F1"), "a write loads the overrides of the other store")
    #expect(!one.isEnabled("F2"))
    try one.reloadOverrides()
    #expect(one.isEnabled("F2"))
    try one.reset(["F2"])
    try two.reloadOverrides()
    #expect(!two.isEnabled("F2"))
    #expect(two.isEnabled("F1"))
    try two.resetAll()
    try one.reloadOverrides()
    #expect(one.features.allSatisfy { $0.override == nil })
  }

  @Test func `concurrent writes of many threads with separate stores lose no override`() throws {
    let folder = try TemporaryFolder()
    let stores = try (0..<4).map { _ in try Self.store(folder) }
    onThreads(4) { number in
      for index in stride(from: number, to: 40, by: 4) {
        let name = Feature.Name(rawValue: "F\(index)")
        // Ignores an error: the count below shows a lost override.
        try? stores[number].override(.enabled(true), for: [name])
      }
    }
    #expect(try folder.workspace().overrides().count == 40)
    for store in stores {
      try store.reloadOverrides()
      #expect(store.features.allSatisfy { $0.isEnabled() })
    }
  }

  @Test func `concurrent writes of several processes lose no override`() throws {
    let folder = try TemporaryFolder()
    let probes = try ["A", "B", "C"].map {
      try ProbeProcess(["flip", folder.path(of: "state"), $0, "25"])
    }
    #expect(probes.map { $0.wait() } == [.exited(0), .exited(0), .exited(0)])
    #expect(try folder.workspace().overrides().count == 75)
  }

  /// Folders in which not even root can create a workspace; `/sys/kernel` only where sysfs is mounted.
  private static let closedRoots =
    ["/proc/halyard", "/dev/null"]
    + ["/sys/kernel"].filter { FileManager.default.fileExists(atPath: $0 + "/mm") }

  @Test(arguments: closedRoots)
  func `an override that cannot be saved is active until the process ends`(root: String) throws {
    let workspace = Workspace(name: "test", source: "s", stateRoot: root, cacheRoot: root)
    let store = FlagStore(workspace: workspace)
    let features = [Feature(name: "A"), Feature(name: "T", testVariations: [.a, .b])]
    for _ in 0..<2 {
      let error = #expect(throws: FlagStoreError.self) {
        try store.load(Configuration(features: features))
      }
      #expect(error?.isUnwritable == true)
    }
    #expect(store.feature(named: "T")?.assignment != nil)
    let error = #expect(throws: FlagStoreError.self) {
      try store.override(.enabled(true), for: ["A"])
    }
    #expect(error?.isUnwritable == true)
    #expect(store.isEnabled("A"))
    try store.reloadOverrides()
    #expect(store.isEnabled("A"))
    #expect(throws: FlagStoreError.self) { try store.reset(["A"]) }
    #expect(!store.isEnabled("A"))
  }

  @Test func `with a read-only workspace its files stay unchanged, and new overrides are active`()
    throws
  {
    let folder = try TemporaryFolder()
    let writer = try Self.store(folder, count: 3)
    try writer.override(.enabled(true), for: ["F0"])
    let before = try folder.read("state/test/overrides.json")

    let reader = FlagStore(workspace: folder.workspace(), isReadOnly: true)
    let test = Feature(name: "T", testVariations: [.a, .b])
    let configuration = Configuration(features: writer.features + [test])
    try reader.load(configuration)
    try reader.override(.enabled(true), for: ["F1"])
    try reader.reset(["F0"])
    for _ in 0..<2 {
      #expect(reader.features.prefix(3).map { $0.isEnabled() } == [false, true, false])
      try reader.reloadOverrides()
      try reader.load(configuration)
    }
    try reader.delete(["F1"])
    #expect(try folder.read("state/test/overrides.json") == before)
    #expect(try folder.workspace().assignments().isEmpty)
  }

  @Test
  func `after a write to a full disk the previous file remains, and the new override is active`()
    throws
  {
    let folder = try TemporaryFolder()
    let probe = try ProbeProcess(
      ["fill", folder.path(of: "state")],
      output: folder.path(of: "output")
    )
    #expect(probe.wait() == .exited(0))
    let saved = try folder.workspace().overrides().count
    #expect((1..<40).contains(saved))
    #expect(try folder.read("output") == "\(saved) saved, then not; on all the same: true\n")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "state/test"))
    #expect(names.sorted() == [".lock", "history.jsonl", "overrides.json"])
  }

  @Test func `a failed rename leaves no temporary file`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "state/test/overrides.json/in the way")
    let store = FlagStore(workspace: folder.workspace())
    #expect(throws: FlagStoreError.self) {
      try store.load(Configuration(features: [Feature(name: "A")]))
    }
    #expect(throws: SystemError.self) {
      try FileSystem.replace(folder.workspace().overridesPath, with: [1])
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "state/test"))
    #expect(!names.contains { $0.hasPrefix(".halyard-draft-") })
  }
}

extension FlagStoreError {
  fileprivate var isUnwritable: Bool {
    if case .notSaved(.unwritable) = self { true } else { false }
  }
}
