import FeatureFlags
import Glibc
import Locking
import Networking
import TestSupport
import Testing

@testable import GrowthBook

/// Tests the event stream of a server of GrowthBook, which reports changes of the features.
@Suite(.timeLimit(.minutes(1)))
struct FeedTests {
  /// A local server with an event stream, and a source whose clocks only the test advances.
  private struct Lab {
    let server: LocalServer
    let clock = ManualClock()
    let source: GrowthBookSource
    /// The changes that the feed of the source has reported.
    let changes: AsyncStream<Void>
    private let task: Task<Void, Never>

    init(_ events: @escaping LocalServer.Handler) async throws {
      server = try LocalServer { request in
        request.target == "/sub/sdk-1"
          ? events(request) : FeedTests.features(headers: [("X-SSE-Support", "enabled")])
      }
      var dependencies = ServerDependencies()
      dependencies.clock = clock
      dependencies.uptime = { [clock] in clock.now.offset }
      dependencies.random = { 0 }
      source = try GrowthBookSource(
        url: "growthbook+" + server.url("/sdk-1"),
        headers: ["X-Proxy": "p"],
        dependencies: dependencies
      )
      let feed = try #require(source.changeFeed(of: try await source.read()))
      let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
      self.changes = changes
      task = Task { await feed.follow { continuation.yield() } }
    }

    /// Waits for the end of the period in which changes are merged, and for the change.
    func nextChange(sleepers: Int = 1) async {
      await clock.waitForSleepers(sleepers)
      clock.advance(by: .milliseconds(50))
      for await _ in changes { break }
    }

    func stop() async {
      task.cancel()
      await task.value
    }
  }

  private static func features(
    _ isOn: Bool = false,
    status: Int = 200,
    headers: [(String, String)]
  ) -> LocalResponse {
    let text = #"{"status": 200, "features": {"f": {"defaultValue": \#(isOn)}}}"#
    return .text(text, status: status, headers: headers)
  }

  private static func stream(_ steps: LocalResponse.Step...) -> LocalResponse {
    let head = LocalResponse.head(200, [("Content-Type", "text/event-stream")])
    return LocalResponse([.send(head)] + steps)
  }

  /// Sends heartbeats, and one event each time the test sets `isDue`.
  private static func events(
    _ name: String,
    data: String = "{}",
    when isDue: Locked<Bool>
  ) -> LocalResponse.Step {
    .generate { _ in
      usleep(1_000)
      let event = isDue.withLock { isDue in
        defer { isDue = false }
        return isDue ? "event: \(name)\ndata: \(data)\n\n" : ":\n"
      }
      return Array(event.utf8)
    }
  }

  @Test func `a source has a change feed only if its server announces an event stream`()
    async throws
  {
    let server = try LocalServer { _ in Self.features(headers: []) }
    let source = try GrowthBookSource(url: "growthbook+" + server.url("/base/sdk-1?project=p"))
    for (status, headers, isAnnounced) in [
      (200, [], false), (200, [("x-sse-support", "enabled")], true),
      (200, [("X-SSE-Support", "disabled")], false), (304, [("x-sse-support", "enabled")], true),
      (304, [], true), (503, [], true), (200, [], false),
    ] as [(Int, [(String, String)], Bool)] {
      server.change { _ in Self.features(status: status, headers: headers) }
      let revision = HTTPRevision(etag: "\"1\"", lastModified: nil)
      // Drops the error of status 503.
      _ = try? await source.fetch(unlessStill: revision, progress: nil)
      let feed = source.changeFeed(of: [])
      #expect(feed?.id == (isAnnounced ? server.url("/base/sub/sdk-1?project=p") : nil))
    }
  }

  @Test(arguments: ["features", "features-updated"])
  func `a new connection and an event about features are each reported as a change`(name: String)
    async throws
  {
    let isDue = Locked(false)
    // The whole document in an event is larger than events of other servers.
    let data = String(repeating: "x", count: 3 << 20)
    let lab = try await Lab { _ in
      let other = LocalResponse.Step.send(Array("event: other\ndata: {}\n\n".utf8))
      return Self.stream(other, Self.events(name, data: data, when: isDue))
    }
    await lab.nextChange()
    #expect(lab.clock.sleeperCount == 0, "another event reports no change")
    isDue.withLock { $0 = true }
    await lab.nextChange()
    let request = try #require(lab.server.requests.last)
    #expect(request.headers["accept"] == "text/event-stream" && request.headers["x-proxy"] == "p")
    await lab.stop()
  }

  @Test(arguments: [LocalResponse.Step.close, .reset])
  func `a closed event stream is opened again after a back-off and reported as a change`(
    cut: LocalResponse.Step
  ) async throws {
    let lab = try await Lab { _ in Self.stream(cut) }
    for count in 2...4 {
      // Two sleepers: the period in which changes are merged, and the back-off, which doubles.
      await lab.nextChange(sleepers: 2)
      #expect(lab.server.requests.count == count)
      await lab.clock.waitForSleepers(1)
      lab.clock.advance(by: .seconds(1 << (count - 2)))
    }
    await lab.stop()
  }

  @Test(arguments: [true, false])
  func `an event loads the features at once, and polling finds a change without an event`(
    hasEvent: Bool
  ) async throws {
    let isDue = Locked(false)
    let server = try LocalServer { request in
      request.target == "/sub/sdk-1"
        ? Self.stream(hasEvent ? Self.events("features-updated", when: isDue) : .hold)
        : Self.features(headers: [("X-SSE-Support", "enabled")])
    }
    let source = try GrowthBookSource(url: "growthbook+" + server.url("/sdk-1"))
    var loader = ConfigurationLoader(source: source, origin: .remote)
    loader.format = .growthBook()
    let interval = hasEvent ? Duration.seconds(3_600) : .milliseconds(100)
    let settings = PollSettings(interval: interval, minimum: .zero)
    let session = FlagSession(store: FlagStore(), loader: loader, trigger: .poll(settings))
    let (reports, continuation) = AsyncStream.makeStream(of: LoadReport.self)
    session.subscribe { if case .loadEnded(let report) = $0 { continuation.yield(report) } }
    let task = Task { await session.run() }
    var next = reports.makeAsyncIterator()
    // The second load is that of the new connection.
    for _ in 1...2 { _ = await next.next(isolation: #isolation) }
    server.change { _ in Self.features(true, headers: []) }
    isDue.withLock { $0 = true }
    var last: LoadReport?
    let isExpected = { (cause: LoadReport.Cause?) in
      if case .schedule? = cause { !hasEvent } else { hasEvent && cause == .notification }
    }
    repeat {
      last = await next.next(isolation: #isolation)
    } while !isExpected(last?.cause)
      || session.store.feature(named: "f")?.state(in: .release).isEnabled != true
    session.stop()
    await task.value
  }
}
