import Documents
import FeatureFlags
import Locking
import Networking
import TestSupport
import Testing
import Workbench

import struct FoundationEssentials.Date

@testable import Team

/// Tests operations on servers that are hostile or broken: each ends within its time limit, and an error
/// names the address.
@Suite(.tags(.concurrent), .timeLimit(.minutes(1)))
struct HostileTests {
  private static let namespace = NamespaceLayout(namespace: "qa")

  private static func client(
    _ etcd: HostileEtcd,
    callLimit: Duration = .seconds(20),
    responseLimit: Int = EtcdClient.responseLimit
  ) throws -> EtcdClient {
    EtcdClient(
      try TeamAddress(etcd.address),
      callLimit: callLimit,
      operationLimit: callLimit * 3,
      responseLimit: responseLimit
    )
  }

  private static func lock() -> FeatureLock {
    let end = Date().addingTimeInterval(60)
    return FeatureLock(key: "A", author: "ana", reason: "", start: Date(), end: end)
  }

  private static func operation() -> OverrideOperation {
    let signature = OverrideOperation.Signature(date: Date(), author: "ana")
    return OverrideOperation(["New Cart": Override(enabled: true)], signature)
  }

  /// Runs an operation, and returns the text of its error; `nil` if it has succeeded.
  private static func failure(
    of operation: () async throws -> Void
  ) async -> String? {
    do {
      try await operation()
      return nil
    } catch let error as WorkspaceError {
      return error.description
    } catch {
      return "\(error)"
    }
  }

  @Test(.tags(.timed, .optimised), arguments: HostileEtcd.Mode.all)
  func `with a hostile server, each operation ends in time and its error names the address`(
    mode: HostileEtcd.Mode
  ) async throws {
    let etcd = try HostileEtcd(mode)
    // The short timeout is sufficient for modes in which every command fails.
    let callLimit: Duration = mode.allowsCommands ? .seconds(20) : .milliseconds(150)
    let client = try Self.client(etcd, callLimit: callLimit)
    func storage() -> EtcdOverrideStorage { EtcdOverrideStorage(client, author: "ana") }
    let start = ContinuousClock.now
    async let reading = Self.failure { _ = try await storage().read() }
    async let change = Self.failure {
      _ = try await storage().commit([Self.operation()], at: Date())
    }
    async let check = Self.failure { _ = try await storage().check() }
    async let lock = Self.failure { _ = try await storage().add(Self.lock()) }
    async let undo = Self.failure {
      _ = try await storage().revert(
        .undo,
        OverrideOperation.Signature(date: Date(), author: "ana")
      )
    }
    let failures = await [reading, change, check, lock, undo]
    // The limit only detects an operation that never ends, because other tests occupy the processors.
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(mode.allowsCommands ? failures[0] == nil : failures.contains { $0 != nil })
    for failure in failures.compactMap(\.self) {
      #expect(failure.contains(etcd.host) && failure.utf8.count < 600, "\(failure)")
    }
  }

