import HTTPServer
import TestSupport
import Testing

/// Tests the limits of requests and connections with hostile clients.
@Suite(.tags(.concurrent))
struct LimitTests {
  static let closing = "Host: a\r\nConnection: close\r\n"

  @Test func `a body of the largest size is accepted, and a larger one gets status 413`() throws {
    var limits = ServerLimits()
    limits.bodySize = 1_000
    let server = try HTTPServer.echo(limits: limits)
    let connection = try RawConnection(port: server.address.port)
    let body = String(repeating: "x", count: 1_000)
    connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n\(body)")
    #expect(connection.receive(until: "POST / 1000").contains("200 OK"))
    connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\n\r\n\(body)x")
    #expect(connection.receive(until: "}").contains("413"))
    connection.send("GET /next HTTP/1.1\r\n\(Self.closing)\r\n")
    #expect(connection.receive().hasSuffix("GET /next 0"))
  }

  @Test func `an announced body far above the limit gets status 413 before it is sent`() throws {
    let server = try HTTPServer.echo()
    let connection = try RawConnection(port: server.address.port)
    connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n")
    #expect(connection.receive().contains("413"))
  }

  @Test func `a chunked body is limited, and the connection of an endless one is closed`() throws {
    var limits = ServerLimits()
    limits.bodySize = 1_000
    let server = try HTTPServer.echo(limits: limits)
    let connection = try RawConnection(port: server.address.port)
    let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    let chunk = "400\r\n" + String(repeating: "x", count: 1_024) + "\r\n"
    connection.send(head + chunk + "0\r\n\r\n")
    #expect(connection.receive(until: "}").contains("413"))
    connection.send(head)
    var count = 0
    while count < 10_000, connection.send(chunk) { count += 1 }
    #expect(count < 10_000)
  }

  @Test func `a request line or headers above the limit get a 4xx status`() throws {
    let server = try HTTPServer.echo()
    for request in [
      "GET /\(String(repeating: "a", count: 1_000_000)) HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX-Long: \(String(repeating: "a", count: 100_000))\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\n"
        + String(repeating: "X-Many: a\r\n", count: 20_000) + "\r\n",
    ] {
      let connection = try RawConnection(port: server.address.port)
      connection.send(request)
      let response = connection.receive()
      // The server may close the connection while the rest of the request arrives.
      #expect(response.isEmpty || response.hasPrefix("HTTP/1.1 4"))
    }
    let connection = try RawConnection(port: server.address.port)
    connection.send("GET /ok HTTP/1.1\r\n\(Self.closing)\r\n")
    #expect(connection.receive().hasSuffix("GET /ok 0"))
  }

  @Test(
    arguments: [
      "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
      "GET / HTTP/1.1\r\n\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n\r\n",
      "GET / HTTP/1.1\r\nno colon\r\n\r\n",
    ]
  )
  func `a malformed request closes its connection, and other clients are still served`(
    text: String
  ) throws {
    var limits = ServerLimits()
    limits.timeout = .seconds(1)
    let server = try HTTPServer.echo(limits: limits)
    let connection = try RawConnection(port: server.address.port)
    connection.send(text)
    connection.endSending()
    let response = connection.receive()
    #expect(response.isEmpty || response.hasPrefix("HTTP/1."))
    let other = try RawConnection(port: server.address.port)
    other.send("GET /ok HTTP/1.1\r\n\(Self.closing)\r\n")
    #expect(other.receive().hasSuffix("GET /ok 0"))
  }

  @Test func `a client that closes its sending direction still gets the response`() async throws {
    try await onThread {
      let server = try HTTPServer.echo()
      let connection = try RawConnection(port: server.address.port)
      connection.send("GET /half HTTP/1.1\r\nHost: a\r\n\r\n")
      connection.endSending()
      #expect(connection.receive().hasSuffix("GET /half 0"))
      #expect(connection.isClosed)
    }
  }

  @Test func `an idle connection is closed after the timeout`() async throws {
    try await onThread {
      var limits = ServerLimits()
      limits.timeout = .seconds(1)
      let server = try HTTPServer.echo(limits: limits)
      let connection = try RawConnection(port: server.address.port)
      #expect(connection.isClosed)
    }
  }

  @Test func `single bytes of a slow client do not extend the timeout of its request`() async throws
  {
    try await onThread {
      var limits = ServerLimits()
      limits.timeout = .seconds(1)
      let server = try HTTPServer.echo(limits: limits)
      let connection = try RawConnection(port: server.address.port)
      let start = ContinuousClock.now
      connection.send("GET / HTTP/1.1\r\nX: ")
      var isOpen = true
      while isOpen, start.duration(to: .now) < .seconds(20) {
        // The kernel may report the closed connection only after another byte was sent.
        _ = connection.waitForBytes(milliseconds: 50)
        isOpen = connection.send("a")
      }
      #expect(!isOpen)
    }
  }

  @Test func `idle connections are closed early while the connection limit is reached`()
    async throws
  {
    try await onThread {
      var limits = ServerLimits()
      limits.connections = 8
      let server = try HTTPServer.echo(limits: limits)
      let idle = try (0..<12).map { _ in try RawConnection(port: server.address.port) }
      let connection = try RawConnection(port: server.address.port)
      connection.send("GET /ok HTTP/1.1\r\n\(Self.closing)\r\n")
      // The receive timeout of the test connection is a third of the server's default timeout.
      #expect(connection.receive().hasSuffix("GET /ok 0"))
      withExtendedLifetime(idle) {}
    }
  }

  @Test func `idle connections do not keep other clients from being served`() throws {
    let server = try HTTPServer.echo()
    let idle = try (0..<500).map { _ in try RawConnection(port: server.address.port) }
    let connection = try RawConnection(port: server.address.port)
    connection.send("GET /ok HTTP/1.1\r\n\(Self.closing)\r\n")
    #expect(connection.receive().hasSuffix("GET /ok 0"))
    withExtendedLifetime(idle) {}
  }
}
