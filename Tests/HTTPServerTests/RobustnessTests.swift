import Glibc
import HTTPServer
import Locking
import Networking
import TestSupport
import Testing

/// Tests unusual requests and responses, and the resources of a server.
@Suite(.tags(.concurrent))
struct RobustnessTests {
  @Test func `a client that waits for status 100 gets status 413 if its body is too large`() throws
  {
    let server = try HTTPServer.echo()
    let connection = try RawConnection(port: server.address.port)
    let head = "POST /up HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: "
    connection.send(head + "3\r\n\r\n")
    #expect(connection.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100"))
    connection.send("abc")
    #expect(connection.receive(until: "POST /up 3").contains("200 OK"))
    connection.send(head + "1000001\r\n\r\n")
    #expect(connection.receive().hasPrefix("HTTP/1.1 413"))
  }

  @Test func `a chunked body with extensions and trailers is received`() throws {
    let server = try HTTPServer.echo()
    let connection = try RawConnection(port: server.address.port)
    connection.send(
      "POST /c HTTP/1.1\r\n\(LimitTests.closing)Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
        + "3;name=value\r\nabc\r\n2\r\nde\r\n0\r\nX-Sum: 5\r\n\r\n"
    )
    #expect(connection.receive().hasSuffix("POST /c 5"))
  }

  @Test func `a response with a line break in a header is replaced by status 500`() throws {
    let server = try HTTPServer(.anyPort) { _ in
      var response = ServerResponse.text("secret")
      response.headers.add("X-Name", "a\r\nX-Injected: b")
      return .response(response)
    }
    let connection = try RawConnection(port: server.address.port)
    connection.send("GET / HTTP/1.1\r\n\(LimitTests.closing)\r\n")
    let response = connection.receive()
    #expect(response.hasPrefix("HTTP/1.1 500"))
    #expect(!response.contains("Injected"))
    #expect(!response.contains("secret"))
  }

