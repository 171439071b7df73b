import HTTPServer
import Locking
import Networking
import TestSupport
import Testing

/// Tests streaming responses, and the end of a server.
@Suite(.tags(.concurrent))
struct StreamTests {
  @Test func `a client receives each piece of a stream when it is sent`() async throws {
    let stream = ResponseStream(first: Array("hello\n".utf8))
    let server = try HTTPServer(.anyPort) { _ in .response(ServerResponse(body: .stream(stream))) }
    var request = HTTPRequest(patient: server.url)
    request.deadline = nil
    var lines = try await HTTPClient(configuration: .forTests).stream(request).lines
      .makeAsyncIterator()
    #expect(try await lines.next(isolation: nil) == "hello")
    for number in 1...100 {
      stream.send(Array("\(number)\n".utf8))
      #expect(try await lines.next(isolation: nil) == "\(number)")
    }
    stream.finish()
    #expect(try await lines.next(isolation: nil) == nil)
  }

  @Test func `a stream ends when its client disconnects`() async throws {
    let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
    let stream = ResponseStream(first: Array("hello\n".utf8)) { continuation.finish() }
    let server = try HTTPServer(.anyPort) { _ in .response(ServerResponse(body: .stream(stream))) }
    do {
      let connection = try RawConnection(port: server.address.port)
      connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(connection.receive(until: "hello").contains("200 OK"))
    }
    // The kernel reports the closed connection after the first bytes that cannot be delivered.
    let sender = Task {
      while !Task.isCancelled {
        stream.send(Array("more\n".utf8))
        await Task.yield()
      }
    }
    for await _ in ended {}
    sender.cancel()
  }

  @Test(.timeLimit(.minutes(1)))
  func `a stream without new bytes ends when its client disconnects`() async throws {
    let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
    let stream = ResponseStream(first: Array("hello\n".utf8)) { continuation.finish() }
    let server = try HTTPServer(.anyPort) { _ in .response(ServerResponse(body: .stream(stream))) }
    do {
      let connection = try RawConnection(port: server.address.port)
      connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(connection.receive(until: "hello").contains("200 OK"))
    }
    for await _ in ended {}
  }

  @Test func `a second response with the same stream gets status 500`() throws {
    let stream = ResponseStream(first: Array("hello\n".utf8))
    let server = try HTTPServer(.anyPort) { _ in .response(ServerResponse(body: .stream(stream))) }
    let first = try RawConnection(port: server.address.port)
    first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(first.receive(until: "hello").contains("200 OK"))
    let second = try RawConnection(port: server.address.port)
    second.send("GET / HTTP/1.1\r\n\(LimitTests.closing)\r\n")
    #expect(second.receive().hasPrefix("HTTP/1.1 500"))
    stream.send(Array("more\n".utf8))
    #expect(first.receive(until: "more").contains("more"))
  }

  @Test(.timeLimit(.minutes(1)))
  func `a client that does not read its stream is disconnected`() async throws {
    let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
    let stream = ResponseStream { continuation.finish() }
    let server = try HTTPServer(.anyPort) { _ in .response(ServerResponse(body: .stream(stream))) }
    let connection = try RawConnection(port: server.address.port)
    connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    let piece = [UInt8](repeating: 0x61, count: 32 << 10)
    let sender = Task {
      while !Task.isCancelled {
        stream.send(piece)
        await Task.yield()
      }
    }
    for await _ in ended {}
    sender.cancel()
    withExtendedLifetime((connection, server)) {}
  }

  /// A piece that does not fit into the buffers of a connection.
  private static let large = [UInt8](repeating: 0x61, count: 10 << 20)

