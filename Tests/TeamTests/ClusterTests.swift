import Glibc
import Locking
import Networking
import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import FeatureFlags
@testable import Team

/// Tests programs that follow a namespace while members of a real cluster fail.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct ClusterTests {
  /// A program that follows a namespace, with the overrides that it received last.
  private final class Program: Sendable {
    let storage: EtcdOverrideStorage
    private let readings: AsyncStream<StoredOverrides.Reading>
    private let follower: OverridesFollower?

    init(_ etcd: LocalEtcd, namespace: String = "qa") throws {
      let client = EtcdClient(try TeamAddress(etcd.address(namespace: namespace)))
      let storage = EtcdOverrideStorage(client)
      let (stream, continuation) = AsyncStream.makeStream(of: StoredOverrides.Reading.self)
      readings = stream
      follower = storage.follow { continuation.yield($0) }
      self.storage = storage
    }

    /// Waits until the override of a feature has the given author; returns the duration of the wait.
    @discardableResult
    func wait(for author: String, of name: OverrideKey = "A") async -> Duration {
      let start = ContinuousClock.now
      for await case .success(let stored) in readings
      where stored.overrides[name]?.author == author { break }
      return ContinuousClock.now - start
    }

    /// Waits until the program reports an error.
    func waitForFailure() async -> WorkspaceError? {
      for await case .failure(let error) in readings { return error }
      return nil
    }

    /// Sets the override of a feature, and retries while the cluster is not available.
    func set(_ author: String, of name: OverrideKey = "A") async throws {
      let operation = OverrideOperation(
        [name: Override(enabled: true, author: author)],
        OverrideOperation.Signature(date: Date(), author: author)
      )
      while true {
        do throws(WorkspaceError) {
          _ = try await storage.commit([operation], at: Date())
          return
        } catch {
          guard error.teamError?.isTransient == true else { throw error }
        }
      }
    }
  }

  private static func cluster(_ count: Int, _ arguments: [String] = []) async throws -> LocalEtcd {
    let etcd = try LocalEtcd(memberCount: count, arguments: arguments)
    try await etcd.waitUntilReady()
    return etcd
  }

  @Test func `programs keep sharing overrides while any member of the cluster is restarted`()
    async throws
  {
    let etcd = try await Self.cluster(3)
    let (one, two) = (try Program(etcd), try Program(etcd))
    try await one.set("0")
    await two.wait(for: "0")
    for (number, member) in etcd.members.enumerated() {
      member.kill()
      try await one.set("killed \(number)")
      await two.wait(for: "killed \(number)")
      try member.start()
      try await member.waitUntilReady()
      try await two.set("started \(number)")
      await one.wait(for: "started \(number)")
    }
    let operations = try await one.storage.recentOperations()
    #expect(operations.count == 7)
    #expect(Set(operations.map(\.id)).count == 7)
  }

  @Test(.tags(.timed))
  func `programs report a cluster without a majority of members, and continue after its return`()
    async throws
  {
    let etcd = try await Self.cluster(3)
    let (one, two) = (try Program(etcd), try Program(etcd))
    try await one.set("before")
    await two.wait(for: "before")
    etcd.members[0].kill()
    etcd.members[1].kill()
    let failure = await two.waitForFailure()
    #expect(failure?.teamError?.isTransient == true)
    try etcd.members[0].start()
    try etcd.members[1].start()
    try await etcd.waitUntilReady()
    async let change: Void = one.set("after")
    let delay = await two.wait(for: "after")
    // The limit is long in the usual run, where other tests occupy the processors.
    #expect(delay < .seconds(Effort.isFull ? 5 : 30))
    try await change
  }

  @Test func `programs switch to another member when a member of the cluster hangs`() async throws {
    let etcd = try await Self.cluster(3)
    let (one, two) = (try Program(etcd), try Program(etcd))
    try await one.set("before")
    await two.wait(for: "before")
    etcd.members[0].signal(SIGSTOP)
    try await one.set("hanging")
    await two.wait(for: "hanging")
    etcd.members[0].signal(SIGCONT)
    try await etcd.waitUntilReady()
    try await two.set("after")
    await one.wait(for: "after")
  }

  @Test func `a program does not read overrides from a member that lost its data`() async throws {
    let etcd = try await Self.cluster(3)
    let one = try Program(etcd)
    try await one.set("before")
    etcd.members[2].kill()
    etcd.members[2].wipe()
    try await one.set("without its data")
    let two = try Program(etcd)
    await two.wait(for: "without its data")
  }

  @Test func `a program whose watched revision was compacted reads the overrides again`()
    async throws
  {
    let etcd = try await Self.cluster(1)
    let one = try Program(etcd)
    for number in 0..<10 { try await one.set("\(number)") }
    let client = EtcdClient(try TeamAddress(etcd.address(namespace: "qa")))
    let layout = NamespaceLayout(namespace: "qa")
    let revision = try await client.read(layout.followed).revision
    try await client.compact(revision)
    await #expect(throws: TeamError.compacted) {
      var watch = try await client.watch(layout.followed, after: 1)
      _ = try await watch.next()
    }
    let two = try Program(etcd)
    await two.wait(for: "9")
    try await one.set("10")
    await two.wait(for: "10")
  }

  @Test func `a full cluster is reported as the reason why a change is not saved`()
    async throws
  {
    let etcd = try await Self.cluster(1, ["--quota-backend-bytes", "100000"])
    let client = EtcdClient(try TeamAddress(etcd.address(namespace: "qa")))
    // After the first rejected large value, etcd accepts small values for a moment: write until they are
    // rejected too.
    for size in [60_000, 1] {
      await #expect(throws: TeamError.full) {
        for number in 0..<10_000 {
          var transaction = EtcdTransaction()
          let value = [UInt8](repeating: 0, count: size)
          transaction.put(Array("/other/\(number)".utf8), value)
          _ = try await client.run(transaction)
        }
      }
    }
    let one = try Program(etcd)
    let error = await #expect(throws: WorkspaceError.self) { try await one.set("full") }
    #expect(error?.teamError == .full)
  }
}

extension EtcdClient {
  /// Removes the revisions before the given one.
  fileprivate func compact(_ revision: Int64) async throws {
    let call = EtcdCall("/v3/kv/compaction", [("revision", .revision(revision))])
    var request = HTTPRequest(url: address.endpoints[0] + call.path, method: "POST")
    request.body = call.body
    #expect(try await HTTPClient().send(request).status == 200)
  }
}
