import CoreTestSupport
import Files
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FeatureFlags

@Suite(.tags(.timed, .optimised), .timeLimit(.minutes(2)))
struct OverridesFollowerTests {
  /// A store with disabled features that follows an overrides file.
  private struct App {
    let folder: TemporaryFolder
    let store = FlagStore()
    let problems: AsyncStream<WorkspaceError?>
    private var changes: AsyncStream<StoreChange>.Iterator

    init(_ name: String = "o/overrides.json", folder: TemporaryFolder? = nil) throws {
      let folder = try folder ?? TemporaryFolder()
      self.folder = folder
      try store.load(Configuration(features: ["A", "B"].map { Feature(name: $0, enabled: false) }))
      changes = store.changes().makeAsyncIterator()
      let (problems, continuation) = AsyncStream.makeStream(of: WorkspaceError?.self)
      self.problems = problems
      store.followOverrides(at: folder.path(of: name)) { continuation.yield($0) }
    }

    /// Waits for a change, and returns the names of the enabled features.
    mutating func next() async -> [String] {
      _ = await changes.next(isolation: #isolation)
      return store.features.filter { store.isEnabled($0.name) }.map(\.name.rawValue)
    }

    /// Replaces the overrides file atomically by one that enables the named features.
    func replace(_ names: [String], at name: String = "o/overrides.json") throws {
      var overrides: [OverrideKey: Override] = [:]
      for name in names {
        overrides[OverrideKey(Feature.Name(rawValue: name))] = Override(enabled: true)
      }
      try FileSystem.replace(
        folder.path(of: name),
        with: OverridesFile.write(overrides, source: "s")
      )
    }
  }

