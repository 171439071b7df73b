import Dispatch
import Foundation
import Locking
import TestSupport
import Testing

@testable import Connectivity

@Suite(.tags(.optimised), .timeLimit(.minutes(1)))
struct NotifierTests {
  private let clock = ManualClock()
  private let interfaces = FakeInterfaces(.wifi)

  /// The calls of `whenConnected` and `whenDisconnected`, as a stream.
  private func events(of connectivity: Connectivity) -> AsyncStream<String>.AsyncIterator {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    connectivity.whenConnected = { continuation.yield("+ \($0.status)") }
    connectivity.whenDisconnected = { continuation.yield("- \($0.status)") }
    return stream.makeAsyncIterator()
  }

  private func reports(of connectivity: Connectivity)
    -> AsyncStream<ConnectivityReport>.AsyncIterator
  {
    connectivity.reports.makeAsyncIterator()
  }

  @Test func `each status change is reported once, and the status again after a restart`()
    async throws
  {
    let server = try LocalServer { _ in .text(successPage) }
    let connectivity = checker(settings(try urls(server.url())), interfaces: interfaces)
    var events = events(of: connectivity)
    var changes = connectivity.changes.makeAsyncIterator()
    connectivity.startNotifier()
    #expect(await events.next() == "+ Wi-Fi with Internet access")
    #expect(await changes.next()?.status == .connectedViaWiFi)
    server.change { _ in .text("Log in", status: 511) }
    interfaces.change(to: .ethernet)
    #expect(await events.next() == "- Ethernet without Internet access")
    let change = await changes.next()
    #expect(change?.status == .connectedViaEthernetWithoutInternet)
    #expect(change?.captivePortal != nil)
    connectivity.stopNotifier()
    #expect(interfaces.watcherCount == 0)
    connectivity.startNotifier()
    #expect(await events.next() == "- Ethernet without Internet access")
    server.change { _ in .text(successPage) }
    interfaces.change(to: nil)
    #expect(await events.next() == "+ Internet access")
  }

  @Test func `an unchanged route starts no check`() async throws {
    let server = try LocalServer { _ in .text(successPage) }
    let connectivity = checker(settings(try urls(server.url())), interfaces: interfaces)
    var reports = reports(of: connectivity)
    connectivity.startNotifier()
    _ = await reports.next()
    for _ in 0..<10 { interfaces.change(to: .wifi) }
    interfaces.change(to: .cellular)
    #expect(await reports.next()?.status == .connectedViaCellular)
    #expect(server.requests.count == 2)
  }

