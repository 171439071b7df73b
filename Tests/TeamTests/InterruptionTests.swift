import Locking
import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import FeatureFlags
@testable import Team
@testable import Workbench

/// Tests programs whose connections to etcd are cut in the middle of requests, responses and watches.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct InterruptionTests {
  /// A namespace that is reached through a proxy.
  private struct Namespace {
    let proxy: LocalProxy
    /// The address through the proxy.
    let address: TeamAddress
    /// The address without the proxy.
    let direct: TeamAddress

    init() async throws {
      let etcd = try LocalEtcd.shared.get()
      try await etcd.waitUntilReady()
      direct = try TeamAddress(etcd.newAddress())
      proxy = try LocalProxy(server: etcd.members[0].port)
      address = try TeamAddress("etcd://127.0.0.1:\(proxy.port)/\(direct.namespace)")
    }

    func storage() -> EtcdOverrideStorage { EtcdOverrideStorage(EtcdClient(address)) }
  }

  /// A program that follows a namespace, with the overrides that it received last.
  private final class Follower: Sendable {
    let storage: EtcdOverrideStorage
    private let readings: AsyncStream<StoredOverrides.Reading>
    private let follower: OverridesFollower?

    init(_ namespace: Namespace) {
      let storage = namespace.storage()
      let (stream, continuation) = AsyncStream.makeStream(of: StoredOverrides.Reading.self)
      readings = stream
      follower = storage.follow { continuation.yield($0) }
      self.storage = storage
    }

    /// Waits until the program has the given overrides; returns the duration of the wait.
    func wait(for overrides: [OverrideKey: Override]) async -> Duration {
      let start = ContinuousClock.now
      for await case .success(let stored) in readings where stored.overrides == overrides { break }
      return ContinuousClock.now - start
    }
  }

  private static let paths = ["/v3/kv/txn", "/v3/kv/range", "/v3/watch", "/v3/lease/grant"]

  /// Returns an operation that sets one of five features to a new value.
  ///
  /// - Parameters:
  ///   - step: The number of the operation.
  ///   - last: The overrides that the author has seen; with `nil`, the operation applies to any overrides.
  /// - Returns: The operation; its author and its value are the number of the operation.
  private static func operation(
    _ step: Int,
    basedOn last: [OverrideKey: Override]? = nil
  ) -> OverrideOperation {
    let name = OverrideKey(Feature.Name(rawValue: "F\(step % 5)"))
    let override = Override(variables: ["step": .string("\(step)")], author: "\(step)")
    let signature = OverrideOperation.Signature(date: Date(), author: "\(step)")
    return OverrideOperation([name: override], signature, bases: last.map { [name: $0[name]] })
  }

  /// Cuts a connection in the middle of the next request or response of a random call.
  private static func cut(_ namespace: Namespace, using random: inout SeededGenerator) {
    let path = paths[Int.random(in: 0..<paths.count, using: &random)]
    let direction: LocalProxy.Direction = Bool.random(using: &random) ? .request : .response
    namespace.proxy.cut(path, direction, after: Int.random(in: 0..<900, using: &random))
  }

  /// Commits an operation; returns whether the commit was acknowledged.
  private static func commit(_ operation: OverrideOperation, _ storage: EtcdOverrideStorage)
    async throws
    -> Bool
  {
    do throws(WorkspaceError) {
      _ = try await storage.commit([operation], at: Date())
      return true
    } catch {
      guard error.teamError?.isTransient == true else { throw error }
      return false
    }
  }

  /// Expects the history to have each acknowledged operation once, other operations at most once, and for
  /// each feature an uninterrupted chain of changes that ends with the override of the namespace.
  private static func expectHistory(
    of reader: EtcdOverrideStorage,
    acknowledged: Set<String>,
    unknown: Set<String>
  ) async throws {
    let operations = try await reader.history().operations
    let counts = Dictionary(operations.map { ($0.id, 1) }, uniquingKeysWith: +)
    #expect(counts.values.allSatisfy { $0 == 1 })
    #expect(acknowledged.isSubset(of: counts.keys))
    #expect(Set(counts.keys).isSubset(of: acknowledged.union(unknown)))
    let overrides = try await reader.read().overrides
    for (key, override) in overrides {
      let steps = operations.flatMap(\.changes).filter { $0.key == key }
      for (one, next) in zip(steps, steps.dropFirst()) { #expect(one.to == next.from) }
      #expect(steps.last?.to == override)
    }
  }

  @Test(.tags(.timed))
  func `an acknowledged commit is applied exactly once while connections are cut randomly`()
    async throws
  {
    let namespace = try await Namespace()
    let (writer, follower, command) = (
      Follower(namespace), Follower(namespace), namespace.storage()
    )
    var random = SeededGenerator(seed: 5)
    var acknowledged: Set<String> = []
    var unknown: Set<String> = []
    for step in 0..<(Effort.isFull ? 500 : 60) {
      Self.cut(namespace, using: &random)
      let operation = Self.operation(step)
      let storage = step.isMultiple(of: 3) ? command : writer.storage
      // Every second operation is sent again until it is acknowledged, with the same identifier.
      repeat {
        if try await Self.commit(operation, storage) { acknowledged.insert(operation.id) }
      } while step.isMultiple(of: 2) && !acknowledged.contains(operation.id)
      if !acknowledged.contains(operation.id) { unknown.insert(operation.id) }
    }
    let cutCount = namespace.proxy.heal()
    #expect(cutCount > (Effort.isFull ? 100 : 15))
    let last = Self.operation(1_000)
    #expect(try await Self.commit(last, command))
    acknowledged.insert(last.id)
    let reader = EtcdOverrideStorage(EtcdClient(namespace.direct))
    let overrides = try await reader.read().overrides
    // In the usual run, other tests occupy the processors.
    for program in [writer, follower] {
      #expect(await program.wait(for: overrides) < .seconds(Effort.isFull ? 5 : 30))
    }
    try await Self.expectHistory(of: reader, acknowledged: acknowledged, unknown: unknown)
  }

  @Test(arguments: [LocalProxy.Direction.request, .response])
  func `a commit whose connection is cut at any byte is applied once when it is sent again`(
    direction: LocalProxy.Direction
  ) async throws {
    let namespace = try await Namespace()
    let storage = namespace.storage()
    var identifiers: Set<String> = []
    for (step, bytes) in stride(from: 0, to: 1_000, by: Effort.isFull ? 5 : 50).enumerated() {
      namespace.proxy.cut("/v3/kv/txn", direction, after: bytes)
      let operation = Self.operation(step)
      while try await !Self.commit(operation, storage) {}
      identifiers.insert(operation.id)
    }
    namespace.proxy.heal()
    let reader = EtcdOverrideStorage(EtcdClient(namespace.direct))
    try await Self.expectHistory(of: reader, acknowledged: identifiers, unknown: [])
  }

  @Test(.tags(.timed))
  func `a follower converges after its watch was cut in the middle of a message`()
    async throws
  {
    let namespace = try await Namespace()
    let follower = Follower(namespace)
    let command = EtcdOverrideStorage(EtcdClient(namespace.direct))
    for (step, bytes) in [0, 1, 7, 60, 200, 333, 500].enumerated() {
      namespace.proxy.cut("/v3/watch", .response, after: bytes)
      #expect(try await Self.commit(Self.operation(step), command))
      let overrides = try await command.read().overrides
      #expect(await follower.wait(for: overrides) < .seconds(Effort.isFull ? 5 : 30))
    }
    #expect(namespace.proxy.heal() > 3)
  }

  @Test
  func `an operation that was queued on disk is applied exactly once while connections are cut`()
    async throws
  {
    let (namespace, folder) = (try await Namespace(), try TemporaryFolder())
    let copy = TeamCopy(of: namespace.address, stateRoot: folder.path)
    let client = EtcdClient(namespace.address)
    let storage = EtcdOverrideStorage(client, copy: copy, clock: ShortClock())
    let (activities, activity) = AsyncStream.makeStream(of: TeamActivity.self)
    storage.onActivity { activity.yield($0) }
    // Only a program that shows conflicts to its user sends the pending operations.
    storage.onConflict {}
    let follower = storage.follow { _ in }
    var random = SeededGenerator(seed: 6)
    var last: [OverrideKey: Override] = [:]
    var identifiers: Set<String> = []
    for step in 0..<(Effort.isFull ? 400 : 60) {
      // Without a connection, operations are queued at once: some wait for the next connection.
      if step.isMultiple(of: 3) { for await state in activities where state.isOnline { break } }
      Self.cut(namespace, using: &random)
      let operation = Self.operation(step, basedOn: last)
      if try await Self.commit(operation, storage) {
        identifiers.insert(operation.id)
        for change in operation.changes { last[change.key] = change.to ?? last[change.key] }
      }
    }
    #expect(namespace.proxy.heal() > (Effort.isFull ? 25 : 4))
    let reader = EtcdOverrideStorage(EtcdClient(namespace.direct))
    let (readings, reading) = AsyncStream.makeStream(of: StoredOverrides.Reading.self)
    let observer = reader.follow { reading.yield($0) }
    for await case .success(let stored) in readings where stored.overrides == last { break }
    try await Self.expectHistory(of: reader, acknowledged: identifiers, unknown: [])
    #expect(storage.takeConflicts().isEmpty)
    withExtendedLifetime((follower, observer)) {}
  }
}

/// A clock on which all waits are 20 times shorter, so that a test can contain many back-offs.
private struct ShortClock: Clock {
  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try await ContinuousClock().sleep(for: (deadline - .now) / 20, tolerance: tolerance)
  }
}

extension TeamActivity {
  fileprivate var isOnline: Bool {
    if case .online = status { true } else { false }
  }
}
