import Glibc
import Locking
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests how a store persists its overrides.
@Suite(.tags(.concurrent), .timeLimit(.minutes(2)))
struct OverrideWriterTests {
  private let storage = GatedStorage()
  private let clock = ManualClock()
  private let store: FlagStore

  private static let problem = WorkspaceError.unwritable(path: "o", reason: "the disk is full")

  init() throws {
    store = FlagStore(storage: storage, clock: clock)
    try store.load(Configuration(features: ["A", "B"].map { Feature(name: $0) }))
  }

  private func apply(_ isOn: Bool, to name: Feature.Name) throws {
    try store.apply(.set([.enabled(isOn)], for: [name]))
  }

  private var stored: [OverrideKey: Bool?] {
    get async throws { try await storage.memory.read().overrides.mapValues(\.enabled) }
  }

  @Test func `an override is active before it is saved`() async throws {
    storage.close()
    try apply(true, to: "A")
    #expect(store.isEnabled("A"))
    #expect(try await stored.isEmpty)
    storage.open()
    try await store.flush()
    #expect(try await stored == ["A": true])
  }

  @Test func `changes during a commit are coalesced into the next commit`() async throws {
    storage.close()
    try apply(true, to: "A")
    await storage.waitForCommit()
    for number in 0..<50 { try apply(number.isMultiple(of: 2), to: "A") }
    try apply(true, to: "B")
    storage.open()
    try await store.flush()
    #expect(storage.commits.count == 2)
    #expect(storage.commits.last?.count == 2)
    #expect(try await stored == ["A": false, "B": true])
  }

  @Test func `a newer change stays active while an older change is saved`() async throws {
    storage.close()
    try apply(true, to: "A")
    await storage.waitForCommit()
    try apply(false, to: "A")
    storage.open()
    try await store.flush()
    #expect(!store.isEnabled("A"))
    #expect(try await stored == ["A": false])
  }

  @Test
  func `the last writer of a feature wins, and another program's overrides are reported`()
    async throws
  {
    var changes = store.changes().makeAsyncIterator()
    storage.close()
    try apply(true, to: "A")
    await storage.waitForCommit()
    let others: [OverrideKey: Override?] = [
      "A": Override(enabled: false), "B": Override(enabled: true),
    ]
    _ = try await storage.memory.commit(others)
    storage.open()
    try await store.flush()
    #expect(try await stored == ["A": true, "B": true])
    #expect(await changes.next(isolation: #isolation)?.cause == .call)
    #expect(await changes.next(isolation: #isolation)?.cause == .others)
    #expect(store.isEnabled("B"))
  }

