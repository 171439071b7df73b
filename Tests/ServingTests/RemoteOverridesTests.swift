import Foundation
import Locking
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests how served overrides are fetched, with a local server and a clock that the test advances.
@Suite(.tags(.timed), .timeLimit(.minutes(1)))
struct RemoteOverridesTests {
  private static let on = #"{"overrides":{"Old Cart":{"enabled":true}}}"#
  private static let off = #"{"overrides":{"Old Cart":{"enabled":false}}}"#

  /// Overrides that are followed until this value is released, and the reports about them.
  private struct Following {
    let clock = ManualClock()
    let readings: AsyncStream<StoredOverrides.Reading>
    let follower: OverridesFollower?

    init(_ url: String, token: String? = nil, _ timeouts: RemoteOverrides.Timeouts = .init()) {
      let (readings, continuation) = AsyncStream.makeStream(of: StoredOverrides.Reading.self)
      self.readings = readings
      let server = OverrideServerAddress(url: url, token: token)
      let served = RemoteOverrides(server, clock: clock, timeouts: timeouts, random: { 0 })
      follower = served.follow { continuation.yield($0) }
    }

    func next() async -> StoredOverrides.Reading? {
      for await reading in readings { return reading }
      return nil
    }

    /// Waits until the client has lost its connection, and then lets the back-off end.
    func reconnect(after delay: Duration = .seconds(30)) async {
      await clock.waitForSleepers()
      clock.advance(by: delay)
    }
  }

  /// Returns a handler that responds with the document of overrides, or with an event stream.
  private static func handler(
    _ document: @escaping @Sendable (LocalRequest) -> LocalResponse,
    events: LocalResponse = LocalResponse.lines([])
  ) -> LocalServer.Handler {
    { $0.target == "/overrides.json" ? document($0) : events }
  }

  @Test func `an unchanged document of overrides is revalidated with its ETag, and reported once`()
    async throws
  {
    let events = LocalResponse.lines(["retry: 1000\n: x\n\n", "data: a\n\n", "data: b\n\n"])
    let server = try LocalServer(
      Self.handler({ .document(Self.on, etag: "\"1\"", to: $0) }, events: events)
    )
    let following = Following(server.url())
    #expect(try await following.next()?.get().overrides == ["Old Cart": Override(enabled: true)])
    await following.clock.waitForSleepers()
    // The document is requested before the stream is opened, after it is opened, and after each event.
    let paths = server.requests.map(\.target)
    let document = "/overrides.json"
    #expect(paths == [document, "/ofrep/v1/events", document, document, document])
    let tags = server.requests.filter { $0.target == document }.map { $0.headers["if-none-match"] }
    #expect(tags == [nil, "\"1\"", "\"1\"", "\"1\""])
    server.change(Self.handler { .document(Self.off, etag: "\"2\"", to: $0) })
    await following.reconnect()
    #expect(try await following.next()?.get().overrides == ["Old Cart": Override(enabled: false)])
  }

  @Test func `the token is sent to both endpoints, and no message contains a secret`() async throws
  {
    let server = try LocalServer { _ in .text("", status: 500) }
    let url = "http://ana:secret-1@127.0.0.1:\(server.port)/base/?token=secret-2"
    let locator = OverrideLocator(url, token: "secret-3")
    #expect(OverrideLocator(locator.text, token: "secret-3") == locator)
    let following = Following(url, token: "secret-3")
    guard case .failure(let error) = await following.next() else {
      Issue.record("expected an error")
      return
    }
    let shown = "http://127.0.0.1:\(server.port)/base/overrides.json?token=…"
    #expect("\(error)" == "\(shown): found status 500, expected 200")
    var dumped = ""
    dump(locator, to: &dumped)
    for text in ["\(locator)", "\(error)", dumped, error.remedy] {
      #expect(!text.contains("secret"))
    }
    server.change { request in
      request.target.hasPrefix("/base/overrides.json") ? .text(Self.on) : .lines([])
    }
    await following.reconnect()
    _ = await following.next()
    await following.clock.waitForSleepers()
    let tokens = server.requests.map { $0.headers["authorization"] }
    #expect(tokens.count == 4)
    #expect(tokens.allSatisfy { $0 == "Bearer secret-3" })
  }

  @Test func `malformed overrides are reported, and the next valid overrides are applied`()
    async throws
  {
    let server = try LocalServer(Self.handler { _ in .text(Self.on) })
    let following = Following(server.url())
    _ = await following.next()
    server.change(Self.handler { _ in .text("{\n\"overrides\": 1") })
    await following.reconnect()
    guard case .failure(.unfetched(let url, .malformed(let error))) = await following.next() else {
      Issue.record("expected a malformed document")
      return
    }
    #expect(url == server.url("/overrides.json"))
    #expect(error.line == 2)
    server.change(Self.handler { _ in .text(Self.on) })
    await following.reconnect()
    #expect(try await following.next()?.get().overrides.count == 1)
  }

