import CoreTestSupport
import Files
import Glibc
import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import FeatureFlags

/// Tests undo and redo of the changes of a workspace by one or more programs.
@Suite(.timeLimit(.minutes(2)))
struct UndoTests {
  private let folder: TemporaryFolder
  private static let names: [Feature.Name] = ["A", "B", "C", "D", "E"]

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Creates a new store on the workspace in the test's folder, as another program would.
  private func store(
    _ program: String = "one",
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws -> FlagStore {
    let store = FlagStore(
      workspace: folder.workspace(),
      author: "ana@build-7",
      program: program,
      now: now
    )
    let test = Feature(
      name: "Test",
      type: .featureTest(.mvt),
      testVariations: ["X", "Y", "Z"]
    )
    let flags = Self.names.map { Feature(name: $0) }
    try store.load(Configuration(features: flags + [test]))
    return store
  }

  private var storedNames: Set<Feature.Name> {
    get throws { Set(try stored.keys.map(\.feature)) }
  }

  private var stored: [OverrideKey: Override] {
    get throws { try folder.workspace().overrides() }
  }

  @Test func `undo restores the former override, and redo the later one`() async throws {
    let store = try store()
    try store.override(.enabled(true), for: ["A", "B"])
    let first = try stored
    try store.override(.enabled(false), for: ["A"])
    let second = try stored
    #expect(try await store.undo()?.changes.map(\.feature) == ["A"])
    #expect(try stored == first)
    #expect(store.feature(named: "A")?.override?.enabled == true)
    #expect(try await store.undo()?.changes.map(\.feature) == ["A", "B"])
    #expect(try stored.isEmpty)
    #expect(try await store.undo() == nil)
    #expect(try store.revertAndWait(.redo) != nil)
    #expect(try stored == first)
    try store.revertAndWait(.redo)
    #expect(try stored == second)
    #expect(try await store.redo() == nil)
  }

  @Test func `undo reverts the last change of another program`() async throws {
    let (one, two) = (try store("one"), try store("two"))
    try one.override(.enabled(true), for: ["A"])
    try two.override(.enabled(true), for: ["B"])
    #expect(try await one.undo()?.operation.program == "two")
    #expect(try storedNames == ["A"])
    #expect(try two.revertAndWait(.undo)?.operation.program == "one")
    #expect(try stored.isEmpty)
  }

  /// Makes 500 operations (changes) in the full test run, and 80 otherwise.
  @Test func `undoing all random operations of two programs restores the first overrides`()
    async throws
  {
    // Does not block a thread of the cooperative pool, which other tests need.
    try await onThread { try revertRandomOperations(count: Effort.isFull ? 500 : 80) }
  }

  private func revertRandomOperations(count actCount: Int) throws {
    var random = SeededGenerator(seed: 15)
    var stores = [try store("one"), try store("two")]
    try stores[0].override(.enabled(true), for: ["A"])
    let start = try stored
    var count = 0
    for step in 0..<actCount {
      // A new store has only the state in the files, like a program that starts after another was killed.
      if step.isMultiple(of: 20) { stores[step / 20 % 2] = try store("new") }
      let store = stores[Int.random(in: 0...1, using: &random)]
      try store.reloadOverrides()
      let before = try stored
      try Self.operation(on: store, &random)
      count += try stored == before ? 0 : 1
    }
    #expect(count > actCount / 2)
    let history = try folder.workspace().history()
    #expect(history.overrides == (try stored))
    for _ in 0..<count { try stores[count % 2].revertAndWait(.undo) }
    #expect(try stored == start)
    for _ in 0..<10 { try stores[0].revertAndWait(.redo) }
    for _ in 0..<10 { try stores[1].revertAndWait(.undo) }
    #expect(try stored == start)
  }

  private static func operation(on store: FlagStore, _ random: inout SeededGenerator) throws {
    let count = Int.random(in: 1...3, using: &random)
    let some = Array(names.shuffled(using: &random).prefix(count))
    switch Int.random(in: 0...6, using: &random) {
    case 0, 1: try store.override(.enabled(.random(using: &random)), for: some)
    case 2:
      try store.override(
        .variation(["X", "Y", "Z"].randomElement(using: &random) ?? "X"),
        for: ["Test"]
      )
    case 3: try store.reset(some)
    case 4: try store.resetAll()
    case 5:
      try store.applyAndWait(
        .set([], for: some, lifetime: .until(Date(timeIntervalSinceNow: 3600)))
      )
    default:
      try store.applyAndWait(.assign(["A": nil, "Removed": Override(enabled: true), "B": nil]))
    }
  }

  @Test func `an edit of the overrides file by hand is recorded and can be undone`() async throws {
    let store = try store()
    try store.override(.enabled(true), for: ["A"])
    let path = folder.workspace().overridesPath
    let before = try stored
    let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
    let edited = text.replacing("\"enabled\": true", with: "\"enabled\": false")
    try FileSystem.replace(path, with: Array(edited.utf8))
    #expect(try await store.undo()?.operation.kind == .edit)
    #expect(try stored == before)
    #expect(try await store.undo()?.operation.kind == .change)
    #expect(try stored.isEmpty)
  }

  @Test(arguments: [1, 10, 100])
  func `a truncated last line of the history is skipped, and replaced by the next commit`(cut: Int)
    throws
  {
    try store().override(.enabled(true), for: ["A"])
    let path = folder.workspace().historyPath
    let whole = try FileSystem.read(path)
    try store().override(.enabled(true), for: ["B"])
    let overrides = try FileSystem.read(folder.workspace().overridesPath)
    try FileSystem.replace(path, with: Array(try FileSystem.read(path).dropLast(cut)))
    #expect(try folder.workspace().history().operations.count == 1)
    try store().override(.enabled(true), for: ["C"])
    let history = try folder.workspace().history()
    #expect(history.operations.map(\.kind) == [.change, .edit, .change])
    #expect(try FileSystem.read(path).starts(with: whole))
    #expect(history.overrides == (try stored))
    #expect(try FileSystem.read(folder.workspace().overridesPath) != overrides)
  }

  @Test
  func `with a malformed history, undo and changes fail with the line number, and no file changes`()
    async throws
  {
    let store = try store()
    try store.override(.enabled(true), for: ["A"])
    let path = folder.workspace().historyPath
    var bytes = try FileSystem.read(path)
    bytes.append(contentsOf: Array("{\"id\": 7}\n".utf8))
    try FileSystem.replace(path, with: bytes)
    let error = await #expect(throws: FlagStoreError.self) { try await store.undo() }
    #expect(
      error?.description.contains(
        "history.jsonl:3: \"id\": found 7, expected a text; correct the file"
      ) == true
    )
    #expect(throws: FlagStoreError.self) { try store.override(.enabled(true), for: ["B"]) }
    #expect(try storedNames == ["A"])
    #expect(try FileSystem.read(path) == bytes)
  }

