import Locking
import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import FeatureFlags
@testable import Team

/// Tests the end of leases: expired overrides in the history, and session overrides that are set again.
@Suite(.timeLimit(.minutes(1)))
struct LeaseTests {
  private static func address() async throws -> TeamAddress {
    try TeamAddress(await LocalEtcd.sharedAddress())
  }

  private static func set(
    _ storage: EtcdOverrideStorage,
    _ lifetime: Override.Lifetime,
    of names: [OverrideKey]
  ) async throws {
    let override = Override(enabled: true, lifetime: lifetime)
    let changes = Dictionary(uniqueKeysWithValues: names.map { ($0, Override?.some(override)) })
    let operation = OverrideOperation(
      changes,
      OverrideOperation.Signature(date: Date(), author: "ana")
    )
    _ = try await storage.commit([operation], at: Date())
  }

  /// Follows a storage until its overrides satisfy a condition.
  private static func wait(
    for storage: EtcdOverrideStorage,
    until isRight: (StoredOverrides) -> Bool
  ) async {
    for await case .success(let stored) in storage.revisions where isRight(stored) { return }
  }

  @Test
  func `an expired override is recorded in the history once, although several programs follow`()
    async throws
  {
    let address = try await Self.address()
    let storages = (0..<3).map { _ in EtcdOverrideStorage(EtcdClient(address)) }
    let followers = storages.map { $0.follow { _ in } }
    let end = Date().inWholeSeconds.addingTimeInterval(2)
    try await Self.set(storages[0], .until(end), of: ["A", "B"])
    await Self.wait(for: storages[1]) { $0.overrides.count == 2 }
    await Self.wait(for: storages[1]) { $0.overrides.isEmpty }
    var operations: [OverrideOperation] = []
    while operations.count < 2 { operations = try await storages[2].recentOperations() }
    #expect(operations.map(\.kind) == [.expiry, .change])
    #expect(operations.first?.changes.map(\.key) == ["A", "B"])
    #expect(
      operations.first?.changes.allSatisfy { $0.from?.enabled == true && $0.to == nil } == true
    )
    withExtendedLifetime(followers) {}
  }

  @Test func `the end of a program is recorded as an expiry of its session overrides`() async throws
  {
    let address = try await Self.address()
    let storages = (0..<2).map { _ in EtcdOverrideStorage(EtcdClient(address)) }
    let followers = storages.map { $0.follow { _ in } }
    try await Self.set(storages[0], .session, of: ["A"])
    try await Self.set(storages[0], .kept, of: ["B"])
    await Self.wait(for: storages[1]) { $0.overrides.count == 2 }
    await storages[0].close()
    await Self.wait(for: storages[1]) { $0.overrides.count == 1 }
    var operations: [OverrideOperation] = []
    while operations.count < 3 { operations = try await storages[1].recentOperations() }
    #expect(operations.map(\.kind) == [.expiry, .change, .change])
    #expect(operations.first?.changes.map(\.key) == ["A"])
    withExtendedLifetime(followers) {}
  }

  @Test
  func `after a lost lease, session overrides are set again unless others have changed them`()
    async throws
  {
    let address = try await Self.address()
    let clock = ManualClock()
    let one = EtcdOverrideStorage(EtcdClient(address), author: "ana", clock: clock)
    let other = EtcdOverrideStorage(EtcdClient(address), author: "ben")
    let followers = [one, other].map { $0.follow { _ in } }
    try await Self.set(one, .session, of: ["A", "B", "C"])
    try await Self.set(other, .kept, of: ["B"])
    await Self.wait(for: one) { $0.overrides["B"]?.lifetime == .kept }
    let lease = try #require(one.namespace.programLease)
    try await other.namespace.client.revokeLease(lease)
    await Self.wait(for: other) { $0.overrides.keys.sorted { $0 < $1 } == ["B"] }
    // The next heartbeat detects the expired lease, and the program then creates a new lease.
    while other.namespace.stored.overrides.count < 3 {
      clock.advance(by: TeamConnection.heartbeat)
      await Task.yield()
    }
    #expect(other.namespace.stored.overrides["A"]?.lifetime == .session)
    #expect(other.namespace.stored.overrides["B"]?.lifetime == .kept)
    #expect(one.takeConflicts().isEmpty)
    withExtendedLifetime(followers) {}
  }
}