  @Test(arguments: ["http://", "http://a b/", "https://[::1", "http://127.0.0.1:99999"])
  func `an invalid URL is reported before followOverrides returns`(url: String) async throws {
    let following = Following(url)
    guard case .failure(.unfetched(_, .invalidRequest)) = await following.next() else {
      Issue.record("expected an invalid URL")
      return
    }
  }

  @Test func `a token with a control character is reported without the token`() async throws {
    let following = Following("http://127.0.0.1:1", token: "to\nken")
    guard case .failure(let error) = await following.next() else { return }
    #expect("\(error)".contains("found characters in HALYARD_TOKEN"))
    #expect(!"\(error)".contains("ken\""))
  }

  @Test func `a server without an event stream is polled with exponential back-off up to 15 s`()
    async throws
  {
    let server = try LocalServer(Self.handler({ _ in .text(Self.on) }, events: .text("[]")))
    let following = Following(server.url())
    var requests = 2
    for delay in [0.5, 1, 2, 4, 8, 15, 15] {
      await server.waitForRequests(requests)
      await following.clock.waitForSleepers()
      following.clock.advance(by: .seconds(delay) - .milliseconds(1))
      #expect(server.requests.count == requests)
      #expect(following.clock.sleeperCount == 1)
      following.clock.advance(by: .milliseconds(1))
      requests += 2
    }
    await server.waitForRequests(requests)
  }

  @Test func `an event stream that sends no bytes for too long counts as lost`() async throws {
    let head = LocalResponse.head(200, [("Content-Type", "text/event-stream")])
    let silent = LocalResponse([.send(head), .hold])
    let server = try LocalServer(Self.handler({ _ in .text(Self.on) }, events: silent))
    var timeouts = RemoteOverrides.Timeouts()
    timeouts.silence = .milliseconds(50)
    let following = Following(server.url(), timeouts)
    await following.reconnect()
    await server.waitForRequests(4)
  }

  @Test
  func `following a slow server does not block the caller, and is reported as a problem later`()
    async throws
  {
    let slow = LocalResponse.slow(.text(Self.on), after: .milliseconds(300))
    let server = try LocalServer(Self.handler { _ in slow })
    var timeouts = RemoteOverrides.Timeouts()
    timeouts.firstResponse = .milliseconds(1)
    let start = ContinuousClock.now
    let following = Following(server.url(), timeouts)
    #expect(start.duration(to: .now) < .milliseconds(300))
    #expect(try await following.next()?.get().overrides.count == 1)
  }

  @Test func `a followed override expires on time while the server is down`() async throws {
    let clock = ManualClock()
    let until = #"{"overrides":{"Old Cart":{"enabled":true,"until":"1970-01-01T00:01:00Z"}}}"#
    let server = try LocalServer(Self.handler { _ in .text(until) })
    var app = try FollowingTests.App(server.url(), clock: clock) {
      Date(timeIntervalSince1970: clock.now.offset / .seconds(1))
    }
    #expect(app.store.isEnabled("Old Cart"))
    server.stop()
    // Two sleepers: the timer of the expiry, and the back-off.
    await clock.waitForSleepers(2)
    clock.advance(by: .seconds(60))
    await app.wait(isOn: false)
    #expect(await app.nextProblem() != nil)
    #expect(!app.store.isEnabled("Old Cart"))
  }

  @Test func `an app may stop following from within the callback for problems`() async throws {
    let (problems, continuation) = AsyncStream.makeStream(of: WorkspaceError?.self)
    let store = FlagStore()
    let server = try LocalServer { _ in .text("", status: 404) }
    store.followOverrides(at: server.url()) { [weak store] problem in
      store?.stopFollowingOverrides()
      continuation.yield(problem)
    }
    for await problem in problems {
      #expect(problem != nil)
      break
    }
    #expect(store.followed.problem == nil)
  }

  @Test func `a follower leaves no descriptor open after its release`() async throws {
    // Runs in a separate process: concurrent tests open descriptors.
    await #expect(processExitsWith: .success) {
      let server = try LocalServer(RemoteOverridesTests.handler { _ in .text("{}") })
      let before = try descriptorCount()
      for _ in 0..<50 { _ = Following(server.url()) }
      await server.waitUntilIdle()
      let end = ContinuousClock.now + .seconds(30)
      // The limit allows for descriptors that Dispatch opens late; a leak would add one or more for
      // each follower.
      let limit = before + 10
      while try descriptorCount() > limit, .now < end { await Task.yield() }
      #expect(try descriptorCount() <= limit)
    }
  }
}
