import Foundation
import Locking
import TestSupport
import Testing

@testable import Connectivity
@testable import ConnectivityFoundation

@Suite(.timeLimit(.minutes(1)))
struct NotificationTests {
  /// Records the events of an instance in order; its deinit removes the observer.
  private final class Recorder {
    let events: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation
    private var tokens: [any NSObjectProtocol] = []

    init() {
      (events, continuation) = AsyncStream.makeStream(of: String.self)
    }

    func observe(_ name: Notification.Name, of connectivity: Connectivity, as event: String) {
      let token = NotificationCenter.default.addObserver(
        forName: name,
        object: connectivity,
        queue: nil
      ) { [continuation] notification in
        let status = (notification.object as? Connectivity)?.status.description ?? "no object"
        continuation.yield("\(event): \(status)")
      }
      tokens.append(token)
    }

    func recordCallbacks(of connectivity: Connectivity) {
      connectivity.whenConnected = { [continuation] in continuation.yield("+ \($0.status)") }
      connectivity.whenDisconnected = { [continuation] in continuation.yield("- \($0.status)") }
    }

    deinit {
      tokens.forEach { NotificationCenter.default.removeObserver($0) }
    }
  }

  @Test func `the notification of a changed status is posted before the callback is called`()
    async throws
  {
    let server = try LocalServer { _ in .text("Success") }
    let route = FakeRoute(.wifi)
    let connectivity = checker(try configuration(server.url()), route: route)
    let recorder = Recorder()
    recorder.observe(.ConnectivityDidChange, of: connectivity, as: "posted")
    recorder.recordCallbacks(of: connectivity)
    var events = recorder.events.makeAsyncIterator()
    connectivity.startNotifier()
    #expect(await events.next() == "posted: Wi-Fi with Internet access")
    #expect(await events.next() == "+ Wi-Fi with Internet access")
    server.change { _ in .text("", status: 503) }
    route.change(to: .ethernet)
    #expect(await events.next() == "posted: Ethernet without Internet access")
    #expect(await events.next() == "- Ethernet without Internet access")
    connectivity.stopNotifier()
    withExtendedLifetime(recorder) {}
  }

  @Test func `an observer of the raw notification name is notified even without callbacks`()
    async throws
  {
    let server = try LocalServer { _ in .text("Success") }
    let connectivity = checker(try configuration(server.url()))
    let recorder = Recorder()
    let name = Notification.Name("kNetworkConnectivityChangedNotification")
    recorder.observe(name, of: connectivity, as: "posted")
    var events = recorder.events.makeAsyncIterator()
    connectivity.startNotifier()
    #expect(await events.next() == "posted: Ethernet with Internet access")
    connectivity.stopNotifier()
    withExtendedLifetime(recorder) {}
  }

  @Test func `the notification of a changed route is posted before its check has finished`()
    async throws
  {
    let server = try LocalServer { _ in .text("Success") }
    let route = FakeRoute(.wifi)
    let connectivity = checker(try configuration(server.url()), route: route)
    let recorder = Recorder()
    recorder.observe(.ReachabilityDidChange, of: connectivity, as: "route")
    recorder.recordCallbacks(of: connectivity)
    var events = recorder.events.makeAsyncIterator()
    connectivity.startNotifier()
    #expect(await events.next() == "+ Wi-Fi with Internet access")
    route.change(to: .wifi)
    // The check must not finish before the observer has read the status.
    let isNotified = DispatchSemaphore(value: 0)
    server.change { _ in
      isNotified.wait()
      return .text("Success")
    }
    route.change(to: .cellular)
    #expect(await events.next() == "route: Wi-Fi with Internet access")
    isNotified.signal()
    #expect(await events.next() == "+ Cellular with Internet access")
    connectivity.stopNotifier()
    withExtendedLifetime(recorder) {}
  }

  @Test func `a single check posts no notification`() async throws {
    let server = try LocalServer { _ in .text("Success") }
    let connectivity = checker(try configuration(server.url()))
    let recorder = Recorder()
    recorder.observe(.ConnectivityDidChange, of: connectivity, as: "posted")
    #expect(await connectivity.check().isConnected)
    // The callback queue is serial: an event of the finished check would be recorded by now.
    await withCheckedContinuation { done in
      connectivity.externalQueue.async { done.resume() }
    }
    NotificationCenter.default.post(
      name: .ConnectivityDidChange,
      object: connectivity,
      userInfo: nil
    )
    connectivity.status = .notConnected
    NotificationCenter.default.post(name: .ConnectivityDidChange, object: connectivity)
    // The recorder contains only the two events that this test posts.
    var events = recorder.events.makeAsyncIterator()
    #expect(await events.next() == "posted: Ethernet with Internet access")
    #expect(await events.next() == "posted: No Connection")
  }

  @Test(
    arguments: [
      (Notification.Name.ConnectivityDidChange, "kNetworkConnectivityChangedNotification"),
      (.ReachabilityDidChange, "kNetworkReachabilityChangedNotification"),
    ]
  )
  func `each notification has the raw name that it has in the original framework`(
    name: Notification.Name,
    rawName: String
  ) {
    #expect(name.rawValue == rawName)
  }
}