  @Test func `polling starts a check at each interval of the injected clock`() async throws {
    let server = try LocalServer { _ in .text(successPage) }
    let configuration = settings(try urls(server.url()))
      .configurePolling(interval: 10, offlineOnly: false)
    let connectivity = checker(configuration, clock: clock, interfaces: interfaces)
    var reports = reports(of: connectivity)
    connectivity.startNotifier()
    _ = await reports.next()
    for count in 2...5 {
      await clock.waitForSleepers()
      clock.advance(by: .seconds(10))
      #expect(await reports.next()?.isConnected == true)
      #expect(server.requests.count == count)
    }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(9))
    #expect(clock.sleeperCount == 1)
    #expect(server.requests.count == 5)
  }

  @Test func `a new polling interval applies at once, and disabling the interval ends polling`()
    async throws
  {
    let server = try LocalServer { _ in .text(successPage) }
    let configuration = settings(try urls(server.url()))
      .configurePolling(interval: 1_000, offlineOnly: false)
    let connectivity = checker(configuration, clock: clock, interfaces: interfaces)
    var reports = reports(of: connectivity)
    connectivity.startNotifier()
    _ = await reports.next()
    await clock.waitForSleepers()
    connectivity.pollingInterval = 2
    await waitForPoll(in: .seconds(2))
    clock.advance(by: .seconds(2))
    #expect(await reports.next() != nil)
    #expect(server.requests.count == 2)
    connectivity.isPollingEnabled = false
    await clock.waitForNoSleepers()
    connectivity.isPollingEnabled = true
    await clock.waitForSleepers()
    connectivity.stopNotifier()
    await clock.waitForNoSleepers()
  }

  /// Waits until the next poll is due in the given time; a sleep with a former deadline ends asynchronously.
  private func waitForPoll(in time: Duration) async {
    let due = clock.now.advanced(by: time)
    while clock.nextDeadline != due, !Task.isCancelled { await Task.yield() }
  }

  @Test func `with pollWhileOfflineOnly, polling pauses while the Internet is reachable`()
    async throws
  {
    let server = try LocalServer { _ in .loginPage }
    let configuration = settings(try urls(server.url()))
      .configurePolling(interval: 10, offlineOnly: true)
    let connectivity = checker(configuration, clock: clock, interfaces: interfaces)
    var reports = reports(of: connectivity)
    connectivity.startNotifier()
    #expect(await reports.next()?.isConnected == false)
    server.change { _ in .text(successPage) }
    await waitForPoll(in: .seconds(10))
    clock.advance(by: .seconds(10))
    #expect(await reports.next()?.isConnected == true)
    for _ in 0..<5 {
      await waitForPoll(in: .seconds(10))
      clock.advance(by: .seconds(10))
    }
    interfaces.change(to: .ethernet)
    #expect(await reports.next()?.status == .connectedViaEthernet)
    #expect(server.requests.count == 3)
  }

  @Test func `a poll is skipped while a slow check is running`() async throws {
    let server = try LocalServer { _ in .silent }
    let configuration = settings(try urls(server.url()))
      .configurePolling(interval: 1, offlineOnly: false).configureTimeout(.seconds(50))
    let connectivity = checker(configuration, clock: clock, interfaces: interfaces)
    connectivity.startNotifier()
    await server.waitForRequests()
    for _ in 0..<20 {
      await clock.waitForSleepers()
      clock.advance(by: .seconds(1))
    }
    await clock.waitForSleepers()
    #expect(server.requests.count == 1)
  }

  @Test func `a change of the interfaces cancels a running check`() async throws {
    let server = try LocalServer { _ in .silent }
    let configuration = settings(try urls(server.url())).configureTimeout(.seconds(50))
    let connectivity = checker(configuration, interfaces: interfaces)
    var events = events(of: connectivity)
    connectivity.startNotifier()
    await server.waitForRequests()
    server.change { _ in .text(successPage) }
    interfaces.change(to: .cellular)
    #expect(await events.next() == "+ Cellular with Internet access")
    await server.waitUntilIdle()
  }

  @Test func `while notConnected, the check after a new interface is delayed by the latency`()
    async throws
  {
    let server = try LocalServer { _ in .text("", status: 500) }
    let interfaces = FakeInterfaces(nil)
    let connectivity = checker(
      settings(try urls(server.url())),
      clock: clock,
      interfaces: interfaces
    )
    connectivity.connectivityCheckLatency = 3
    var reports = reports(of: connectivity)
    connectivity.startNotifier()
    #expect(await reports.next()?.status == .notConnected)
    server.change { _ in .text(successPage) }
    interfaces.change(to: .wifi)
    await clock.waitForSleepers()
    #expect(server.requests.count == 1)
    clock.advance(by: .seconds(3))
    #expect(await reports.next()?.status == .connectedViaWiFi)
    #expect(server.requests.count == 2)
    interfaces.change(to: .ethernet)
    #expect(await reports.next()?.status == .connectedViaEthernet)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `stopping the notifier cancels the running check`() async throws {
    let server = try LocalServer { _ in .silent }
    let configuration = settings(try urls(server.url())).configureTimeout(.seconds(50))
    let connectivity = checker(configuration, interfaces: interfaces)
    connectivity.startNotifier()
    await server.waitForRequests()
    connectivity.stopNotifier()
    await server.waitUntilIdle()
    #expect(connectivity.status == .determining)
  }

  @Test func `releasing an instance stops its notifier`() async throws {
    let server = try LocalServer { _ in .text(successPage) }
    var changes: AsyncStream<ConnectivityReport>.AsyncIterator
    do {
      let connectivity = checker(settings(try urls(server.url())), interfaces: interfaces)
      changes = connectivity.changes.makeAsyncIterator()
      connectivity.startNotifier()
      #expect(await changes.next() != nil)
    }
    while await changes.next() != nil {}
    #expect(interfaces.watcherCount == 0)
  }

  @Test func `a hundred concurrent starts and stops leave no running check`() async throws {
    let server = try LocalServer { _ in .text(successPage) }
    let connectivity = checker(settings(try urls(server.url())), interfaces: interfaces)
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<100 {
        group.addTask {
          index % 2 == 0 ? connectivity.startNotifier() : connectivity.stopNotifier()
        }
      }
    }
    connectivity.stopNotifier()
    #expect(interfaces.watcherCount == 0)
    await server.waitUntilIdle()
  }
}
