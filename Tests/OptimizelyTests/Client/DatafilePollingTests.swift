import Dispatch
import FeatureFlags
import Foundation
import Locking
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests polling for a newer datafile with a manual clock.
struct DatafilePollingTests {
  private let clock = ManualClock()
  private let revision = Locked("1")
  private let server: LocalServer
  private let project: TestProject

  init() throws {
    server = try LocalServer { [revision] request in
      let now = revision.withLock { $0 }
      return request.headers["if-modified-since"] == now
        ? .response(304, body: [])
        : .text(
          now == "broken" ? "{}" : SmallDatafile.revision(now),
          headers: [("Last-Modified", now)]
        )
    }
    project = try TestProject(server)
  }

  private func client(
    _ polling: DatafilePolling,
    clock: (any Clock<Duration>)? = nil
  ) async throws -> OptimizelyClient {
    var settings = project.settings
    settings.polling = polling
    settings.clock = clock ?? self.clock
    let client = OptimizelyClient(
      sdkKey: TestProject.key,
      eventDispatcher: project.sent,
      settings: settings
    )
    // Drops the error: the client also polls without a datafile.
    _ = try? await client.start()
    return client
  }

  /// Advances the clock to the next poll, and waits until the poll has ended.
  private func poll(_ interval: Duration, after revision: String) async {
    await clock.waitForSleepers()
    self.revision.withLock { $0 = revision }
    clock.advance(by: interval)
    await clock.waitForSleepers()
  }

  @Test func `a client that is closed while it starts does not poll`() async throws {
    let gate = DispatchSemaphore(value: 0)
    server.change { _ in
      gate.wait()
      return .text(SmallDatafile.revision("1"))
    }
    var settings = project.settings
    settings.polling = .every(.seconds(10))
    settings.clock = clock
    let client = OptimizelyClient(sdkKey: TestProject.key, settings: settings)
    async let start = client.start(resourceTimeout: .infinity)
    await server.waitForRequests(1)
    client.close()
    gate.signal()
    _ = try await start
    #expect(client.isReady)
    #expect(client.state.withLock { $0.poller } == nil)
    #expect(clock.sleeperCount == 0)
  }

  @Test
  func `a valid datafile with a different revision, higher or lower, becomes active immediately`()
    async throws
  {
    let client = try await client(.every(.seconds(10)))
    let changes = Locked<[String]>([])
    client.notificationCenter?.addDatafileChangeNotificationListener { data in
      changes.withLock { $0.append(String(decoding: data, as: UTF8.self)) }
    }
    #expect(client.loaded?.datafile.revision == "1")
    for (next, counts) in [("1", "1"), ("7", "7"), ("6", "6"), ("broken", "6")] {
      await poll(.seconds(10), after: next)
      #expect(client.loaded?.datafile.revision == counts)
    }
    #expect(changes.withLock { $0 } == ["7", "6"].map(SmallDatafile.revision))
    #expect(server.requests.count == 5)
    let dates = server.requests.map { $0.headers["if-modified-since"] }
    #expect(dates == [nil, "1", "1", "7", "6"])
    let stored = try project.workspace.lastGood()?.bytes ?? []
    #expect(String(decoding: stored, as: UTF8.self) == SmallDatafile.revision("6"))
  }

  @Test
  func `with the Objective-C preset, a polled datafile becomes active only at the next start`()
    async throws
  {
    let client = try await client(.olderManager(every: .seconds(10)))
    await clock.waitForSleepers()
    clock.advance(by: .seconds(119))
    #expect(clock.sleeperCount == 1)
    await poll(.seconds(1), after: "2")
    #expect(server.requests.count == 2)
    #expect(client.loaded?.datafile.revision == "1")
    #expect(client.pendingRevision == "2")
    let next = try await self.client(.olderManager())
    #expect(next.loaded?.datafile.revision == "2")
    #expect(next.loaded?.origin == .cache)
    #expect(next.attempts.first?.outcome == .unchanged)
  }

  @Test func `a client without a datafile polls with exponential back-off until it is ready`()
    async throws
  {
    revision.withLock { $0 = "broken" }
    let client = try await client(.every(.seconds(10)))
    #expect(!client.isReady)
    // After one failure the delay is twice the interval.
    await poll(.seconds(20), after: "broken")
    #expect(server.requests.count == 2)
    await poll(.seconds(39), after: "4")
    #expect(server.requests.count == 2)
    await poll(.seconds(1), after: "4")
    #expect(client.loaded?.datafile.revision == "4")
  }

  @Test func `releasing the client ends polling`() async throws {
    var client: OptimizelyClient? = try await client(.every(.seconds(10)))
    await clock.waitForSleepers()
    #expect(client != nil)
    client = nil
    await clock.waitForNoSleepers()
    #expect(clock.sleeperCount == 0)
  }

  @Test func `the default handler polls at its interval until it is stopped`() async throws {
    var settings = project.settings
    settings.clock = clock
    let handler = DefaultDatafileHandler()
    handler.adopt(settings)
    handler.setPeriodicInterval(sdkKey: TestProject.key, interval: 10)
    let changes = Locked<[String]>([])
    handler.startUpdates(sdkKey: TestProject.key) { data in
      changes.withLock { $0.append(String(decoding: data, as: UTF8.self)) }
    }
    for next in ["1", "1", "broken"] { await poll(.seconds(10), after: next) }
    // One failure: twice the interval.
    await poll(.seconds(19), after: "2")
    #expect(server.requests.count == 3)
    await poll(.seconds(1), after: "2")
    #expect(changes.withLock { $0 } == ["1", "2"].map(SmallDatafile.revision))
    #expect(server.requests.map { $0.headers["if-modified-since"] } == [nil, "1", "1", "1"])
    handler.stopUpdates(sdkKey: TestProject.key)
    // The task of the last poll may still hold the poller for a moment.
    await clock.waitForNoSleepers()
    #expect(clock.sleeperCount == 0)
    #expect(!handler.hasPeriodicInterval(sdkKey: TestProject.key))
  }

  @Test(arguments: [(0, nil), (-5, nil), (30, 30), (nil, 600)] as [(Int?, Int?)])
  func `the polling interval is in seconds, and an interval of 0 or less disables polling`(
    interval: Int?,
    expected: Int?
  ) {
    let client = OptimizelyClient(
      sdkKey: "",
      eventDispatcher: project.sent,
      periodicDownloadInterval: interval
    )
    let effective = client.settings.polling.schedule?.effectiveInterval
    #expect(effective == expected.map { .seconds($0) })
  }

  @Test func `polling works with the real clock`() async throws {
    let settings = PollSettings(interval: .milliseconds(5), minimum: .milliseconds(5))
    let client = try await client(DatafilePolling(schedule: settings), clock: ContinuousClock())
    revision.withLock { $0 = "2" }
    while client.loaded?.datafile.revision != "2" { await Task.yield() }
    #expect(server.requests.count > 1)
  }
}
