import Documents
import Locking
import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import FeatureFlags
@testable import Team
@testable import Workbench

/// Tests two people who change the same feature, each without having seen the change of the other.
@Suite(.timeLimit(.minutes(1)))
struct ConflictTests {
  /// Two people whose stores have loaded the same features.
  private struct Pair {
    let storages: [EtcdOverrideStorage]
    let stores: [FlagStore]

    var ana: FlagStore { stores[0] }
    var ben: FlagStore { stores[1] }

    init(isForcing: Bool = false) async throws {
      let address = try TeamAddress(await LocalEtcd.sharedAddress())
      storages = [false, isForcing].map {
        EtcdOverrideStorage(EtcdClient(address), isForcing: $0)
      }
      stores = zip(storages, ["ana", "ben"]).map { FlagStore(storage: $0, author: $1) }
      let features = ["A", "B", "C"].map { Feature(name: Feature.Name(rawValue: $0)) }
      for store in stores { try store.load(Configuration(features: features)) }
    }

    func stored() async throws -> [OverrideKey: Bool?] {
      try await storages[0].read().overrides.mapValues(\.enabled)
    }
  }

  @Test
  func `of two concurrent changes of a feature, the second is a conflict and the first is active`()
    async throws
  {
    let pair = try await Pair()
    try await pair.ana.update(.set([.enabled(true)], for: ["A"]))
    try await pair.ben.update(.set([.enabled(false)], for: ["A"]))
    let conflict = try #require(pair.storages[1].takeConflicts().first)
    #expect(conflict.feature == "A")
    #expect(conflict.mine?.enabled == false)
    #expect(conflict.theirs?.enabled == true)
    #expect(conflict.author == "ana")
    #expect(pair.ben.feature(named: "A")?.override?.enabled == true)
    #expect(try await pair.stored() == ["A": true])
    #expect(pair.storages[1].takeConflicts().isEmpty)
    #expect(pair.storages[0].takeConflicts().isEmpty)
  }

  @Test func `only the conflicting features of an operation are rejected`() async throws {
    let pair = try await Pair()
    try await pair.ana.update(.set([.enabled(true)], for: ["B"]))
    try await pair.ben.update(.set([.enabled(false)], for: ["A", "B", "C"]))
    #expect(pair.storages[1].takeConflicts().map(\.key) == ["B"])
    #expect(try await pair.stored() == ["A": false, "B": true, "C": false])
    let operations = try await pair.storages[0].recentOperations()
    #expect(operations.map { $0.changes.map(\.key) } == [["A", "C"], ["B"]])
  }

  @Test func `two people who make the same change cause no conflict`() async throws {
    let pair = try await Pair()
    try await pair.ana.update(.set([.enabled(true)], for: ["A"]))
    try await pair.ben.update(.set([.enabled(true)], for: ["A"]))
    #expect(pair.storages[1].takeConflicts().isEmpty)
  }

  @Test
  func `changing a feature whose reset was not seen is a conflict with the author of the reset`()
    async throws
  {
    let pair = try await Pair()
    try await pair.ana.update(.set([.enabled(true)], for: ["A"]))
    try pair.ben.reloadOverrides()
    try await pair.ana.update(.reset(["A"]))
    try await pair.ben.update(.set([.enabled(false)], for: ["A"]))
    let conflict = try #require(pair.storages[1].takeConflicts().first)
    #expect(conflict.theirs == nil)
    #expect(conflict.author == "ana")
    #expect(try await pair.stored().isEmpty)
  }

  @Test func `after a conflict, the same override can be set again and is saved`() async throws {
    let pair = try await Pair()
    try await pair.ana.update(.set([.enabled(true)], for: ["A"]))
    try await pair.ben.update(.set([.enabled(false)], for: ["A"]))
    let conflict = try #require(pair.storages[1].takeConflicts().first)
    try await pair.ben.update(.assign([conflict.key: conflict.mine]))
    #expect(pair.storages[1].takeConflicts().isEmpty)
    #expect(try await pair.stored() == ["A": false])
  }

  @Test func `with force, a commit overwrites the changes of others`() async throws {
    let pair = try await Pair(isForcing: true)
    try await pair.ana.update(.set([.enabled(true)], for: ["A"]))
    try await pair.ben.update(.set([.enabled(false)], for: ["A"]))
    #expect(pair.storages[1].takeConflicts().isEmpty)
    #expect(try await pair.stored() == ["A": false])
  }

  @Test func `undoing a change of a feature that somebody else changed later is a conflict`()
    async throws
  {
    let pair = try await Pair()
    try await pair.ana.update(.set([.enabled(true)], for: ["A"]))
    try pair.ben.reloadOverrides()
    try await pair.ben.update(.set([.enabled(false)], for: ["A"]))
    #expect(try await pair.ana.undo() == nil)
    let conflict = try #require(pair.storages[0].takeConflicts().first)
    #expect(conflict.mine == nil)
    #expect(conflict.theirs?.enabled == false)
    #expect(conflict.author == "ben")
    #expect(try await pair.stored() == ["A": false])
    #expect(try await pair.storages[0].recentOperations().count == 2)
  }

