import Locking
import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import FeatureFlags
@testable import Team
@testable import Workbench

/// Tests locks, which allow only their owner to change a feature.
@Suite(.timeLimit(.minutes(1)))
struct LockTests {
  private struct Person {
    let storage: EtcdOverrideStorage
    let store: FlagStore

    init(_ name: String, _ address: TeamAddress, isForcing: Bool = false) throws {
      storage = EtcdOverrideStorage(EtcdClient(address), isForcing: isForcing, author: name)
      store = FlagStore(storage: storage, author: name)
      try store.load(Configuration(features: ["A", "B"].map { Feature(name: $0) }))
    }

    func lock(_ name: OverrideKey, for time: Double = 60) async throws -> FeatureLock? {
      let now = Date().inWholeSeconds
      let lock = FeatureLock(
        key: name,
        author: store.author,
        reason: "release",
        start: now,
        end: now.addingTimeInterval(time)
      )
      return try await storage.add(lock)
    }
  }

  private static func address() async throws -> TeamAddress {
    try TeamAddress(await LocalEtcd.sharedAddress())
  }

  @Test func `others cannot change a locked feature, but its owner can`() async throws {
    let address = try await Self.address()
    let (ana, ben) = (try Person("ana", address), try Person("ben", address))
    #expect(try await ana.lock("A") == nil)
    let causes = Locked<[StoreChange.Cause]>([])
    let observer = ben.store.addObserver { change in causes.withLock { $0.append(change.cause) } }
    defer { ben.store.removeObserver(observer) }
    try await ben.store.update(.set([.enabled(true)], for: ["A", "B"]))
    // Both the change and its refusal have the cause `call`, because this program made them.
    #expect(causes.withLock(\.self) == [.call, .call])
    let conflicts = ben.storage.takeConflicts()
    #expect(conflicts.map(\.key) == ["A"])
    #expect(conflicts.first?.lock?.author == "ana")
    #expect(conflicts.first?.lock?.reason == "release")
    // The refused change is not active any more.
    #expect(ben.store.feature(named: "A")?.override == nil)
    try await ana.store.update(.set([.enabled(true)], for: ["A"]))
    #expect(ana.storage.takeConflicts().isEmpty)
    #expect(
      try await ana.storage.read().overrides.keys.sorted { $0 < $1 } == [
        "A", "B",
      ]
    )
  }

  @Test
  func
    `a commit does not change a locked feature, even if the program does not know the lock yet`()
    async throws
  {
    let address = try await Self.address()
    let (ana, ben) = (try Person("ana", address), try Person("ben", address))
    let namespace = ben.storage.namespace
    try await namespace.refresh()
    #expect(try await ana.lock("A") == nil)
    let operation = OverrideOperation(
      ["A": Override(enabled: true)],
      .init(date: Date(), author: "ben")
    )
    let result = try await namespace.commit(operation, at: Date())
    #expect(result.contested == ["A"])
    #expect(result.changes.isEmpty)
  }

  @Test func `one change after a lock was overruled is saved, and so is a change with force`()
    async throws
  {
    let address = try await Self.address()
    let (ana, ben) = (try Person("ana", address), try Person("ben", address))
    let eva = try Person("eva", address, isForcing: true)
    #expect(try await ana.lock("A") == nil)
    try await ben.store.update(.set([.enabled(true)], for: ["A"]))
    let mine = try #require(ben.storage.takeConflicts().first).mine
    ben.storage.overruleLocks(of: ["A"])
    try await ben.store.update(.assign(["A": mine]))
    #expect(ben.storage.takeConflicts().isEmpty)
    // The lock was overruled for one change only: the next change is refused.
    try await ben.store.update(.set([.enabled(false)], for: ["A"]))
    #expect(ben.storage.takeConflicts().map(\.key) == ["A"])
    try await eva.store.update(.set([.enabled(false)], for: ["A"]))
    #expect(eva.storage.takeConflicts().isEmpty)
    #expect(try await ana.storage.read().overrides["A"]?.enabled == false)
  }

  @Test func `a lock can be removed by its owner or with force only`() async throws {
    let address = try await Self.address()
    let (ana, ben) = (try Person("ana", address), try Person("ben", address))
    let eva = try Person("eva", address, isForcing: true)
    #expect(try await ana.lock("A") == nil)
    #expect(try await ben.lock("A")?.author == "ana")
    #expect(try await ben.storage.removeLock(of: "A", author: "ben")?.author == "ana")
    #expect(try await eva.storage.removeLock(of: "A", author: "eva") == nil)
    #expect(try await ben.lock("A") == nil)
    #expect(try await ben.storage.removeLock(of: "A", author: "ben") == nil)
    #expect(try await ben.storage.check().activity.locks.isEmpty)
  }

  @Test func `etcd removes a lock when it expires`() async throws {
    let address = try await Self.address()
    let (ana, ben) = (try Person("ana", address), try Person("ben", address))
    #expect(try await ana.lock("A", for: 3) == nil)
    while try await !ben.storage.check().activity.locks.isEmpty { await Task.yield() }
    try await ben.store.update(.set([.enabled(true)], for: ["A"]))
    #expect(ben.storage.takeConflicts().isEmpty)
  }
}
