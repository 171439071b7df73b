import Locking
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests a session whose source has a feed: notifications of the server that the document has changed.
@Suite(.timeLimit(.minutes(1)))
struct FeedTests {
  /// A source with a feed that the test controls; its document contains the number of reads.
  private final class FeedSource: Source {
    let name = "feed"
    let address: String? = "feed"
    /// The feeds that a session follows, in order.
    let followed: AsyncStream<@Sendable () -> Void>
    /// The identities of the feeds that have ended.
    let ended: AsyncStream<String>
    private let following: AsyncStream<@Sendable () -> Void>.Continuation
    private let ending: AsyncStream<String>.Continuation
    private let state = Locked((reads: 0, feed: String?("a")))

    init() {
      (followed, following) = AsyncStream.makeStream()
      (ended, ending) = AsyncStream.makeStream()
    }

    /// The identity of the feed that the next document announces; `nil` for none.
    func announce(_ feed: String?) { state.withLock { $0.feed = feed } }

    func read() async throws(SourceError) -> [UInt8] {
      let count = state.withLock { state in
        state.reads += 1
        return state.reads
      }
      return Array(#"[{"name":"read \#(count)"}]"#.utf8)
    }

    func changeFeed(of document: [UInt8]) -> ChangeFeed? {
      state.withLock { $0.feed }.map { id in
        ChangeFeed(id: id) { [following, ending] onChange in
          following.yield(onChange)
          let (endless, continuation) = AsyncStream.makeStream(of: Void.self)
          for await _ in endless {}
          withExtendedLifetime(continuation) {}
          ending.yield(id)
        }
      }
    }
  }

  private final class Run: Sendable {
    let source = FeedSource()
    let session: FlagSession
    private let events: AsyncStream<SessionEvent>
    private let task: Task<Void, Never>

    init(_ trigger: SessionTrigger = .poll(PollSettings(interval: .seconds(3_600)))) {
      let loader = ConfigurationLoader(source: source, origin: .remote)
      let session = FlagSession(store: FlagStore(), loader: loader, trigger: trigger)
      let (events, continuation) = AsyncStream.makeStream(of: SessionEvent.self)
      session.subscribe { continuation.yield($0) }
      (self.session, self.events) = (session, events)
      task = Task { await session.run() }
    }

    deinit { session.stop() }

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

  /// Returns the next element of a stream.
  private func next<Element: Sendable>(_ stream: AsyncStream<Element>) async -> Element? {
    for await element in stream { return element }
    return nil
  }

  @Test func `a notification reloads the source, and does not follow the feed a second time`()
    async throws
  {
    let run = Run()
    _ = await run.nextLoad()
    let onChange = try #require(await next(run.source.followed))
    for count in 2...3 {
      onChange()
      let report = try #require(await run.nextLoad())
      #expect(report.cause == .notification)
      #expect(run.session.store.features.map(\.name.rawValue) == ["read \(count)"])
    }
    await run.stop()
    #expect(await next(run.source.ended) == "a")
  }

  @Test
  func `a session follows the feed that the last document announces, or none if there is no feed`()
    async throws
  {
    let run = Run()
    _ = await run.nextLoad()
    _ = await next(run.source.followed)
    run.source.announce("b")
    run.session.refresh()
    _ = await run.nextLoad()
    #expect(await next(run.source.ended) == "a")
    _ = await next(run.source.followed)
    run.source.announce(nil)
    run.session.refresh()
    _ = await run.nextLoad()
    #expect(await next(run.source.ended) == "b")
    await run.stop()
  }

  @Test func `a notification while polling is paused loads nothing`() async throws {
    let run = Run()
    _ = await run.nextLoad()
    let onChange = try #require(await next(run.source.followed))
    run.session.pausePolling(true)
    onChange()
    #expect(run.session.state.withLock { $0.changeCount } == 0)
    run.session.pausePolling(false)
    onChange()
    #expect(run.session.state.withLock { $0.changeCount } == 1)
    #expect(await run.nextLoad()?.cause == .notification)
    await run.stop()
  }

  @Test func `a session follows no feed of a source that it does not poll`() async throws {
    let run = Run(.none)
    _ = await run.nextLoad()
    run.session.refresh()
    _ = await run.nextLoad()
    #expect(run.session.state.withLock { $0.feed?.id } == nil)
    await run.stop()
  }
}