  @Test func `a large response body is sent completely, and HEAD gets its length`() async throws {
    let body = (0..<5_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let server = try HTTPServer(.anyPort) { _ in .response(ServerResponse(body: .bytes(body))) }
    let response = try await HTTPClient(configuration: .forTests)
      .send(HTTPRequest(patient: server.url))
    #expect(response.body == body)
    let connection = try RawConnection(port: server.address.port)
    connection.send("HEAD / HTTP/1.1\r\n\(LimitTests.closing)\r\n")
    let head = connection.receive()
    #expect(head.contains("Content-Length: 5000003"))
    #expect(head.hasSuffix("\r\n\r\n"))
  }

  @Test func `a server can be stopped while it rejects malformed requests`() throws {
    for _ in 0..<(Effort.isFull ? 1_000 : 50) {
      let server = try HTTPServer.echo()
      let port = server.address.port
      onThreads(4) { number in
        guard number > 0 else {
          while server.connectionCount == 0 { sched_yield() }
          return server.stop(within: .zero)
        }
        // The server may be stopped before the connection is accepted.
        while let connection = try? RawConnection(port: port) {
          connection.send("GET /" + String(repeating: "a", count: 20_000))
        }
      }
    }
  }

  @Test func `status 304 is sent without its body`() throws {
    let server = try HTTPServer(.anyPort) { _ in
      .response(ServerResponse(status: 304, headers: ["ETag": "\"1\""], body: .bytes([0x61])))
    }
    let connection = try RawConnection(port: server.address.port)
    connection.send("GET / HTTP/1.1\r\n\(LimitTests.closing)\r\n")
    let response = connection.receive()
    #expect(response.hasPrefix("HTTP/1.1 304"))
    #expect(response.hasSuffix("\r\n\r\n"))
  }

  @Test func `a stream for an HTTP/1.0 client has no chunks and ends with the connection`() throws {
    let server = try HTTPServer(.anyPort) { _ in
      let stream = ResponseStream(first: Array("one\n".utf8))
      stream.send(Array("two\n".utf8))
      stream.finish()
      return .response(ServerResponse(body: .stream(stream)))
    }
    let connection = try RawConnection(port: server.address.port)
    connection.send("GET / HTTP/1.0\r\n\r\n")
    let response = connection.receive()
    #expect(response.hasSuffix("\r\n\r\none\ntwo\n"))
    #expect(connection.isClosed)
  }

  @Test func `a request body that exceeds the memory for all bodies gets status 503`() async throws
  {
    try await onThread {
      var limits = ServerLimits()
      limits.totalBodySize = 100_000
      let server = try HTTPServer.echo(limits: limits)
      let first = try RawConnection(port: server.address.port)
      let half = String(repeating: "x", count: 40_000)
      first.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 80000\r\n\r\n\(half)")
      let second = try RawConnection(port: server.address.port)
      let request = "POST /big HTTP/1.1\r\nHost: a\r\nContent-Length: 80000\r\n\r\n\(half)\(half)"
      // The first body may arrive at the server at any time: retry until it has.
      let start = ContinuousClock.now
      var response = ""
      while !response.contains(" 503 "), start.duration(to: .now) < .seconds(20) {
        second.send(request)
        response = second.receive(until: response.isEmpty ? "\r\n\r\n" : "0")
      }
      #expect(response.contains(" 503 "))
      first.send(half)
      #expect(first.receive(until: "POST / 80000").contains("200 OK"))
      let third = try RawConnection(port: server.address.port)
      third.send(request)
      #expect(third.receive(until: "POST /big 80000").contains("200 OK"))
    }
  }

  @Test func `a connection above the limit is served after another connection is closed`()
    async throws
  {
    try await onThread {
      var limits = ServerLimits()
      limits.connections = 2
      let server = try HTTPServer.echo(limits: limits)
      var open = try (0..<2).map { _ in try RawConnection(port: server.address.port) }
      let request = "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n"
      for connection in open {
        connection.send(request)
        #expect(connection.receive(until: "GET /1 0").contains("200 OK"))
      }
      let waiting = try RawConnection(port: server.address.port)
      waiting.send("GET /2 HTTP/1.1\r\n\(LimitTests.closing)\r\n")
      #expect(server.connectionCount == 2)
      open.removeAll()
      #expect(waiting.receive().hasSuffix("GET /2 0"))
    }
  }

  @Test func `a child process does not inherit the sockets of the server`() throws {
    let server = try HTTPServer.echo()
    let connection = try RawConnection(port: server.address.port)
    connection.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(connection.receive(until: "GET /1 0").contains("200 OK"))
    let sockets = (0..<4_096).filter { Self.port(of: Int32($0)) == server.address.port }
    // At least the listening socket and the accepted socket belong to the server.
    #expect(sockets.count >= 2)
    for socket in sockets { #expect(fcntl(Int32(socket), F_GETFD) & FD_CLOEXEC != 0) }
  }

  /// Returns the local port of a socket; `nil` for a descriptor that is not a socket.
  private static func port(of handle: Int32) -> UInt16? {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutableBytes(of: &address) { bytes in
      bytes.assumingMemoryBound(to: sockaddr.self).baseAddress.map {
        getsockname(handle, $0, &size)
      }
    }
    return result == 0 ? UInt16(bigEndian: address.sin_port) : nil
  }

  @Test(.timeLimit(.minutes(2)))
  func `a server that is stopped under load closes all connections`() async throws {
    for round in 0..<60 {
      let streams = Locked<[ResponseStream]>([])
      let server = try HTTPServer(.anyPort) { request in
        switch request.path {
        case "/stream":
          let stream = ResponseStream(first: Array("hello\n".utf8))
          streams.withLock { $0.append(stream) }
          return .response(ServerResponse(body: .stream(stream)))
        case "/later": return .later { send in Task { send(.text("later")) } }
        case "/never": return .later { _ in }
        default: return .response(.text("ok"))
        }
      }
      await withTaskGroup(of: Void.self) { group in
        for path in ["/stream", "/later", "/never", "/", "/later", "/stream"] {
          group.addTask {
            for _ in 0..<5 {
              // A refused connection is expected after the stop.
              guard let connection = try? RawConnection(port: server.address.port) else { return }
              connection.send(
                "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"
              )
            }
          }
        }
        group.addTask {
          for _ in 0..<50 {
            for stream in streams.withLock({ $0 }) { stream.send(Array("more\n".utf8)) }
            await Task.yield()
          }
        }
        // The server is stopped at a different moment in each round.
        group.addTask {
          for _ in 0..<round { await Task.yield() }
          server.stop(within: .milliseconds(round % 3))
        }
      }
      #expect(server.connectionCount == 0)
    }
  }
}