  @Test func `an existing overrides file applies at once`() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"overrides":{"A":{"enabled":true}}}"#, to: "o/overrides.json")
    let app = try App(folder: folder)
    #expect(app.store.isEnabled("A"))
    #expect(app.store.followed.problem == nil)
  }

  @Test
  func `a followed file is applied after it is replaced, overwritten, deleted or created again`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write("{\"overrides\":{}}", to: "o/overrides.json")
    var app = try App(folder: folder)
    try app.replace(["A"])
    #expect(await app.next() == ["A"])
    try app.replace(["A", "B"])
    #expect(await app.next() == ["A", "B"])
    try folder.write(#"{"overrides":{"B":{"enabled":true}}}"#, to: "o/overrides.json")
    #expect(await app.next() == ["B"])
    unlink(folder.path(of: "o/overrides.json"))
    #expect(await app.next() == [])
    try app.replace(["A"])
    #expect(await app.next() == ["A"])
  }

  @Test(arguments: ["o//", "o/./", "o/deep/../", "link/", "link/../o/"])
  func `an overrides file is followed through a path with double slashes, links or parent folders`(
    folder: String
  ) async throws {
    let home = try TemporaryFolder()
    try FileSystem.makeFolder(home.path(of: "o/deep"))
    symlink(home.path(of: "o"), home.path(of: "link"))
    var app = try App(folder + "overrides.json", folder: home)
    try app.replace(["A"])
    #expect(await app.next() == ["A"])
  }

  @Test func `a folder that is created later, removed and created again is followed`()
    async throws
  {
    var app = try App("deep/er/overrides.json")
    try app.folder.write("{\"overrides\":{}}", to: "deep/other")
    try FileSystem.makeFolder(app.folder.path(of: "deep/er"))
    try app.replace(["A"], at: "deep/er/overrides.json")
    #expect(await app.next() == ["A"])
    rename(app.folder.path(of: "deep"), app.folder.path(of: "away"))
    #expect(await app.next() == [])
    try FileSystem.makeFolder(app.folder.path(of: "deep/er"))
    try app.replace(["B"], at: "deep/er/overrides.json")
    #expect(await app.next() == ["B"])
  }

  @Test func `nested folders that are created one after another are all watched`() async throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<60 {
      let name = "a/b/c/d/e/f/overrides.json"
      let app = try App(name)
      for folder in ["a", "a/b", "a/b/c", "a/b/c/d", "a/b/c/d/e", "a/b/c/d/e/f"] {
        try FileSystem.makeFolder(app.folder.path(of: folder))
        let end = ContinuousClock.now + .microseconds(Int.random(in: 0...80, using: &generator))
        while .now < end {}
      }
      for feature in ["A", "B"] {
        try app.replace([feature], at: name)
        let deadline = ContinuousClock.now + .seconds(5)
        let isOn = { app.store.isEnabled(Feature.Name(rawValue: feature)) }
        while !isOn(), .now < deadline { await Task.yield() }
        try #require(isOn(), "the change to \(feature) is missed")
      }
    }
  }

  @Test func `a malformed overrides file is reported, and the previous overrides stay active`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write(#"{"overrides":{"A":{"enabled":true}}}"#, to: "o/overrides.json")
    var app = try App(folder: folder)
    var problems = app.problems.makeAsyncIterator()
    try folder.write(#"{"overrides":{"A":{"ena"#, to: "o/overrides.json")
    let path = folder.path(of: "o/overrides.json")
    guard case .malformed(path, _)?? = await problems.next() else {
      Issue.record("expected a malformed file")
      return
    }
    #expect(app.store.isEnabled("A"))
    try app.replace(["B"])
    #expect(await problems.next() == .some(nil))
    #expect(await app.next() == ["B"])
    #expect(app.store.followed.problem == nil)
  }

  @Test func `a followed file takes precedence over the overrides of the app`() async throws {
    let folder = try TemporaryFolder()
    let store = FlagStore()
    try store.load(Configuration(features: [Feature(name: "B", enabled: false)]))
    try store.override(.enabled(true), for: ["B"], isSaved: false)
    var changes = store.changes().makeAsyncIterator()
    store.followOverrides(at: folder.path(of: "overrides.json"))
    try folder.write(#"{"overrides":{"B":{"enabled":false}}}"#, to: "overrides.json")
    _ = await changes.next(isolation: #isolation)
    #expect(!store.isEnabled("B"))
    store.stopFollowingOverrides()
    #expect(store.isEnabled("B"))
  }

  @Test func `two stores that follow one workspace apply each other's overrides`() async throws {
    let folder = try TemporaryFolder()
    let features = [Feature(name: "A", enabled: false)]
    let stores = [0, 1].map { _ in FlagStore(workspace: folder.workspace()) }
    for store in stores { try store.load(Configuration(features: features)) }
    let followers = stores.map { $0.followWorkspace() }
    var changes = stores[1].changes().makeAsyncIterator()
    for isOn in [true, false, true] {
      try stores[0].override(.enabled(isOn), for: ["A"])
      _ = await changes.next(isolation: #isolation)
      #expect(stores[1].isEnabled("A") == isOn)
    }
    #expect(followers.allSatisfy { $0 != nil })
    #expect(FlagStore().followWorkspace() == nil)
  }

  @Test func `a change of a followed file is applied within 250 ms in the median`() async throws {
    var app = try App()
    try FileSystem.makeFolder(app.folder.path(of: "o"))
    var waits: [Duration] = []
    for number in 0..<100 {
      let start = ContinuousClock.now
      try app.replace(number.isMultiple(of: 2) ? ["A"] : [])
      #expect(await app.next() == (number.isMultiple(of: 2) ? ["A"] : []))
      waits.append(start.duration(to: .now))
    }
    // The usual delay is one to two milliseconds; the limit allows for concurrent tests.
    #expect(waits.sorted()[50] < .milliseconds(250), "median \(waits.sorted()[50])")
  }

  @Test func `a follower leaves no thread and no descriptor open after its release`() async throws {
    // Runs in a separate process: concurrent tests open descriptors and start threads.
    await #expect(processExitsWith: .success) {
      func threadCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
      }
      _ = try App()
      let before = (try descriptorCount(), try threadCount())
      for _ in 0..<300 { _ = try App() }
      // The threads end on their own, soon after their followers were released. The limit allows for
      // descriptors that Dispatch opens late.
      let deadline = ContinuousClock.now + .seconds(10)
      while try descriptorCount() > before.0 + 10 || threadCount() > before.1 {
        try #require(ContinuousClock.now < deadline, "threads or descriptors are left")
        await Task.yield()
      }
    }
  }
}
