import Foundation
import Locking
import Networking
import TestSupport
import Testing

@testable import Connectivity
@testable import Networking

@Suite(
  .tags(.timed),
  .enabled(if: Namespace.obstacle == nil, "\(Namespace.obstacle ?? "")"),
  .timeLimit(.minutes(1))
)
struct NamespaceTests {
  /// A snapshot of the monitor with the time of its arrival.
  private struct Event {
    let time: ContinuousClock.Instant
    let snapshot: InterfaceSnapshot
  }

  /// The maximum delay from a change to its report.
  private let longestDelay = Duration.seconds(2)

  @Test func `the monitor reports a new link, a new route and the loss of both`() async throws {
    let namespace = try Namespace()
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
    let monitor = try await namespace.make(in: namespace.inside) {
      InterfaceMonitor { continuation.yield(Event(time: .now, snapshot: $0)) }
    }
    try #require(monitor != nil)
    var snapshots = stream.makeAsyncIterator()
    let first = await snapshots.next(isolation: #isolation)?.snapshot
    #expect(first?.interfaces.map(\.name) == ["lo", "cable0"])
    #expect(first?.current == nil)

    try namespace.ip("addr add 198.51.100.2/24 dev cable0")
    try namespace.ip("link set cable0 up")
    try namespace.ip("route add default via \(Namespace.router)")
    await expect(&snapshots, "cable0", gateway: Namespace.router, "a default route appeared")
    try namespace.ip("link set cable0 down")
    await expect(&snapshots, nil, gateway: nil, "the cable was unplugged")
    try namespace.ip("link set cable0 up")
    try namespace.ip("route add default via \(Namespace.router) metric 50")
    await expect(&snapshots, "cable0", gateway: Namespace.router, "the cable is back")
    try namespace.ip("link add cable9 type veth peer name cable8")
    try namespace.ip("addr add 192.0.2.2/24 dev cable9")
    try namespace.ip("link set cable8 up")
    try namespace.ip("link set cable9 up")
    try namespace.ip("route add default via 192.0.2.1 metric 10")
    await expect(&snapshots, "cable9", gateway: "192.0.2.1", "a better route wins")
    try namespace.ip("link del cable9")
    await expect(&snapshots, "cable0", gateway: Namespace.router, "the better route is gone")
    try namespace.ip("route del default")
    await expect(&snapshots, nil, gateway: nil, "no route is left")
    withExtendedLifetime(monitor) {}
  }

  @Test func `the status follows a new link, a new captive portal and the portal's removal`()
    async throws
  {
    let namespace = try Namespace()
    let url = "http://\(Namespace.server):8080/"
    let connectivity = try await connectivity(in: namespace, asking: url)
    var changes = connectivity.changes.makeAsyncIterator()
    _ = try await namespace.make(in: namespace.inside) { connectivity.startNotifier() }
    #expect(await changes.next(isolation: #isolation)?.status == .notConnected)

    try namespace.ip("addr add 198.51.100.2/24 dev cable0")
    try namespace.ip("link set cable0 up")
    try namespace.ip("route add default via \(Namespace.router)")
    let refused = await expect(&changes, .connectedViaEthernetWithoutInternet, "no host responds")
    #expect(refused?.interface?.addresses.contains("198.51.100.2") == true)

    let server = try await namespace.make(in: namespace.outside) {
      try LocalServer(host: Namespace.server, port: 8080) { _ in .text("Log in", status: 511) }
    }
    #expect(await connectivity.check().captivePortal?.host == Namespace.server)
    server.change { _ in .text(successPage) }
    _ = await connectivity.check()
    await expect(&changes, .connectedViaEthernet, "logged in at the portal")
    try namespace.ip("link set cable0 down")
    await expect(&changes, .notConnected, "the cable was unplugged")
    try namespace.ip("link set cable0 up")
    try namespace.ip("route add default via \(Namespace.router)")
    await expect(&changes, .connectedViaEthernet, "the cable is back")
    try namespace.ip("route del default")
    await expect(&changes, .notConnected, "the route is gone")
    connectivity.stopNotifier()
  }

  private func expect(
    _ snapshots: inout AsyncStream<Event>.Iterator,
    _ name: String?,
    gateway: String?,
    _ step: Comment
  ) async {
    let started = ContinuousClock.now
    while let event = await snapshots.next(isolation: #isolation) {
      let snapshot = event.snapshot
      guard snapshot.current?.name == name, snapshot.gateway == gateway else { continue }
      #expect(started.duration(to: event.time) < longestDelay, step)
      #expect(snapshot.current.map { $0.kind == .ethernet } ?? true, step)
      return
    }
  }

  @discardableResult
  private func expect(
    _ changes: inout AsyncStream<ConnectivityReport>.Iterator,
    _ status: ConnectivityStatus,
    _ step: Comment
  ) async -> ConnectivityReport? {
    let started = ContinuousClock.now
    let report = await changes.next(isolation: #isolation)
    #expect(report?.status == status, step)
    // The limit allows for a round of probes and for parallel tests.
    #expect(started.duration(to: .now) < longestDelay * 5, step)
    return report
  }

  /// Creates an instance whose sockets all belong to the inner namespace.
  private func connectivity(
    in namespace: Namespace,
    asking url: String
  ) async throws -> Connectivity {
    let configuration = settings(try urls(url)).configureTimeout(.seconds(1))
    return try await namespace.make(in: namespace.inside) {
      let client = directClient()
      client.start()
      let socket = try #require(NetlinkSocket())
      let tables = Locked(socket)
      let network = Connectivity.Network(
        now: { tables.withLock { InterfaceSnapshot(socket: $0) } ?? .none },
        watch: Connectivity.Network.kernel.watch
      )
      return Connectivity(
        settings: configuration.settings,
        client: client,
        clock: ContinuousClock(),
        network: network
      )
    }
  }
}
