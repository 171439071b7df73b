import Glibc
import HTTPServer
import Locking
import Networking
import TestSupport
import Testing

/// Tests that clients which do not read, which wait or which hold connections do not block other clients.
@Suite(.tags(.concurrent))
struct CrowdTests {
  private static let body = [UInt8](repeating: 0x61, count: 4 << 20)

  @Test func `unread responses are limited, and requests above the limit get status 503`()
    throws
  {
    var limits = ServerLimits()
    limits.totalUnsentSize = 10 << 20
    let server = try HTTPServer(.anyPort, limits: limits) { _ in
      // A different body for each response, so that the responses do not share memory.
      .response(ServerResponse(body: .bytes(Self.body + [0x62])))
    }
    let connections = try (0..<3).map { _ in try RawConnection(port: server.address.port) }
    // Sends all requests at once: a client that has not read for some seconds is disconnected when memory is
    // short.
    for connection in connections { connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
    let responses = connections.map { $0.receive(until: "\r\n\r\n") }
    let refused = responses.filter { $0.hasPrefix("HTTP/1.1 503") }
    #expect(refused.count == 1)
    #expect(refused.first?.contains("Retry-After: 1\r\n") == true)
    // A client that reads its response frees the memory of the response.
    let isOpen = { responses[$0].hasPrefix("HTTP/1.1 200") }
    let open = try #require(connections.indices.first(where: isOpen).map { connections[$0] })
    open.send("GET / HTTP/1.1\r\n\(LimitTests.closing)\r\n")
    #expect(open.receive(until: "aabHTTP/1.1 200").contains("aabHTTP/1.1 200"))
  }

  @Test func `a body that several responses share counts once for the memory limit`() throws {
    var limits = ServerLimits()
    limits.totalUnsentSize = 6 << 20
    let server = try HTTPServer(.anyPort, limits: limits) { _ in
      .response(ServerResponse(body: .bytes(Self.body)))
    }
    let open = try (0..<20)
      .map { _ in
        let connection = try RawConnection(port: server.address.port)
        connection.send("GET / HTTP/1.1\r\n\(LimitTests.closing)\r\n")
        return connection
      }
    for connection in open { #expect(connection.receive(until: "a").hasPrefix("HTTP/1.1 200")) }
  }

  @Test func `clients that do not read are disconnected when memory for responses is short`()
    async throws
  {
    try await onThread {
      var limits = ServerLimits()
      limits.totalUnsentSize = 6 << 20
      let server = try HTTPServer(.anyPort, limits: limits) { _ in
        .response(ServerResponse(body: .bytes(Self.body + [0x62])))
      }
      let stalled = try RawConnection(port: server.address.port)
      stalled.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(stalled.waitForBytes(milliseconds: 20_000))
      let start = ContinuousClock.now
      var response = ""
      while !response.hasPrefix("HTTP/1.1 200"), start.duration(to: .now) < .seconds(20) {
        let other = try RawConnection(port: server.address.port)
        other.send("GET / HTTP/1.1\r\n\(LimitTests.closing)\r\n")
        response = other.receive()
      }
      #expect(response.hasPrefix("HTTP/1.1 200"))
      withExtendedLifetime(stalled) {}
    }
  }

  @Test func `a stream above the limit of open streams gets status 503, and ends`() throws {
    var limits = ServerLimits()
    limits.streams = 3
    let ended = Locked(0)
    let server = try HTTPServer(.anyPort, limits: limits) { request in
      guard request.path == "/stream" else { return .response(.text("ok")) }
      let stream = ResponseStream(first: Array("hello\n".utf8)) { ended.withLock { $0 += 1 } }
      return .response(ServerResponse(body: .stream(stream)))
    }
    let request = "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n"
    var open = try (0..<3).map { _ in try RawConnection(port: server.address.port) }
    for connection in open {
      connection.send(request)
      #expect(connection.receive(until: "hello").contains("200 OK"))
    }
    let refused = try RawConnection(port: server.address.port)
    refused.send(request)
    let response = refused.receive(until: "}")
    #expect(response.hasPrefix("HTTP/1.1 503") && response.contains("Retry-After: 1\r\n"))
    #expect(ended.withLock { $0 } == 1)
    refused.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(refused.receive(until: "ok").contains("200 OK"))
    // A stream that has ended no longer counts for the limit.
    open.removeFirst()
    let start = ContinuousClock.now
    while ended.withLock({ $0 }) < 2, start.duration(to: .now) < .seconds(20) { sched_yield() }
    refused.send(request)
    #expect(refused.receive(until: "hello").contains("200 OK"))
  }

  @Test func `at most a quarter of the connections can be streams`() throws {
    var limits = ServerLimits()
    limits.connections = 12
    let server = try HTTPServer(.anyPort, limits: limits) { _ in
      .response(ServerResponse(body: .stream(ResponseStream(first: Array("hello\n".utf8)))))
    }
    let open = try (0..<4).map { _ in try RawConnection(port: server.address.port) }
    let responses = open.map { connection in
      connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      return connection.receive(until: "\r\n\r\n").prefix(12)
    }
    #expect(responses == ["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 503"])
  }

  @Test(.tags(.timed, .optimised))
  func `idle connections are closed at once when new clients need them`()
    async throws
  {
    try await onThread {
      var limits = ServerLimits()
      limits.connections = 32
      let server = try HTTPServer.echo(limits: limits)
      let idle = try (0..<200).map { _ in try RawConnection(port: server.address.port) }
      let connection = try RawConnection(port: server.address.port)
      let start = ContinuousClock.now
      connection.send("GET /ok HTTP/1.1\r\n\(LimitTests.closing)\r\n")
      #expect(connection.receive().hasSuffix("GET /ok 0"))
      #expect(start.duration(to: .now) < .seconds(5))
      withExtendedLifetime(idle) {}
    }
  }

  @Test func `isAbandoned becomes true after the client has disconnected`() async throws {
    let (promises, continuation) = AsyncStream.makeStream(of: ResponseSender.self)
    let server = try HTTPServer(.anyPort) { _ in .later { continuation.yield($0) } }
    var connection: RawConnection? = try RawConnection(port: server.address.port)
    connection?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    var iterator = promises.makeAsyncIterator()
    let promise = try #require(await iterator.next())
    #expect(!promise.isAbandoned)
    connection = nil
    let start = ContinuousClock.now
    while !promise.isAbandoned, start.duration(to: .now) < .seconds(20) { await Task.yield() }
    #expect(promise.isAbandoned)
  }

  @Test(.tags(.timed, .optimised))
  func `a server that is stopped does not wait for clients that do not read`()
    async throws
  {
    try await onThread {
      let server = try HTTPServer(.anyPort) { _ in
        .response(ServerResponse(body: .bytes(Self.body)))
      }
      let open = try (0..<20)
        .map { _ in
          let connection = try RawConnection(port: server.address.port)
          connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
          #expect(connection.waitForBytes(milliseconds: 20_000))
          return connection
        }
      let start = ContinuousClock.now
      server.stop(within: .seconds(20))
      #expect(start.duration(to: .now) < .seconds(10))
      withExtendedLifetime(open) {}
    }
  }
}