  @Test(.timeLimit(.minutes(1)))
  func `streams with the same unread event share its memory, and different events are limited`()
    throws
  {
    let isShared = Locked(true)
    let server = try HTTPServer(.anyPort) { request in
      let piece = isShared.withLock { $0 } ? Self.large : Self.large + [0x62]
      let stream = ResponseStream(first: Array(request.path.utf8))
      stream.send(piece)
      return .response(ServerResponse(body: .stream(stream)))
    }
    func connections(_ count: Int) throws -> [RawConnection] {
      try (0..<count).map { number in
        let connection = try RawConnection(port: server.address.port)
        connection.send("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
        return connection
      }
    }
    func isOpened(_ connection: RawConnection) -> Bool {
      connection.receive(until: "\r\n\r\n").contains(" 200 ")
    }
    let shared = try connections(20)
    #expect(shared.allSatisfy(isOpened))
    isShared.withLock { $0 = false }
    let others = try connections(3)
    #expect(others.filter(isOpened).count == 1)
    withExtendedLifetime(shared) {}
  }

  @Test(.timeLimit(.minutes(1)))
  func `a client that reads nothing of a large event is disconnected after the timeout`()
    async throws
  {
    let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
    var limits = ServerLimits()
    limits.timeout = .seconds(1)
    let stream = ResponseStream { continuation.finish() }
    stream.send(Self.large)
    let server = try HTTPServer(.anyPort, limits: limits) { _ in
      .response(ServerResponse(body: .stream(stream)))
    }
    let connection = try RawConnection(port: server.address.port)
    connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    for await _ in ended {}
    withExtendedLifetime((connection, server)) {}
  }

  @Test
  func `a heartbeat is sent only to a client that has received all previous bytes`()
    throws
  {
    let stream = ResponseStream(first: Array("first\n".utf8))
    let server = try HTTPServer(.anyPort) { _ in .response(ServerResponse(body: .stream(stream))) }
    stream.sendHeartbeat(Array("early\n".utf8))
    let connection = try RawConnection(port: server.address.port)
    connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(connection.receive(until: "first").contains("first"))
    var text = ""
    // Bytes that the client has received count as unsent until libmicrohttpd requests the next bytes.
    while !text.contains("beat") {
      stream.sendHeartbeat(Array("beat\n".utf8))
      if connection.waitForBytes(milliseconds: 10) { text += connection.receive(until: "\n") }
    }
    stream.send(Self.large)
    for _ in 0..<1_000 { stream.sendHeartbeat(Array("late\n".utf8)) }
    stream.finish()
    let rest = connection.receive()
    #expect(!text.contains("early") && !rest.contains("late"))
  }

  @Test func `stopping a server ends its streams, and closes the connections of waiting requests`()
    async throws
  {
    let stream = ResponseStream(first: Array("hello\n".utf8))
    let (received, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try HTTPServer(.anyPort) { request in
      guard request.path == "/later" else {
        return .response(ServerResponse(body: .stream(stream)))
      }
      return .later { _ in continuation.finish() }
    }
    let client = HTTPClient(configuration: .forTests)
    let later = Task { try await client.send(HTTPRequest(patient: server.url + "/later")) }
    var lines = try await client.stream(HTTPRequest(patient: server.url + "/stream")).lines
      .makeAsyncIterator()
    #expect(try await lines.next(isolation: nil) == "hello")
    for await _ in received {}
    server.stop()
    #expect(try await lines.next(isolation: nil) == nil)
    await #expect(throws: HTTPError.self) { try await later.value }
    await #expect(throws: HTTPError.self) {
      try await client.send(HTTPRequest(patient: server.url + "/refused"))
    }
  }

  @Test
  func `a server that is stopping refuses a client that reconnects after the end of its stream`()
    throws
  {
    let stream = ResponseStream(first: Array("hello\n".utf8))
    let large = [UInt8](repeating: 0x61, count: 8 << 20)
    let server = try HTTPServer(.anyPort) { request in
      .response(ServerResponse(body: request.path == "/stream" ? .stream(stream) : .bytes(large)))
    }
    let port = server.address.port
    // The server waits for a client that does not read its response.
    let reader = try RawConnection(port: port)
    reader.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(reader.receive(until: "200 OK").contains("200 OK"))
    let follower = try RawConnection(port: port)
    follower.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(follower.receive(until: "hello").contains("hello"))
    startThread { server.stop() }
    // The last chunk of the stream.
    #expect(follower.receive(until: "0\r\n\r\n").contains("0\r\n\r\n"))
    #expect(throws: RawConnection.Failure.self) { try RawConnection(port: port) }
    withExtendedLifetime(reader) {}
  }

  @Test func `a request to a stopping server on an open connection gets no response`() throws {
    let stream = ResponseStream(first: Array("hello\n".utf8))
    let large = [UInt8](repeating: 0x61, count: 8 << 20)
    let server = try HTTPServer(.anyPort) { request in
      switch request.path {
      case "/stream": .response(ServerResponse(body: .stream(stream)))
      case "/large": .response(ServerResponse(body: .bytes(large)))
      default: .response(.text("ok"))
      }
    }
    let port = server.address.port
    let follower = try RawConnection(port: port)
    follower.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(follower.receive(until: "hello").contains("hello"))
    let client = try RawConnection(port: port)
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client.receive(until: "ok").contains("200 OK"))
    // The server waits for a client that does not read its response.
    let reader = try RawConnection(port: port)
    reader.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(reader.receive(until: "200 OK").contains("200 OK"))
    startThread { server.stop() }
    // The last chunk of the stream.
    #expect(follower.receive(until: "0\r\n\r\n").contains("0\r\n\r\n"))
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client.receive() == "")
    withExtendedLifetime(reader) {}
  }

  @Test func `a released server closes its connections`() throws {
    var server: HTTPServer? = try .echo()
    let connection = try RawConnection(port: try #require(server?.address.port))
    connection.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(connection.receive(until: "GET /1 0").contains("200"))
    server = nil
    #expect(connection.isClosed)
  }

  @Test func `many clients that connect at the same time all get their responses`() async throws {
    let count = Locked(0)
    let server = try HTTPServer(.anyPort) { _ in
      count.withLock { $0 += 1 }
      return .response(.text("ok"))
    }
    let client = HTTPClient(configuration: .forTests)
    let url = server.url
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<500 {
        group.addTask { try await client.send(HTTPRequest(patient: url)).status }
      }
      for try await status in group { #expect(status == 200) }
    }
    #expect(count.withLock { $0 } == 500)
  }
}
