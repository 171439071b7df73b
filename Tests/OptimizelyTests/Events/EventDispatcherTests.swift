import FeatureFlags
import Files
import Foundation
import Locking
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests sending events to a local server with a manual clock.
struct EventDispatcherTests {
  private let clock = ManualClock()
  private let project: TestProject

  init() throws {
    project = try TestProject()
  }

  private func dispatcher(
    change: (inout EventSettings) -> Void = { _ in },
    observer: @escaping FileEventDispatcher.Observer = { _, _ in }
  ) -> FileEventDispatcher {
    var settings = project.settings
    settings.clock = clock
    change(&settings.events)
    return FileEventDispatcher(
      folder: project.workspace.stateFolder,
      settings: settings,
      observer: observer
    )
  }

  private func events(_ numbers: Range<Int>, to server: LocalServer) -> [EventForDispatch] {
    numbers.map { EventForDispatch(address: server.url("/v1/events"), head: "[", visitor: "\($0)") }
  }

  private func bodies(_ server: LocalServer) -> [String] {
    server.requests.map { String(decoding: $0.body, as: UTF8.self) }
  }

  @Test func `without stored events no request is scheduled`() async {
    let dispatcher = dispatcher()
    await dispatcher.flush()
    dispatcher.resume()
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a full batch is sent immediately, and a partial batch after the interval`()
    async throws
  {
    let server = try LocalServer { _ in .text("") }
    let dispatcher = dispatcher { $0.batchSize = 3 }
    try dispatcher.dispatch(events(0..<2, to: server))
    await clock.waitForSleepers()
    #expect(server.requests.isEmpty)
    try dispatcher.dispatch(events(2..<3, to: server))
    await server.waitForRequests(1)
    // Waits until the first batch is sent: events during a request are sent right after the
    // request.
    await dispatcher.flush()
    try dispatcher.dispatch(events(3..<4, to: server))
    await clock.waitForSleepers()
    clock.advance(by: .seconds(60))
    await server.waitForRequests(2)
    await dispatcher.flush()
    // The batches are identified by the indices of their visitors.
    #expect(bodies(server) == ["[0,1,2]", "[3]"])
    #expect(dispatcher.waitingCount == 0)
    #expect(server.requests.first?.headers["content-type"] == "application/json")
    #expect(server.requests.first?.method == "POST")
  }

  @Test func `an interval of 0 sends each event immediately`() async throws {
    let server = try LocalServer { _ in .text("", status: 204) }
    let dispatcher = dispatcher { $0.interval = .zero }
    try dispatcher.dispatch(events(0..<1, to: server))
    await server.waitForRequests()
    await dispatcher.flush()
    #expect(bodies(server) == ["[0]"])
  }

  @Test(arguments: [
    LocalResponse.text("", status: 500), .text("", status: 429), LocalResponse([.reset]),
  ])
  func `a failed request is retried with exponential back-off, and no event is lost`(
    response: LocalResponse
  ) async throws {
    let server = try LocalServer { _ in response }
    let dispatcher = dispatcher { $0.longestRetry = .seconds(3) }
    try dispatcher.dispatch(events(0..<10, to: server))
    for wait in [1, 2, 3, 3] {
      await clock.waitForSleepers()
      let before = server.requests.count
      clock.advance(by: .milliseconds(wait * 1_000 - 1))
      #expect(clock.sleeperCount == 1)
      #expect(server.requests.count == before)
      if wait == 2 {
        // New events do not shorten the back-off.
        try dispatcher.dispatch(events(10..<30, to: server))
        #expect(server.requests.count == before)
      }
      clock.advance(by: .milliseconds(1))
      await server.waitForRequests(before + 1)
    }
    await clock.waitForSleepers()
    let failed = server.requests.count
    server.change { _ in .text("") }
    await dispatcher.flush()
    #expect(dispatcher.waitingCount == 0)
    let sent = bodies(server).dropFirst(failed)
    #expect(sent.first == "[0,1,2,3,4,5,6,7,8,9]")
    #expect(sent.count == 3)
  }

  @Test func `a batch size of 0 sends batches of one event`() async throws {
    let server = try LocalServer { _ in .text("") }
    let dispatcher = dispatcher { $0.batchSize = 0 }
    try dispatcher.dispatch(events(0..<2, to: server))
    await dispatcher.flush()
    #expect(bodies(server) == ["[0]", "[1]"])
  }

  @Test func `the Retry-After header extends the back-off`() async throws {
    let server = try LocalServer { _ in .text("", status: 503, headers: [("Retry-After", "100")]) }
    let dispatcher = dispatcher { $0.batchSize = 1 }
    try dispatcher.dispatch(events(0..<1, to: server))
    await clock.waitForSleepers()
    clock.advance(by: .seconds(99))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    await server.waitForRequests(2)
  }

  @Test(arguments: [400, 413, 422])
  func `a batch that the server rejects for its content is dropped and reported`(status: Int)
    async throws
  {
    let server = try LocalServer { request in
      .text("", status: request.body.starts(with: "[0]".utf8) ? status : 200)
    }
    let dispatcher = dispatcher { $0.batchSize = 1 }
    try dispatcher.dispatch(events(0..<2, to: server))
    await dispatcher.flush()
    #expect(bodies(server) == ["[0]", "[1]"])
    #expect(dispatcher.waitingCount == 0)
    #expect(project.problems.withLock { $0.count } == 1)
  }

  @Test func `pending events are sent by the next process, unless another process is sending`()
    async throws
  {
    let server = try LocalServer { _ in .text("") }
    let first = dispatcher()
    try first.dispatch(events(0..<3, to: server))
    first.close()
    let path = project.workspace.stateFolder + "/events.sending"
    var lock: FileLock? = try FileLock(path, deadline: .zero)
    let next = dispatcher { $0.batchSize = 3 }
    next.resume()
    await next.flush()
    #expect(server.requests.isEmpty)
    #expect(lock != nil)
    lock = nil
    await next.flush()
    #expect(bodies(server) == ["[0,1,2]"])
    await first.flush()
    #expect(server.requests.count == 1)
  }

  @Test func `a full queue rejects events until pending events are sent`() async throws {
    let server = try LocalServer { _ in .text("") }
    let dispatcher = dispatcher {
      $0.limit = 5
      $0.batchSize = 100
    }
    try dispatcher.dispatch(events(0..<5, to: server))
    #expect(throws: OptimizelyError.eventQueueFull(limit: 5)) {
      try dispatcher.dispatch(events(5..<6, to: server))
    }
    await dispatcher.flush()
    try dispatcher.dispatch(events(6..<7, to: server))
    #expect(dispatcher.waitingCount == 1)
  }

  @Test func `the observer receives each batch that is sent`() async throws {
    let server = try LocalServer { _ in .text("") }
    let received = Locked<[String]>([])
    let dispatcher = dispatcher(observer: { _, body in received.withLock { $0.append(body) } })
    try dispatcher.dispatch(events(0..<2, to: server))
    await dispatcher.flush()
    #expect(received.withLock { $0 } == ["[0,1]"])
  }
}
