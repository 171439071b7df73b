import Locking
import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import FeatureFlags
@testable import Team

/// Tests many concurrent changes by several programs, and the delay until others receive them.
@Suite(.tags(.timed), .serialized, .timeLimit(.minutes(3)))
struct SharingTests {
  private static func address() async throws -> TeamAddress {
    try TeamAddress(await LocalEtcd.sharedAddress())
  }

  @Test func `an override of one store is active in another store within 100 milliseconds`()
    async throws
  {
    let address = try await Self.address()
    let storages = (0..<2).map { _ in EtcdOverrideStorage(EtcdClient(address)) }
    let stores = storages.map { FlagStore(storage: $0) }
    for store in stores { try store.load(Configuration(features: [Feature(name: "A")])) }
    let followers = stores.map { $0.followWorkspace() }
    var changes = stores[1].changes().makeAsyncIterator()
    var delays: [Duration] = []
    for number in 0..<(Effort.isFull ? 500 : 100) {
      let start = ContinuousClock.now
      try stores[0].apply(.set([.enabled(number.isMultiple(of: 2))], for: ["A"]))
      repeat {
        _ = await changes.next(isolation: #isolation)
      } while stores[1].feature(named: "A")?.override?.enabled != number.isMultiple(of: 2)
      delays.append(ContinuousClock.now - start)
    }
    delays.sort()
    #expect(delays[delays.count / 2] <= .milliseconds(100))
    #expect(try #require(delays.last) <= .seconds(1))
    withExtendedLifetime(followers) {}
  }

  @Test func `no acknowledged change of many concurrent writers is lost or out of order`()
    async throws
  {
    let address = try await Self.address()
    let features = (0..<5).map { OverrideKey(Feature.Name(rawValue: "F\($0)")) }
    let (writers, flips) = Effort.isFull ? (50, 40) : (8, 25)
    let acknowledged = Locked(0)
    let refused = Locked(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        group.addTask {
          var generator = SeededGenerator(seed: UInt64(writer + 1))
          let storage = EtcdOverrideStorage(EtcdClient(address))
          let store = FlagStore(storage: storage, author: "writer \(writer)")
          try store.load(Configuration(features: features.map { Feature(name: $0.feature) }))
          let follower = store.followWorkspace()
          for _ in 0..<flips {
            let name = features[Int.random(in: 0..<features.count, using: &generator)]
            let isOn = store.feature(named: name.feature)?.override?.enabled ?? false
            try await store.update(.set([.enabled(!isOn)], for: [name.feature]))
            let conflicts = storage.takeConflicts().count
            refused.withLock { $0 += conflicts }
            acknowledged.withLock { $0 += 1 - conflicts }
          }
          withExtendedLifetime(follower) {}
        }
      }
      try await group.waitForAll()
    }
    let reader = EtcdOverrideStorage(EtcdClient(address))
    let history = try await reader.history()
    #expect(history.overrides == (try await reader.read().overrides))
    // A change to the state that a colleague has set in the meantime is acknowledged, but no operation of the
    // history.
    #expect(history.operations.count <= acknowledged.withLock { $0 })
    #expect(acknowledged.withLock { $0 } + refused.withLock { $0 } == writers * flips)
    for (former, operation) in zip(history.operations, history.operations.dropFirst()) {
      #expect(former.id != operation.id)
    }
    for operation in history.operations {
      for change in operation.changes { #expect(change.from != change.to) }
    }
    for name in features {
      let steps = history.operations.flatMap(\.changes).filter { $0.key == name }
      for (one, next) in zip(steps, steps.dropFirst()) { #expect(one.to == next.from) }
    }
  }
}
