import FeatureFlags
import Files
import Glibc
import Networking
import TestSupport
import Testing
import Workbench

import struct FoundationEssentials.Date

@testable import Team

/// Measures a program that follows a namespace with very many overrides and members.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct TeamLoadTests {
  private static let overrideCount = Effort.isFull ? 10_000 : 500
  private static let memberCount = Effort.isFull ? 200 : 20

  /// A separate cluster, whose metrics count the requests of one program only.
  private struct Cluster {
    let etcd: LocalEtcd
    let address: TeamAddress

    init() async throws {
      etcd = try LocalEtcd()
      try await etcd.waitUntilReady()
      address = try TeamAddress(etcd.address(namespace: "load"))
    }

    /// Writes the overrides and members in transactions, the members under one lease.
    func fill() async throws {
      let client = EtcdClient(address)
      let layout = NamespaceLayout(namespace: address.namespace)
      let lease = try await client.grantLease(seconds: 600)
      let date = Date(timeIntervalSince1970: 1_800_000_000)
      let value = TeamOverride.write(Override(enabled: true, date: date, author: "ana@build-7"))
      var items: [(key: [UInt8], value: [UInt8], lease: Int64)] = []
      for number in 0..<overrideCount {
        let name = OverrideKey(Feature.Name(rawValue: "checkout feature \(number)"))
        items.append((layout.bytes(of: .override(name)), value, 0))
      }
      for number in 0..<memberCount {
        let member = TeamMember(id: "m\(number)", author: "u\(number)", program: "p", start: date)
        items.append((layout.bytes(of: .member(member.id)), member.bytes, lease))
      }
      for start in stride(from: 0, to: items.count, by: EtcdTransaction.operationLimit) {
        var transaction = EtcdTransaction()
        for item in items[start..<min(start + EtcdTransaction.operationLimit, items.count)] {
          transaction.put(item.key, item.value, lease: item.lease)
        }
        _ = try await client.run(transaction)
      }
    }

    /// Reads the sum of all series of a metric of etcd.
    func metric(_ name: String) async throws -> Double {
      var configuration = HTTPClient.Configuration()
      configuration.proxy = .none
      let request = HTTPRequest(url: etcd.members[0].url("/metrics"))
      let response = try await HTTPClient(configuration: configuration).send(request)
      let lines = String(decoding: response.body, as: UTF8.self).split(separator: "\n")
      return lines.filter { $0.hasPrefix(name) }.reduce(0) { sum, line in
        sum + (line.split(separator: " ").last.flatMap { Double($0) } ?? 0)
      }
    }
  }

  /// A program that follows a namespace.
  private final class Program: Sendable {
    private let activities: AsyncStream<TeamActivity>
    private let storage: EtcdOverrideStorage
    private let follower: OverridesFollower?
    /// The number of overrides that were read.
    var overrideCount: Int { get async throws { try await storage.read().overrides.count } }

    init(_ address: TeamAddress, clock: any Clock<Duration> = ContinuousClock()) {
      let storage = EtcdOverrideStorage(EtcdClient(address), clock: clock)
      let (stream, continuation) = AsyncStream.makeStream(of: TeamActivity.self)
      storage.onActivity { continuation.yield($0) }
      activities = stream
      self.storage = storage
      follower = storage.follow { _ in }
    }

    /// Waits until the program is online and receives changes; returns the number of members.
    func waitUntilOnline() async -> Int {
      for await activity in activities {
        if case .online = activity.status { return activity.members.count }
      }
      return 0
    }
  }

  /// Reads the resident memory of this process in bytes.
  private static func memory() throws -> Int {
    let text = String(decoding: try FileSystem.read("/proc/self/statm"), as: UTF8.self)
    let pages = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    return pages * Int(getpagesize())
  }

  @Test(.tags(.timed))
  func `a program reads and follows a large namespace with a single request for all keys`()
    async throws
  {
    let cluster = try await Cluster()
    try await cluster.fill()
    let ranges = #"grpc_server_started_total{grpc_method="Range""#
    let sent = "etcd_network_client_grpc_sent_bytes_total"
    let before = (try await cluster.metric(ranges), try await cluster.metric(sent))
    let memory = try Self.memory()
    let start = ContinuousClock.now
    let program = Program(cluster.address)
    let memberCount = await program.waitUntilOnline()
    let time = ContinuousClock.now - start
    let growth = try Self.memory() - memory
    #expect(try await program.overrideCount == Self.overrideCount)
    #expect(memberCount == Self.memberCount + 1)
    #expect(try await cluster.metric(ranges) - before.0 == 1)
    let bytes = Int(try await cluster.metric(sent) - before.1)
    #expect(bytes < 500 * Self.overrideCount)
    guard Effort.isFull else { return }
    print("\(Self.overrideCount) overrides: \(time), \(growth >> 10) KiB, \(bytes) bytes from etcd")
    #if !DEBUG
    #expect(time <= .milliseconds(300))
    #endif
  }

  @Test func `an idle program sends at most one request in five seconds`() async throws {
    let cluster = try await Cluster()
    let clock = ManualClock()
    let program = Program(cluster.address, clock: clock)
    _ = await program.waitUntilOnline()
    await clock.waitForSleepers()
    let all = "grpc_server_started_total"
    let before = try await cluster.metric(all)
    for _ in 0..<12 {
      clock.advance(by: .seconds(5))
      await clock.waitForSleepers()
    }
    let requests = try await cluster.metric(all) - before
    #expect((1...12).contains(requests), "\(requests) requests in one minute")
    if Effort.isFull { print("\(requests) requests in one minute") }
    withExtendedLifetime(program) {}
  }
}
