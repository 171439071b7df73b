import CoreTestSupport
import FeatureFlags
import Locking
import TestSupport
import Testing

@testable import OFREP

/// Tests an OFREP server as the source of a session, with its event stream.
@Suite(.timeLimit(.minutes(1)))
struct SessionTests {
  /// A session that polls a lab's server and runs until the test ends.
  private final class Run: Sendable {
    let session: FlagSession
    private let folder: TemporaryFolder
    private let events: AsyncStream<SessionEvent>
    private let task: Task<Void, Never>

    init(_ lab: Lab, _ folder: TemporaryFolder) throws {
      let workspace = folder.workspace()
      let store = FlagStore(context: Lab.ana, workspace: workspace)
      var loader = ConfigurationLoader(
        source: try lab.source(),
        cache: workspace,
        origin: .remote
      )
      loader.format = .ofrep
      let settings = PollSettings(interval: .seconds(3_600))
      let session = FlagSession(store: store, loader: loader, trigger: .poll(settings))
      let (events, continuation) = AsyncStream.makeStream(of: SessionEvent.self)
      session.subscribe { continuation.yield($0) }
      (self.session, self.folder, self.events) = (session, folder, events)
      task = Task { await session.run() }
    }

    deinit { session.stop() }

    /// Waits for the end of the next load; `nil` if the session ends before.
    func nextLoad() async -> LoadReport? {
      for await event in events {
        if case .loadEnded(let report) = event { return report }
      }
      return nil
    }

    func stop() async {
      session.stop()
      await task.value
    }
  }

  /// A server whose flag `banner` is on from the second bulk request.
  private static func handler(_ streams: @escaping LocalServer.Handler) -> LocalServer.Handler {
    let count = Locked(0)
    return { request in
      guard request.method == "POST" else { return streams(request) }
      let number = count.withLock { count in
        count += 1
        return count
      }
      return .text(
        #"{"flags":[{"key":"banner","value":\#(number > 1)}],"#
          + #""eventStreams":[{"type":"sse","endpoint":{"requestUri":"/events"}}]}"#,
        headers: [("ETag", "\"\(number)\""), ("Cache-Control", "max-age=600")]
      )
    }
  }

  private static func stream(_ text: String, isOpen: Bool) -> LocalResponse {
    let head = LocalResponse.head(200, [("Content-Type", "text/event-stream")])
    return LocalResponse([.send(head), .send(Array(text.utf8)), isOpen ? .hold : .close])
  }

  @Test func `a notification of the event stream loads the flags again`() async throws {
    let event = #"data: {"type":"refetchEvaluation","etag":"v2","lastModified":17}"# + "\n\n"
    let lab = try Lab(Self.handler { _ in Self.stream(event, isOpen: false) })
    let run = try Run(lab, try TemporaryFolder())
    let first = try #require(await run.nextLoad())
    #expect(
      first.failures.isEmpty
        && run.session.store.feature(named: "banner")?.state(in: .release).isEnabled == false
    )
    try run.session.store.apply(.set([.enabled(false)], for: ["banner"]))
    // Two sleepers: the timer that coalesces changes, and the back-off before the next connection.
    await lab.clock.waitForSleepers(2)
    lab.clock.advance(by: .milliseconds(50))
    let second = try #require(await run.nextLoad())
    #expect(second.cause == .notification && second.failures.isEmpty)
    let request = try #require(lab.server.requests.last { $0.method == "POST" })
    #expect(
      request.target
        == "/base/ofrep/v1/evaluate/flags?flagConfigEtag=v2&flagConfigLastModified=17"
    )
    #expect(request.headers["if-none-match"] == "\"1\"")
    let banner = try #require(run.session.store.feature(named: "banner"))
    #expect(
      banner.configured.state(in: .release).isEnabled && !banner.state(in: .release).isEnabled,
      "the override applies"
    )
    try run.session.store.apply(.reset(["banner"]))
    #expect(run.session.store.feature(named: "banner")?.state(in: .release).isEnabled == true)
    await run.stop()
  }

  @Test func `a notification makes the stored evaluations of the upstream stale`() async throws {
    let lab = try Lab(Self.handler { _ in Self.stream("", isOpen: true) })
    let source = try lab.source()
    let document = try await source.read()
    let values = { try await source.upstream.evaluateAll(in: .ana).value.entries.map(\.value) }
    lab.server.change(Self.handler { _ in Self.stream("", isOpen: true) })
    #expect(try await values() == [.boolean(false)])
    #expect(try await values() == [.boolean(false)], "the response is fresh")
    let feed = try #require(source.changeFeed(of: document))
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task { await feed.follow { continuation.yield() } }
    await lab.clock.waitForSleepers(1)
    lab.clock.advance(by: .milliseconds(50))
    for await _ in changes { break }
    #expect(try await values() == [.boolean(true)])
    task.cancel()
    await task.value
  }

  @Test func `stopping a session closes its event stream`() async throws {
    let lab = try Lab(Self.handler { _ in Self.stream("", isOpen: true) })
    let run = try Run(lab, try TemporaryFolder())
    _ = await run.nextLoad()
    await lab.server.waitForRequests(2)
    #expect(lab.server.requests.last?.target == "/events")
    await run.stop()
    // The held response of the event stream ends only when the client closes the connection. The pooled
    // connection of the other requests stays open.
    while lab.server.openConnectionCount > 1 { await Task.yield() }
  }
}