  @Test func `a failed save is reported, retried with back-off, and reported when it succeeds`()
    async throws
  {
    var statuses = store.saveStatuses().makeAsyncIterator()
    storage.fail(with: Self.problem)
    await #expect(throws: FlagStoreError.notSaved(Self.problem)) {
      try await store.update(.set([.enabled(true)], for: ["A"]))
    }
    #expect(
      await statuses.next(isolation: #isolation)
        == OverrideSaveStatus(unsaved: ["A"], error: Self.problem)
    )
    for seconds in [1, 2, 4] {
      await clock.waitForSleepers()
      clock.advance(by: .seconds(seconds) - .milliseconds(1))
      #expect(clock.sleeperCount == 1, "the delay doubles with each failure")
      clock.advance(by: .milliseconds(1))
    }
    await clock.waitForSleepers()
    storage.fail(with: nil)
    clock.advance(by: .seconds(8))
    #expect(
      await statuses.next(isolation: #isolation) == OverrideSaveStatus(unsaved: [], error: nil)
    )
    #expect(storage.commits.count == 5)
    #expect(try await stored == ["A": true])
  }

  @Test func `a stream of save statuses begins with the failure of an earlier save`() async throws {
    storage.fail(with: Self.problem)
    await #expect(throws: FlagStoreError.self) {
      try await store.update(.set([.enabled(true)], for: ["A"]))
    }
    var statuses = store.saveStatuses().makeAsyncIterator()
    #expect(
      await statuses.next(isolation: #isolation)
        == OverrideSaveStatus(unsaved: ["A"], error: Self.problem)
    )
  }

  @Test func `a failed save is retried with the next change`() async throws {
    storage.fail(with: Self.problem)
    await #expect(throws: FlagStoreError.self) {
      try await store.update(.set([.enabled(true)], for: ["A"]))
    }
    storage.fail(with: nil)
    try await store.update(.set([.enabled(true)], for: ["B"]))
    #expect(store.unsavedNames.isEmpty)
    #expect(try await stored == ["A": true, "B": true])
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a failed save is retried when the storage has a new revision`() async throws {
    let follower = store.followWorkspace()
    var statuses = store.saveStatuses().makeAsyncIterator()
    storage.fail(with: Self.problem)
    await #expect(throws: FlagStoreError.self) {
      try await store.update(.set([.enabled(true)], for: ["A"]))
    }
    storage.fail(with: nil)
    _ = try await storage.memory.commit(["B": Override(enabled: true)])
    _ = await statuses.next(isolation: #isolation)
    #expect(await statuses.next(isolation: #isolation)?.unsaved == [])
    #expect(try await stored == ["A": true, "B": true])
    withExtendedLifetime(follower) {}
  }

  @Test func `a store that follows its storage does not read its own changes again`() async throws {
    let other = FlagStore(storage: storage.memory)
    try other.load(Configuration(features: store.features))
    let followers = [store.followWorkspace(), other.followWorkspace()]
    var changes = other.changes().makeAsyncIterator()
    let before = storage.readCount
    for isOn in [true, false, true] {
      try await store.update(.set([.enabled(isOn)], for: ["A"]))
      _ = await changes.next(isolation: #isolation)
      #expect(other.isEnabled("A") == isOn)
    }
    try await store.flush()
    #expect(storage.readCount == before)
    withExtendedLifetime(followers) {}
  }

  @Test func `changes of a store that is released immediately are saved`() async throws {
    let memory = MemoryOverrideStorage()
    var revisions = memory.revisions.makeAsyncIterator()
    _ = await revisions.next(isolation: #isolation)
    var store: FlagStore? = FlagStore(storage: memory)
    try store?.load(Configuration(features: [Feature(name: "A")]))
    try store?.apply(.set([.enabled(true)], for: ["A"]))
    store = nil
    #expect(try await revisions.next(isolation: #isolation)?.get().overrides["A"]?.enabled == true)
  }

  @Test func `a blocking change is committed to a local storage on the thread of the caller`()
    async throws
  {
    let storage = RecordingStorage()
    let store = FlagStore(storage: storage)
    let caller = try await onThread {
      try store.load(Configuration(features: [Feature(name: "A")]))
      try store.override(.enabled(true), for: ["A"])
      return pthread_self()
    }
    #expect(storage.threads == [caller])
    #expect(try storage.memory.readNow().overrides["A"]?.enabled == true)
  }

  @Test func `a change during a blocking commit is saved on a thread other than the caller's`()
    async throws
  {
    let storage = RecordingStorage()
    let store = FlagStore(storage: storage)
    storage.duringNextCommit {
      // Drops the error: without the change the expectations fail.
      try? store.apply(.set([.enabled(true)], for: ["B"]))
    }
    let caller = try await onThread {
      try store.load(Configuration(features: ["A", "B"].map { Feature(name: $0) }))
      try store.override(.enabled(true), for: ["A"])
      let saved = BlockingResult<Void>()
      Task {
        try await store.flush()
        saved.finish(with: ())
      }
      // The thread waits, because a new thread could get the identifier of one that has ended.
      saved.wait()
      return pthread_self()
    }
    #expect(storage.threads.first == caller)
    #expect(storage.threads.count == 2)
    #expect(storage.threads.last != caller)
    #expect(try storage.memory.readNow().overrides["B"]?.enabled == true)
  }

  @Test func `a read-only store saves nothing`() async throws {
    let store = FlagStore(storage: storage, isReadOnly: true)
    try store.load(Configuration(features: [Feature(name: "A")]))
    try await store.update(.set([.enabled(true)], for: ["A"]))
    try await store.update(.delete(["A"]))
    #expect(storage.commits.isEmpty)
  }
}
