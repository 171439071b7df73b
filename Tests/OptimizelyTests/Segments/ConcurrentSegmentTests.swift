import Dispatch
import Locking
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests concurrent fetches of segments.
struct ConcurrentSegmentTests {
  @Test func `concurrent fetches for one user share one request`() async throws {
    let server = try LocalServer { _ in
      .slow(SegmentTests.response(SegmentTests.both), after: .milliseconds(100))
    }
    let client = try TestProject().started(SegmentTests.datafile(server.url("")))
    try await withThrowingTaskGroup { group in
      for number in 0..<40 {
        group.addTask {
          let user = client.createUserContext(userId: number.isMultiple(of: 2) ? "ana" : "bob")
          try await user.fetchQualifiedSegments()
          #expect(user.qualifiedSegments == ["vip", "old"])
        }
      }
      try await group.waitForAll()
    }
    #expect(server.requests.count == 2)
  }

  @Test(.timeLimit(.minutes(1)))
  func `cancelling one caller fails that caller immediately, and the others get the result`()
    async throws
  {
    let gate = DispatchSemaphore(value: 0)
    let server = try LocalServer { _ in
      gate.wait()
      return SegmentTests.response(SegmentTests.both)
    }
    var project = try TestProject()
    // The server delays its response until the test signals it.
    project.settings.segmentFetchTimeout = .seconds(60)
    let client = try project.started(SegmentTests.datafile(server.url("")))
    let users = (0..<2).map { _ in client.createUserContext(userId: "ana") }
    let calls = users.map { user in Task { try await user.fetchQualifiedSegments() } }
    await server.waitForRequests()
    calls[0].cancel()
    await #expect(throws: OptimizelyError.fetchSegmentsFailed("cancelled")) {
      try await calls[0].value
    }
    gate.signal()
    try await calls[1].value
    #expect(users[0].qualifiedSegments == nil)
    #expect(users[1].qualifiedSegments == ["vip", "old"])
    #expect(server.requests.count == 1)
  }

  @Test func `any number of threads can block on a fetch`() throws {
    let server = try LocalServer { _ in SegmentTests.response(SegmentTests.both) }
    let client = try TestProject().started(SegmentTests.datafile(server.url("")))
    let failures = Locked(0)
    onThreads(20) { number in
      let user = client.createUserContext(userId: "user \(number)")
      do {
        try user.fetchQualifiedSegments()
      } catch {
        failures.withLock { $0 += 1 }
      }
      if user.qualifiedSegments != ["vip", "old"] { failures.withLock { $0 += 1 } }
    }
    #expect(failures.withLock { $0 } == 0)
    #expect(server.requests.count == 20)
  }

  @Test func `all threads of the cooperative pool can block on a fetch without a deadlock`()
    async throws
  {
    let server = try LocalServer { _ in
      .slow(SegmentTests.response(SegmentTests.both), after: .milliseconds(20))
    }
    let client = try TestProject().started(SegmentTests.datafile(server.url("")))
    await withTaskGroup { group in
      for number in 0..<32 {
        group.addTask {
          let user = client.createUserContext(userId: "user \(number % 8)")
          #expect(throws: Never.self) { () throws in try user.fetchQualifiedSegments() }
        }
      }
    }
    #expect(server.requests.count == 8)
  }

  @Test func `segments that were requested before a reset of the cache are not cached`()
    async throws
  {
    let server = try LocalServer { _ in .slow(SegmentTests.response(""), after: .milliseconds(100))
    }
    let client = try TestProject().started(SegmentTests.datafile(server.url("")))
    let early = client.createUserContext(userId: "ana")
    async let first: Void = early.fetchQualifiedSegments()
    await server.waitForRequests()
    server.change { _ in SegmentTests.response(SegmentTests.both) }
    let late = client.createUserContext(userId: "ana")
    try await late.fetchQualifiedSegments(options: [.resetCache])
    try await first
    #expect(early.qualifiedSegments == [])
    let next = client.createUserContext(userId: "ana")
    try await next.fetchQualifiedSegments()
    #expect(next.qualifiedSegments == ["vip", "old"])
    #expect(server.requests.count == 2)
  }
}