  @Test func `a person undoes one operation of somebody else, and redoes it`() async throws {
    let pair = try await Pair()
    try await pair.ana.update(.set([.enabled(true)], for: ["A", "B"]))
    try await pair.ana.update(.set([.enabled(true)], for: ["C"]))
    try pair.ben.reloadOverrides()
    let id = try #require(try await pair.ben.recentOperations().last?.id)
    let undone = try await pair.ben.undo(operation: id).get()
    #expect(undone.changes.map(\.key) == ["A", "B"])
    #expect(try await pair.stored() == ["C": true])
    #expect(try await pair.ben.redo()?.operation.id == id)
    #expect(try await pair.stored() == ["A": true, "B": true, "C": true])
    #expect(try await pair.ben.undo()?.operation.id == id)
    #expect(try await pair.ben.undo() == nil)
    #expect(try await pair.stored() == ["C": true])
  }

  @Test func `an undo with a conflict ends even if the callback removes the conflict at once`()
    async throws
  {
    let pair = try await Pair()
    let taken = Locked<[OverrideConflict]>([])
    let storage = pair.storages[0]
    storage.onConflict { taken.withLock { $0 += storage.takeConflicts() } }
    try await pair.ana.update(.set([.enabled(true)], for: ["A"]))
    try pair.ben.reloadOverrides()
    try await pair.ben.update(.set([.enabled(false)], for: ["A"]))
    #expect(try await pair.ana.undo() == nil)
    #expect(taken.withLock { $0.map(\.key) } == ["A"])
    storage.onConflict {}
  }

  @Test func `consecutive changes by one person cause no conflict`() async throws {
    let pair = try await Pair()
    for number in 0..<20 {
      try pair.ana.apply(.set([.enabled(number.isMultiple(of: 2))], for: ["A", "B"]))
    }
    try pair.ana.apply(.delete(["B"]))
    try await pair.ana.flush()
    #expect(pair.storages[0].takeConflicts().isEmpty)
    #expect(try await pair.stored() == ["A": false])
    #expect(try await pair.storages[0].recentOperations().count == 21)
  }

  @Test
  func `a change in several transactions is one operation, even with other commits between them`()
    async throws
  {
    let pair = try await Pair()
    let namespace = pair.storages[0].namespace
    for (id, name) in [("one", "A"), ("two", "B"), ("one.1", "C")] {
      let change = OverrideOperation.Change(
        OverrideKey(Feature.Name(rawValue: name)),
        from: nil,
        to: Override(enabled: true)
      )
      let operation = OverrideOperation(
        id: String(id.prefix(3)),
        OverrideOperation.Signature(date: Date(), author: id == "two" ? "ben" : "ana"),
        .change,
        [change]
      )
      var transaction = EtcdTransaction()
      let value = Array(JSONValue.object(operation.members).text().utf8)
      transaction.put(namespace.layout.bytes(of: .history(id)), value)
      transaction.put(
        namespace.layout.bytes(of: .override(change.key)),
        TeamOverride.write(Override(enabled: true))
      )
      _ = try await namespace.client.run(transaction)
    }
    #expect(try await pair.storages[0].recentOperations().map(\.changes.count) == [2, 1])
    #expect(try await pair.ana.undo()?.changes.map(\.key) == ["A", "C"])
    #expect(try await pair.stored() == ["B": true])
  }

  @Test
  func `a session override that somebody else changes still ends with the program that set it`()
    async throws
  {
    let pair = try await Pair()
    let follower = pair.ana.followWorkspace()
    while !pair.storages[0].activity.isOnline { await Task.yield() }
    try await pair.ana.update(.set([.enabled(true)], for: ["A"], lifetime: .session))
    try pair.ben.reloadOverrides()
    try await pair.ben.update(.set([.enabled(false)], for: ["A"]))
    #expect(try await pair.storages[1].read().overrides["A"]?.enabled == false)
    await pair.storages[0].close()
    #expect(try await pair.storages[1].read().overrides.isEmpty)
    withExtendedLifetime(follower) {}
  }

  @Test func `a conflict calls the closure that was set with onConflict`() async throws {
    let pair = try await Pair()
    let count = Locked(0)
    pair.storages[1].onConflict { count.withLock { $0 += 1 } }
    try await pair.ana.update(.set([.enabled(true)], for: ["A"]))
    try await pair.ben.update(.set([.enabled(false)], for: ["A"]))
    #expect(count.withLock { $0 } == 1)
  }
}
