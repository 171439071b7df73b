import CoreTestSupport
import Glibc
import Networking
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests many polls of an HTTP server on the loopback interface, in real time.
@Suite(.tags(.timed))
struct PollingServerTests {
  /// Returns a document that changes after each hundred polls, so that the cache is also written.
  private static func document(after count: Int) -> String {
    "[{ \"name\": \"New Cart\", \"enabled\": \((count / 100).isMultiple(of: 2)) }]"
  }

  /// Whether the tests are built without a sanitizer: the memory of a sanitizer looks like a leak.
  private static let hasNoSanitizer =
    dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil

  @Test(.enabled(if: hasNoSanitizer, "a sanitizer takes memory of its own"))
  func `many polls leak no memory and no descriptor`() async throws {
    // Runs in a separate process: concurrent tests allocate memory.
    await #expect(processExitsWith: .success) {
      [count = (Effort.isFull ? 10_000 : 1_000) as Int] in
      let folder = try TemporaryFolder()
      let server = try LocalServer { request in
        // The server counts polls in the ETag, which the client sends in its next request.
        let last = Int(request.headers["if-none-match"]?.dropFirst().dropLast() ?? "0") ?? 0
        return .text(Self.document(after: last + 1), headers: [("ETag", "\"\(last + 1)\"")])
      }
      server.forgetsRequests = true
      let loader = ConfigurationLoader(
        source: try RemoteSource(url: server.url()),
        cache: folder.workspace(),
        origin: .remote
      )
      let poller = Poller(loader, clock: ContinuousClock())
      // Pauses scheduled polls: manual polls would cancel their sleeps, which remain in the
      // runtime's timer queue until their deadlines.
      poller.pause()
      let store = FlagStore(workspace: folder.workspace())
      var events = poller.events.makeAsyncIterator()
      var polls = 0
      func poll(_ count: Int) async throws {
        for _ in 0..<count {
          poller.refreshNow()
          while let event = await events.next(isolation: #isolation) {
            guard case .finished(let outcome) = event else { continue }
            let loaded = try #require(outcome.current)
            try store.load(loaded.configuration)
            polls += 1
            break
          }
        }
      }
      try await poll(count / 5)
      let (pages, descriptors) = (try residentPages(), try descriptorCount())
      try await poll(count)
      #expect(try residentPages() < pages + 256)
      // The limit allows for descriptors that Dispatch opens late.
      #expect(try descriptorCount() <= descriptors + 10)
      #expect(server.connectionCount == 1)
      #expect(try folder.workspace().lastGood()?.revision?.etag == "\"\(polls)\"")
    }
  }

  @Test(.onlyInFullRun)
  func `sixty polls with an interval of two seconds run at their due times on one connection`()
    async throws
  {
    // Runs in a separate process: concurrent tests would delay the polls.
    await #expect(processExitsWith: .success) {
      let server = try LocalServer { .document("[]", etag: "\"1\"", to: $0) }
      let poller = Poller(
        ConfigurationLoader(source: try RemoteSource(url: server.url())),
        settings: PollSettings(interval: .seconds(2)),
        clock: ContinuousClock()
      )
      poller.start()
      let start = ContinuousClock.now
      var count = 0
      for await event in poller.events {
        guard case .started(let late) = event else { continue }
        count += 1
        #expect(try #require(late) < .milliseconds(100))
        let due = start + .seconds(2) * count
        #expect(due.duration(to: .now) < .milliseconds(100))
        if count == 60 { break }
      }
      #expect(server.connectionCount == 1)
    }
  }
}
