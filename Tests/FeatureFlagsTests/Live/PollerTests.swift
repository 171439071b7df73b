import Locking
import Networking
import TestSupport
import Testing

@testable import FeatureFlags

@Suite(.tags(.optimised))
struct PollerTests {
  /// A poller on a manual clock that records its events as text.
  private struct Polling {
    let clock = ManualClock()
    let poller: Poller<ManualClock>
    var events: AsyncStream<PollEvent>.Iterator

    init(_ load: @escaping Poller<ManualClock>.Load) {
      poller = Poller(clock: clock, load: load)
      events = poller.events.makeAsyncIterator()
    }

    init(_ source: any Source) {
      poller = Poller(ConfigurationLoader(source: source), clock: clock)
      events = poller.events.makeAsyncIterator()
    }

    mutating func next() async -> String {
      switch await events.next(isolation: #isolation) {
      case .due(let wait): "due in \(wait / .seconds(1))"
      case .started(let late?): "started \(late / .seconds(1)) late"
      case .started(nil): "started out of turn"
      case .progressed(let progress): "\(progress.bytes) bytes"
      case .finished(let outcome):
        "finished \(outcome.current == nil ? "badly" : "well"), \(outcome.failures) failures"
      case .paused: "paused"
      case nil: "over"
      }
    }

    mutating func next(_ count: Int) async -> [String] {
      var texts: [String] = []
      for _ in 0..<count { texts.append(await next()) }
      return texts
    }
  }

  @Test func `polls run at their due times, and each publishes its events`() async {
    var polling = Polling(InMemorySource(text: "[]"))
    polling.poller.start()
    #expect(await polling.next() == "due in 60.0")
    for _ in 0..<3 {
      await polling.clock.waitForSleepers()
      polling.clock.advance(by: .seconds(60))
      #expect(
        await polling.next(3) == ["started 0.0 late", "finished well, 0 failures", "due in 60.0"]
      )
    }
  }

  @Test func `a failed scheduled poll doubles the back-off, but a failed manual refresh does not`()
    async
  {
    var polling = Polling(InMemorySource(result: .failure(.missing("gone"))))
    polling.poller.start()
    _ = await polling.next()
    await polling.clock.waitForSleepers()
    polling.clock.advance(by: .seconds(61))
    #expect(
      await polling.next(3) == ["started 1.0 late", "finished badly, 1 failures", "due in 119.0"]
    )
    polling.poller.refreshNow()
    #expect(
      await polling.next(3)
        == ["started out of turn", "finished badly, 2 failures", "due in 120.0"]
    )
  }

  @Test
  func `a poll that the server denies publishes a pause, which ends when a retry succeeds`()
    async
  {
    let denials = Locked(2)
    var polling = Polling { _, _ in
      let isDenied = denials.withLock { denials in
        denials -= 1
        return denials >= 0
      }
      if isDenied { return .failure(.status("s", FetchFacts(status: 403, address: "s"))) }
      return await ConfigurationLoader(source: InMemorySource(text: "[]")).result(after: nil)
    }
    polling.poller.start()
    #expect(await polling.next() == "due in 60.0")
    for (wait, failures) in [(60, 1), (120, 2)] {
      await polling.clock.waitForSleepers()
      polling.clock.advance(by: .seconds(wait))
      #expect(
        await polling.next(3)
          == ["started 0.0 late", "finished badly, \(failures) failures", "paused"]
      )
      #expect(polling.poller.isPaused)
    }
    await polling.clock.waitForSleepers()
    polling.clock.advance(by: .seconds(240))
    #expect(
      await polling.next(3) == ["started 0.0 late", "finished well, 0 failures", "due in 60.0"]
    )
    #expect(!polling.poller.isPaused)
  }

  @Test func `pausing, resuming and changing the interval are published`() async {
    var polling = Polling(InMemorySource(text: "[]"))
    polling.poller.start()
    polling.poller.pause()
    #expect(polling.poller.isPaused)
    #expect(polling.poller.timeToNext == nil)
    polling.poller.resume()
    polling.poller.settings.interval = .seconds(10)
    #expect(await polling.next(4) == ["due in 60.0", "paused", "due in 60.0", "due in 10.0"])
    #expect(polling.poller.timeToNext == .seconds(10))
  }

  @Test func `polls do not overlap, and releasing the poller cancels its poll`() async {
    let begun = Locked(0)
    let (ended, report) = AsyncStream.makeStream(of: Void.self)
    do {
      let (never, continuation) = AsyncStream.makeStream(of: Void.self)
      var polling = Polling { _, _ in
        begun.withLock { $0 += 1 }
        // Suspends until the task of the load is cancelled.
        for await _ in never {}
        report.finish()
        return .failure(.missing("x"))
      }
      polling.poller.start()
      for _ in 0..<5 { polling.poller.refreshNow() }
      #expect(await polling.next(2) == ["due in 60.0", "started out of turn"])
      withExtendedLifetime(continuation) {}
    }
    for await _ in ended {}
    #expect(begun.withLock { $0 } <= 1)
  }

  @Test func `each poll passes the result of the previous load to the next load`() async throws {
    let seen = Locked<[Int]>([])
    let loaded = try await ConfigurationLoader(source: InMemorySource(text: "[]")).load()
    var polling = Polling { previous, _ in
      seen.withLock { $0.append(previous == nil ? 0 : 1) }
      return .success(loaded)
    }
    for _ in 0..<2 {
      polling.poller.refreshNow()
      #expect(
        await polling.next(3) == [
          "started out of turn", "finished well, 0 failures", "due in 60.0",
        ]
      )
    }
    #expect(seen.withLock { $0 } == [0, 1])
    polling.poller.stop()
    #expect(await polling.next() == "over")
  }
}