  @Test func `the removal of expired overrides is an operation, and undo does not restore them`()
    async throws
  {
    let start = Date(timeIntervalSince1970: 1_000)
    let clock = SettableClock(start)
    let store = try store(now: { clock.now })
    let end = Date(timeInterval: 60, since: start)
    try store.applyAndWait(.set([.enabled(true)], for: ["A"], lifetime: .until(end)))
    try store.override(.enabled(false), for: ["A"])
    #expect(try stored["A"]?.lifetime == .until(end))
    clock.now = Date(timeInterval: 61, since: start)
    try store.override(.enabled(true), for: ["B"])
    #expect(try storedNames == ["B"])
    #expect(
      try folder.workspace().history().operations.map(\.kind) == [
        .change, .change, .expiry, .change,
      ]
    )
    try await store.undo()
    try await store.undo()
    #expect(try stored.isEmpty)
  }

  @Test func `undo skips operations of a bisection, and operations whose overrides have expired`()
    async throws
  {
    let clock = SettableClock(Date(timeIntervalSince1970: 1_000))
    let store = try store(now: { clock.now })
    try store.override(.enabled(true), for: ["A"])
    let end = Date(timeIntervalSince1970: 1_060)
    try store.applyAndWait(.set([.enabled(true)], for: ["B"], lifetime: .until(end)))
    try store.applyAndWait(.bisect(["A": nil]))
    try store.applyAndWait(.bisect(["A": Override(enabled: true)]))
    clock.now = Date(timeIntervalSince1970: 1_061)
    #expect(try await store.undo()?.changes.map(\.feature) == ["A"])
    #expect(try stored.isEmpty)
    #expect(try await store.undo() == nil)
  }

  @Test func `undo of an operation whose override has expired restores no earlier override`()
    async throws
  {
    let clock = SettableClock(Date(timeIntervalSince1970: 1_000))
    let store = try store(now: { clock.now })
    let end = Date(timeIntervalSince1970: 1_001)
    try store.override(.enabled(false), for: ["A"])
    try store.applyAndWait(.set([.enabled(false)], for: ["A"], lifetime: .until(end)))
    clock.now = Date(timeIntervalSince1970: 1_002)
    #expect(try await store.undo() == nil)
    #expect(try stored.isEmpty)
    // The result is the same after other operations, and for an override whose expiry was changed.
    try store.override(.enabled(false), for: ["A"])
    let later = Date(timeIntervalSince1970: 1_003)
    try store.applyAndWait(.set([], for: ["A"], lifetime: .until(later)))
    try store.override(.enabled(true), for: ["B"])
    clock.now = Date(timeIntervalSince1970: 1_004)
    #expect(try await store.undo()?.changes.map(\.feature) == ["B"])
    #expect(try await store.undo() == nil)
    #expect(try stored.isEmpty)
  }

  @Test func `redo after an undo that skipped expired overrides restores none of these overrides`()
    async throws
  {
    let clock = SettableClock(Date(timeIntervalSince1970: 1_000))
    let store = try store(now: { clock.now })
    let end = Date(timeIntervalSince1970: 1_001)
    try store.override(.enabled(false), for: ["A"])
    try store.applyAndWait(.set([.enabled(true)], for: ["A"], lifetime: .until(end)))
    clock.now = Date(timeIntervalSince1970: 1_002)
    #expect(try await store.undo() == nil)
    #expect(try await store.redo() == nil)
    #expect(try stored.isEmpty)
  }

  @Test func `undo of an older operation reports the expired overrides that it has skipped`()
    async throws
  {
    let clock = SettableClock(Date(timeIntervalSince1970: 1_000))
    let store = try store(now: { clock.now })
    let end = Date(timeIntervalSince1970: 1_001)
    try store.override(.enabled(false), for: ["B"])
    for name in ["A", "C"] as [Feature.Name] {
      try store.applyAndWait(.set([.enabled(true)], for: [name], lifetime: .until(end)))
    }
    try store.reset(["A"])
    clock.now = Date(timeIntervalSince1970: 1_002)
    let reverted = try #require(try await store.undo())
    #expect(reverted.changes.map(\.feature) == ["B"] && reverted.expired == ["A", "C"])
    #expect(try await store.redo()?.expired == [])
    #expect(try await store.redo() == nil)
    #expect(try storedNames == ["B"])
  }

  @Test func `undo reports the changes that it has made, and the preset of the operation`()
    async throws
  {
    let store = try store()
    let preset: [OverrideKey: Override?] = ["A": Override(enabled: true), "B": nil]
    try store.applyAndWait(.assign(preset, preset: "dark"))
    let note = OverrideRequest.set([], for: ["A"], note: "QA-1")
    try store.applyAndWait(note)
    let first = try #require(try await store.undo())
    #expect(first.changes.map(\.from?.note) == ["QA-1"] && first.changes.map(\.to?.note) == [nil])
    let second = try #require(try await store.undo())
    #expect(second.operation.preset == "dark" && second.changes.map(\.feature) == ["A"])
    #expect(second.changes.map(\.to) == [nil])
    #expect(try await store.redo()?.operation.preset == "dark")
    #expect(
      try folder.workspace().history().operations.map(\.preset) == ["dark", nil, nil, nil, nil]
    )
  }

  @Test func `a session override ends with its process`() async throws {
    let sleeper = try #require(ProcessIdentity(running: getpid()))
    let dead = ProcessIdentity(id: sleeper.id, start: sleeper.start &- 1)
    let override = Override(enabled: true, lifetime: .session)
    for (owner, isExpired) in [(nil, false), (sleeper, false), (dead, true)] {
      var override = override
      override.session = owner
      #expect(override.isExpired(at: Date()) == isExpired)
    }
    let store = try store()
    try store.applyAndWait(.set([.enabled(true)], for: ["A"], lifetime: .session))
    try store.override(.enabled(true), for: ["B"])
    #expect(try stored["A"]?.session == .current)
    try await store.update(.endSession)
    #expect(try storedNames == ["B"])
    #expect(try folder.workspace().history().operations.last?.kind == .expiry)
  }

  @Test func `a history above the size limit is rotated, and undo continues in the rotated file`()
    async throws
  {
    let workspace = folder.workspace()
    let history = HistoryFile(workspace.historyPath, rotationSize: 6_000)
    let storage = FileOverrideStorage(
      WorkspaceFile(workspace.overridesPath),
      source: nil,
      history: history
    )
    var states = [try await storage.read().overrides]
    for length in [500, 500, 500, 500, 500, 500, 10, 10] {
      let author = "\(states.count) " + String(repeating: "x", count: length)
      let override = Override(enabled: true, author: author)
      states.append(try await storage.commit(["A": override]).overrides)
    }
    #expect(try FileSystem.read(history.path).count < 6_000)
    #expect(try FileSystem.read(history.rotatedPath).count > 6_000)
    #expect(try workspace.history().operations.count == 8)
    let signature = OverrideOperation.Signature(date: Date())
    for state in states.dropLast().suffix(4).reversed() {
      #expect(try await storage.revert(.undo, signature).stored.overrides == state)
    }
  }

  @Test func `the recent operations are the operations in the last part of each history file`()
    async throws
  {
    let workspace = folder.workspace()
    let history = HistoryFile(workspace.historyPath, rotationSize: 6_000)
    let storage = FileOverrideStorage(
      WorkspaceFile(workspace.overridesPath),
      source: nil,
      history: history
    )
    for number in 0..<40 {
      let override = Override(enabled: number.isMultiple(of: 2), author: "\(number)")
      _ = try await storage.commit(["A": override])
    }
    let revision = try storage.readNow().revision
    let all = Array(try workspace.history().operations.reversed())
    #expect(all.count > 12)
    #expect(try await storage.recentOperations() == all)
    let few = try history.recent(committedAt: revision, size: 1_000)
    #expect((2..<20).contains(few.count))
    #expect(few.first == all.first)
    #expect(few.allSatisfy(all.contains))
    try folder.write("broken\n", to: String(history.path.dropFirst(folder.path.count + 1)))
    await #expect(throws: WorkspaceError.self) { try await storage.recentOperations() }
  }
}