  @Test func `a read whose pages never end stops at the size limit of a namespace`() async throws {
    let etcd = try HostileEtcd(mode: "pages that are always full")
    let client = try Self.client(etcd)
    await #expect {
      try await client.read(Self.namespace.followed)
    } throws: { error in
      guard case .exceeded(.teamBytes, let found) = error as? TeamError else { return false }
      return found < InputLimit.teamBytes.maximum + 2 << 20
    }
    // The size of a namespace does not limit the history: only its newest operations are read.
    #expect(
      try await client.read(Self.namespace.history, .newestFirst, limit: 300).items.count == 300
    )
    withExtendedLifetime(etcd) {}
  }

  @Test(arguments: ["pages that do not advance", "duplicate keys", "keys of another namespace"])
  func `pages with duplicate, unordered or unrequested keys are rejected as malformed`(name: String)
    async throws
  {
    let etcd = try HostileEtcd(mode: name)
    let client = try Self.client(etcd)
    await #expect {
      try await client.read(Self.namespace.followed)
    } throws: { error in
      if case .malformed(.unexpected) = error as? TeamError { true } else { false }
    }
    withExtendedLifetime(etcd) {}
  }

  @Test func `reading a namespace with more keys than the limit fails`() throws {
    let items = (0...InputLimit.teamKeys.maximum).map { number in
      let name = Feature.Name(rawValue: String(1_000_000 + number))
      let key = Self.namespace.bytes(of: .override(OverrideKey(name)))
      return EtcdKeyValue(key: key, value: [], modRevision: 1, lease: 0)
    }
    var keys = CollectedKeys()
    let (most, last) = (items.dropLast(), items.suffix(1))
    try keys.add(EtcdSnapshot(revision: 1, items: Array(most)), inOrderOf: Self.namespace.followed)
    #expect(throws: TeamError.exceeded(.teamKeys, found: items.count)) {
      try keys.add(
        EtcdSnapshot(revision: 1, items: Array(last)),
        inOrderOf: Self.namespace.followed
      )
    }
  }

  @Test(arguments: ["a watch without a response", "a watch that is accepted and not created"])
  func `a watch that etcd does not create counts as a failed connection`(name: String) async throws
  {
    let etcd = try HostileEtcd(mode: name)
    let clock = ManualClock()
    let client = try Self.client(etcd, callLimit: .seconds(1))
    let storage = EtcdOverrideStorage(client, clock: clock, random: { 0 })
    let follower = storage.follow(waitingUpTo: .zero) { _ in }
    await clock.waitForSleepers()
    #expect(storage.activity.isOffline && etcd.watchCount == 1)
    #expect(clock.nextDeadline?.offset == .milliseconds(250))
    withExtendedLifetime(follower) {}
  }

  @Test(arguments: [
    "a watch that is cancelled by compaction", "a watch that ends at once",
    "a watch with one endless line", "a watch of empty lines",
  ])
  func `a watch that ends repeatedly is opened again with increasing back-off`(name: String)
    async throws
  {
    let etcd = try HostileEtcd(mode: name)
    let clock = ManualClock()
    let client = try Self.client(etcd, responseLimit: 100_000)
    let storage = EtcdOverrideStorage(client, clock: clock, random: { 0 })
    let follower = storage.follow(waitingUpTo: .zero) { _ in }
    var delays: [Duration] = []
    for _ in 0..<6 {
      // While the watch is open, the only sleeper is the heartbeat; its sleep ends before the back-off
      // starts.
      var (deadline, isOpen): (ManualClock.Instant?, Bool)
      repeat {
        await clock.waitForSleepers()
        isOpen = storage.activity.isOnline
        deadline = clock.nextDeadline
      } while isOpen || deadline == nil
      delays.append(try #require(deadline).offset - clock.now.offset)
      clock.advance(by: delays.last ?? .zero)
    }
    // The first error about compaction causes no delay: the overrides are read again at once.
    #expect(delays.dropFirst(3) == [.seconds(2), .seconds(2), .seconds(2)], "\(delays)")
    #expect(etcd.watchCount <= 8)
    withExtendedLifetime(follower) {}
  }

  @Test func `changes that arrive together are combined into few reports`() async throws {
    let etcd = try HostileEtcd(mode: "a watch with many small messages")
    let storage = EtcdOverrideStorage(try Self.client(etcd))
    let (readings, reading) = AsyncStream.makeStream(of: StoredOverrides.Reading.self)
    let follower = storage.follow(waitingUpTo: .zero) { reading.yield($0) }
    var count = 0
    for await case .success(let stored) in readings {
      count += 1
      if stored.overrides.count == 50 { break }
    }
    // The first report is that of the empty namespace; the messages may arrive in several parts.
    #expect(count <= 6)
    withExtendedLifetime((follower, etcd)) {}
  }

  @Test(.tags(.timed, .optimised))
  func `a program ends within 10 seconds while the server does not respond`()
    async throws
  {
    let etcd = try HostileEtcd()
    let storage = EtcdOverrideStorage(try Self.client(etcd))
    let (activities, activity) = AsyncStream.makeStream(of: TeamActivity.self)
    storage.onActivity { activity.yield($0) }
    let follower = storage.follow(waitingUpTo: .zero) { _ in }
    for await state in activities where state.isOnline { break }
    etcd.silence()
    let start = ContinuousClock.now
    await storage.close()
    // Other tests can delay the end by seconds; a call without a time limit would take 20 seconds.
    #expect(ContinuousClock.now - start < .seconds(10))
    withExtendedLifetime((follower, etcd)) {}
  }

  @Test func `a long error text of a server is shortened`() {
    let text = String(repeating: "no such thing ", count: 10_000)
    let body = Array(#"{"error":"\#(text)","code":3}"#.utf8)
    let error = TeamError(status: 400, body, hasCredentials: false)
    guard case .rejected(400, let message) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(message == text.prefix(String.excerptLimit) + "…")
    let line = #"{"result":{"canceled":true,"cancel_reason":"\#(text)"}}"#
    #expect(throws: TeamError.unavailable(reason: message)) { try EtcdWatch.Message(line) }
  }
}
