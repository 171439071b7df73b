import TestSupport
import Testing

@testable import Networking

struct StreamTests {
  private let client = HTTPClient(configuration: .forTests)

  @Test func `the lines of a stream are delivered in order, and end with the body`() async throws {
    let server = try LocalServer { _ in
      .lines(["one\ntw", "o\r", "\nthree\r", "four\n", "\n", "last"], every: .milliseconds(5))
    }
    let stream = try await client.stream(HTTPRequest(url: server.url()))
    #expect(stream.status == 200)
    #expect(stream.headers["content-type"] == "text/event-stream")
    var lines: [String] = []
    for try await line in stream.lines {
      lines.append(line)
    }
    #expect(lines == ["one", "two", "three", "four", "", "last"])
  }

  @Test func `a line is delivered before the server sends the next line`() async throws {
    let server = try LocalServer { _ in
      LocalResponse([.send(LocalResponse.head(200, [])), .send(Array("first\n".utf8)), .hold])
    }
    var request = HTTPRequest(url: server.url())
    request.deadline = nil
    request.idleLimit = .milliseconds(200)
    var lines = try await client.stream(request).lines.makeAsyncIterator()
    #expect(try await lines.next() == "first")
    await #expect(throws: HTTPError.timedOut(.body, .idle)) { try await lines.next() }
    await #expect(throws: HTTPError.timedOut(.body, .idle)) { try await lines.next() }
  }

  @Test func `a slow consumer pauses the transfer and loses no line`() async throws {
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 999) + [10]
    let server = try LocalServer { _ in
      LocalResponse([
        .send(LocalResponse.head(200, [("Connection", "close")])), .repeat(line, count: 20_000),
        .close,
      ])
    }
    var request = HTTPRequest(url: server.url())
    request.maximumBodySize = 1_000
    request.deadline = nil
    let stream = try await client.stream(request)
    var count = 0
    for try await line in stream.lines {
      count += line.utf8.count == 999 ? 1 : 0
    }
    #expect(count == 20_000)
  }

  @Test func `empty lines count toward the buffer limit`() {
    let feed = LineFeed(longestLine: 1_000)
    let ends = [UInt8](repeating: 10, count: 256 << 10)
    let results = (0..<2).map { _ in ends.withUnsafeBytes { feed.receive($0) } }
    guard case .accepted = results[0], case .paused = results[1] else {
      Issue.record("found \(results), expected accepted, paused")
      return
    }
  }

  @Test func `a line of a stream above the size limit throws tooLarge`() async throws {
    let server = try LocalServer { _ in .lines(["short\n", String(repeating: "x", count: 600)]) }
    var request = HTTPRequest(url: server.url())
    request.maximumBodySize = 500
    var lines = try await client.stream(request).lines.makeAsyncIterator()
    #expect(try await lines.next() == "short")
    await #expect(throws: HTTPError.tooLarge(limit: 500)) { try await lines.next() }
  }

  @Test func `releasing the sequence of lines closes the connection`() async throws {
    let server = try LocalServer { _ in
      LocalResponse([.send(LocalResponse.head(200, [])), .hold, .send(Array("never".utf8))])
    }
    var request = HTTPRequest(url: server.url())
    request.deadline = nil
    request.idleLimit = nil
    do {
      let stream = try await client.stream(request)
      #expect(stream.status == 200)
    }
    // `stop` returns only after the client has closed the connection.
    server.stop()
    #expect(server.connectionCount == 1)
  }

  @Test func `cancelling the consumer ends its wait for a line`() async throws {
    let server = try LocalServer { _ in .stalled }
    var request = HTTPRequest(url: server.url())
    request.deadline = nil
    request.idleLimit = nil
    let stream = try await client.stream(request)
    let reader = Task {
      var lines = stream.lines.makeAsyncIterator()
      return try await lines.next()
    }
    reader.cancel()
    await #expect(throws: HTTPError.cancelled) { try await reader.value }
  }

  @Test func `a stream to a closed port throws refused`() async throws {
    let server = try LocalServer { _ in .text("") }
    server.stop()
    let error = HTTPError.refused(host: "127.0.0.1", port: Int(server.port))
    await #expect(throws: error) { _ = try await client.stream(HTTPRequest(url: server.url())) }
  }

  @Test(arguments: 1...7)
  func `the lines of a stream do not depend on the size of the received chunks`(size: Int) {
    let bytes = Array("a\r\nb\n\r\rcé\nd".utf8)
    var splitter = LineSplitter()
    var lines: [String] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      let chunk = bytes[start..<min(start + size, bytes.count)]
      lines += chunk.withUnsafeBytes { splitter.append($0) }
    }
    #expect(lines == ["a", "b", "", "", "cé"])
    #expect(splitter.finish() == "d")
    #expect(splitter.finish() == nil)
  }
}
