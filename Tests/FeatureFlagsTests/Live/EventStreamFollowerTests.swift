import FeatureFlags
import Networking
import TestSupport
import Testing

/// Tests an event stream on which nothing arrives; OFREPTests has the tests of events and failures.
@Suite(.timeLimit(.minutes(1)))
struct EventStreamFollowerTests {
  @Test func `a silent stream is opened again after the back-off of a first failure`() async throws
  {
    let server = try LocalServer { _ in
      LocalResponse([
        .send(LocalResponse.head(200, [("Content-Type", "text/event-stream")])), .hold,
      ])
    }
    let clock = ManualClock()
    var dependencies = ServerDependencies()
    (dependencies.clock, dependencies.random) = (clock, { 0 })
    dependencies.uptime = { clock.now.offset }
    var request = HTTPRequest(url: server.url())
    request.acceptEvents(upTo: 1_000)
    request.idleLimit = .milliseconds(50)
    let (gaps, continuation) = AsyncStream.makeStream(of: Duration.self)
    let stream = EventStreamFollower<Void>.Stream(request) { notice in
      if case .connected(let gap) = notice { continuation.yield(gap) }
      return nil
    }
    let follower = EventStreamFollower([stream], dependencies: dependencies) { _, _ in }
    let task = Task { await follower.run { _ in } }
    var next = gaps.makeAsyncIterator()
    for gap in [Duration.zero, .seconds(1), .seconds(1)] {
      #expect(await next.next(isolation: #isolation) == gap)
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(1))
    }
    task.cancel()
    await task.value
  }
}
