import Dispatch
import FeatureFlags
import Foundation
import Locking
import TestSupport
import Testing

@testable import Optimizely

/// Asking for a newer datafile again and again, by a clock that the test moves.
struct DatafilePollingTests {
  private let clock = ManualClock()
  private let revision = Locked("1")
  private let server: LocalServer
  private let project: TestProject

  init() throws {
    server = try LocalServer { [revision] request in
      let now = revision.withLock { $0 }
      return request.headers["if-modified-since"] == now
        ? .answer(304, body: [])
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
    // Without a datafile it polls all the same.
    _ = try? await client.start()
    return client
  }

  /// Lets a poll become due, and waits until it has ended.
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
    #expect(client.state.withLock { $0.polling?.isCancelled } == true)
  }

  @Test func `another revision counts at once, also a lower one, and a bad one never`() async throws
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
    let kept = try project.workspace.lastGood()?.bytes ?? []
    #expect(String(decoding: kept, as: UTF8.self) == SmallDatafile.revision("6"))
  }

  @Test func `the older manager asks every two minutes at most, and changes nothing`() async throws
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

  @Test func `a client that found no datafile gets ready by polling, and waits longer each time`()
    async throws
  {
    revision.withLock { $0 = "broken" }
    let client = try await client(.every(.seconds(10)))
    #expect(!client.isReady)
    // One failure: twice the interval.
    await poll(.seconds(20), after: "broken")
    #expect(server.requests.count == 2)
    await poll(.seconds(39), after: "4")
    #expect(server.requests.count == 2)
    await poll(.seconds(1), after: "4")
    #expect(client.loaded?.datafile.revision == "4")
  }

  @Test func `polling ends with the client`() async throws {
    var client: OptimizelyClient? = try await client(.every(.seconds(10)))
    await clock.waitForSleepers()
    #expect(client != nil)
    client = nil
    #expect(clock.sleeperCount == 0)
  }

  @Test(arguments: [(0, nil), (-5, nil), (30, 30), (nil, 600)] as [(Int?, Int?)])
  func `the documented interval is in seconds, and off for none`(asked: Int?, wanted: Int?) {
    let client = OptimizelyClient(
      sdkKey: "",
      eventDispatcher: project.sent,
      periodicDownloadInterval: asked
    )
    let interval = client.settings.polling.schedule?.effectiveInterval
    #expect(interval == wanted.map { .seconds($0) })
  }

  @Test func `polls in real time`() async throws {
    let settings = PollSettings(interval: .milliseconds(5), minimum: .milliseconds(5))
    let client = try await client(DatafilePolling(schedule: settings), clock: ContinuousClock())
    revision.withLock { $0 = "2" }
    while client.loaded?.datafile.revision != "2" { await Task.yield() }
    #expect(server.requests.count > 1)
  }
}
