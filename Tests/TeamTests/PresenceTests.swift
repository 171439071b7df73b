import Documents
import Locking
import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import FeatureFlags
@testable import Team
@testable import Workbench

/// Tests the members of a team: programs that follow one namespace.
@Suite(.timeLimit(.minutes(1)))
struct PresenceTests {
  /// A program that follows a namespace, with the activity that it reported last.
  private final class Program: Sendable {
    let storage: EtcdOverrideStorage
    private let follower: OverridesFollower?
    private let activities: AsyncStream<TeamActivity>

    init(_ address: String, author: String) throws {
      let client = EtcdClient(try TeamAddress(address))
      let storage = EtcdOverrideStorage(client, author: author, program: "test")
      let (stream, continuation) = AsyncStream.makeStream(of: TeamActivity.self)
      storage.onActivity { continuation.yield($0) }
      activities = stream
      self.storage = storage
      follower = storage.follow { _ in }
    }

    /// Waits until the members satisfy a condition.
    func wait(until isRight: ([TeamMember]) -> Bool) async {
      for await activity in activities where isRight(activity.members) { return }
    }
  }

  private static func address() async throws -> String {
    try await LocalEtcd.sharedAddress()
  }

  @Test func `each program is listed as a member for the others until its lease ends`() async throws
  {
    let address = try await Self.address()
    let ana = try Program(address, author: "ana@a")
    let ben = try Program(address, author: "ben@b")
    await ana.wait { $0.map(\.author) == ["ana@a", "ben@b"] }
    await ben.wait { $0.map(\.author) == ["ana@a", "ben@b"] }
    await ben.storage.close()
    await ana.wait { $0.map(\.author) == ["ana@a"] }
  }

  @Test func `the selected feature is shown to the other members`() async throws {
    let address = try await Self.address()
    let ana = try Program(address, author: "ana@a")
    let ben = try Program(address, author: "ben@b")
    await ben.wait { $0.count == 2 }
    ana.storage.select("New Cart")
    await ben.wait { $0.first?.feature == "New Cart" }
    ana.storage.select(nil)
    await ben.wait { $0.first.map { $0.feature == nil } ?? false }
  }

  @Test func `a program is listed again after somebody has deleted all keys of the namespace`()
    async throws
  {
    let address = try await Self.address()
    let ana = try Program(address, author: "ana@a")
    await ana.wait { $0.count == 1 }
    let client = EtcdClient(try TeamAddress(address))
    let range = EtcdRange(prefix: NamespaceLayout(namespace: client.address.namespace).prefix)
    try await client.send(EtcdCall("/v3/kv/deleterange", range.members)) { _ in }
    // The program may write its key again before the empty list was seen: wait for the key itself.
    while try await client.read(range).items.isEmpty { await Task.yield() }
    await ana.wait { $0.map(\.author) == ["ana@a"] }
  }

  @Test func `a malformed member is not listed`() async throws {
    let address = try await Self.address()
    let client = EtcdClient(try TeamAddress(address))
    let layout = NamespaceLayout(namespace: client.address.namespace)
    for (id, value) in [("1", "{"), ("2", "{}"), ("3", #"{"at": "2026-11-21T10:00:00Z"}"#)] {
      var transaction = EtcdTransaction()
      transaction.put(layout.bytes(of: .member(id)), Array(value.utf8))
      _ = try await client.run(transaction)
    }
    let ana = try Program(address, author: "ana@a")
    await ana.wait { $0.map(\.author) == [nil, "ana@a"] }
  }

  @Test func `foreign keys and malformed values are reported, skipped and not deleted`()
    async throws
  {
    let client = EtcdClient(try TeamAddress(try await Self.address()))
    let layout = NamespaceLayout(namespace: client.address.namespace)
    let values: [(key: String, value: [UInt8])] = [
      ("override/Good", Array(#"{"enabled": true}"#.utf8)), ("override/Bad", Array("{".utf8)),
      ("override/Large", [UInt8](repeating: 0x20, count: InputLimit.teamValueBytes.maximum + 1)),
      ("override/%zz", Array("{}".utf8)), ("lock/Good", Array("[]".utf8)),
      ("member/1", Array("{}".utf8)),
    ]
    for (key, value) in values {
      var transaction = EtcdTransaction()
      transaction.put(Array((layout.prefix + key).utf8), value)
      _ = try await client.run(transaction)
    }
    let storage = EtcdOverrideStorage(client)
    #expect(try await storage.read().overrides.keys.map(\.feature) == ["Good"])
    let texts = storage.activity.defects.map { $0.description.dropFirst(layout.prefix.count) }
    #expect(
      texts.map { $0.prefix { $0 != ":" } }
        == ["lock/Good", "member/1", "override/%zz", "override/Bad", "override/Large"]
    )
    #expect(texts[0].contains("expected an object"))
    #expect(texts[2] == "override/%zz: this key in etcd is ignored: Halyard does not use it")
    #expect(texts[4].contains("1048577 bytes"))
    let operation = OverrideOperation(["Good": Override(enabled: false)], .init(date: Date()))
    _ = try await storage.commit([operation], at: Date())
    #expect(try await client.read(layout.followed).items.count == values.count)
  }
}
