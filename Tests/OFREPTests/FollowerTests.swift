import FeatureFlags
import Networking
import TestSupport
import Testing

@testable import OFREP

/// Tests event streams with a local server, and with a clock that the test advances.
@Suite(.timeLimit(.minutes(1)))
struct FollowerTests {
  /// A follower that runs until the test ends, with the changes that it has reported.
  private final class Run: Sendable {
    let changes: AsyncStream<OFREPChange>
    let task: Task<Void, Never>

    init(
      _ lab: Lab,
      _ stream: OFREPEventStream = OFREPEventStream(.endpoint(requestURI: "/e", origin: nil))
    )
      throws
    {
      let (changes, continuation) = AsyncStream.makeStream(of: OFREPChange.self)
      let server = OFREPServer(url: lab.server.url("/base"), headers: ["Authorization": "Bearer t"])
      let follower = try #require(
        EventStreamFollower([stream], of: server, dependencies: lab.dependencies)
      )
      self.changes = changes
      task = Task {
        await follower.run { continuation.yield($0) }
        continuation.finish()
      }
    }

    deinit { task.cancel() }

    func next() async -> OFREPChange? {
      for await change in changes { return change }
      return nil
    }
  }

  /// Sends the text as an event stream; then closes the connection, or leaves it open.
  private static func stream(_ text: String, isOpen: Bool = false) -> LocalResponse {
    let head = LocalResponse.head(200, [("Content-Type", "text/event-stream; charset=utf-8")])
    return LocalResponse([.send(head), .send(Array(text.utf8)), isOpen ? .hold : .close])
  }

  private static func event(_ etag: String, id: String = "1") -> String {
    "id: \(id)\r\nevent: message\r\ndata: {\"type\":\"refetchEvaluation\",\"etag\":\"\(etag)\"}\r\n\r\n"
  }

  @Test func `events within 50 ms are reported as one change with the last ETag`() async throws {
    let text =
      ": heartbeat\n\n" + Self.event("v1") + "data: {\"type\":\"other\",\"etag\":\"v9\"}\n\n"
      + "event: other\ndata: {\"type\":\"refetchEvaluation\",\"etag\":\"v9\"}\n\ndata: {\n\n"
      + Self.event("v2", id: "42")
    let lab = try Lab { request in
      request.headers["last-event-id"] == nil ? Self.stream(text) : Self.stream("", isOpen: true)
    }
    let run = try Run(lab)
    // Two sleepers: the timer that coalesces changes, and the back-off before the next connection.
    await lab.clock.waitForSleepers(2)
    lab.clock.advance(by: .milliseconds(50))
    #expect(await run.next() == OFREPChange(etag: "v2"))
    lab.clock.advance(by: .seconds(1))
    await lab.server.waitForRequests(2)
    #expect(lab.server.requests.last?.headers["last-event-id"] == "42")
    await lab.clock.waitForSleepers(1)
    lab.clock.advance(by: .milliseconds(50))
    #expect(await run.next() == OFREPChange(), "events before the connection may be lost")
    run.task.cancel()
    await run.task.value
    #expect(await run.next() == nil)
  }

  @Test func `only an event stream of the server's origin is requested with the server's headers`()
    async throws
  {
    let lab = try Lab { _ in Self.stream("", isOpen: true) }
    let own = try Run(lab)
    await lab.server.waitForRequests(1)
    let request = try #require(lab.server.requests.first)
    #expect(request.method == "GET" && request.target == "/e")
    #expect(request.headers["accept"] == "text/event-stream")
    #expect(request.headers["authorization"] == "Bearer t")
    let other = try LocalServer { _ in Self.stream("", isOpen: true) }
    let foreign = try Run(lab, OFREPEventStream(.url(other.url("/s?token=x"))))
    await other.waitForRequests(1)
    #expect(other.requests.first?.target == "/s?token=x")
    #expect(other.requests.first?.headers["authorization"] == nil)
    withExtendedLifetime((own, foreign)) {}
  }

  @Test(arguments: [
    OFREPEventStream(.url("http://flags.test/e")), OFREPEventStream(.url("ftp://flags.test/e")),
    OFREPEventStream(.url("e")), OFREPEventStream(.endpoint(requestURI: "/e", origin: "http://x")),
  ])
  func `a stream with an invalid or insecure URL is not followed`(stream: OFREPEventStream) {
    let server = OFREPServer(url: "https://flags.test")
    #expect(
      EventStreamFollower([stream], of: server, dependencies: ServerDependencies()) == nil
    )
  }

  @Test func `an interruption as long as the inactivity delay requires a fetch of all flags`()
    async throws
  {
    let lab = try Lab { request in
      request.headers["last-event-id"] == nil
        ? Self.stream("retry: 5000\nid: 1\ndata:\n\n") : Self.stream("", isOpen: true)
    }
    let address = OFREPEventStream.Address.endpoint(requestURI: "/e", origin: nil)
    let run = try Run(lab, OFREPEventStream(address, inactivityDelay: .seconds(4)))
    await lab.clock.waitForSleepers(2)
    lab.clock.advance(by: .milliseconds(50))
    #expect(await run.next() == OFREPChange())
    lab.clock.advance(by: .milliseconds(4_949))
    #expect(lab.clock.sleeperCount == 1, "the server demands a delay of 5 s")
    lab.clock.advance(by: .milliseconds(1))
    await lab.server.waitForRequests(2)
    await lab.clock.waitForSleepers(1)
    lab.clock.advance(by: .milliseconds(50))
    #expect(await run.next() == OFREPChange(isFull: true))
  }

  @Test(arguments: [
    (LocalResponse.text("", status: 500), Duration.seconds(1)),
    (LocalResponse.text("", status: 429, headers: [("Retry-After", "7")]), .seconds(7)),
    (LocalResponse.text("<html></html>", headers: [("Content-Type", "text/html")]), .seconds(1)),
    (LocalResponse([.reset]), .seconds(1)),
  ])
  func `a failed connection is opened again after a back-off, and reports no change`(
    response: LocalResponse,
    delay: Duration
  ) async throws {
    let lab = try Lab { _ in response }
    let run = try Run(lab)
    await lab.clock.waitForSleepers(1)
    lab.clock.advance(by: delay - .milliseconds(1))
    #expect(lab.clock.sleeperCount == 1)
    #expect(lab.server.requests.count == 1)
    lab.clock.advance(by: .milliseconds(1))
    await lab.server.waitForRequests(2)
    run.task.cancel()
    #expect(await run.next() == nil)
  }

  @Test func `a stream that the server ends with status 204 is not opened again`() async throws {
    let lab = try Lab { _ in .text("", status: 204) }
    let run = try Run(lab)
    await run.task.value
    #expect(lab.server.requests.count == 1)
  }
}
