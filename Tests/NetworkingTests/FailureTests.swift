import Networking
import TestSupport
import Testing

/// Tests the errors of invalid requests, failing connections and hostile servers.
struct FailureTests {
  private let client = HTTPClient(configuration: .forTests)

  private func failure(of request: HTTPRequest) async -> HTTPError? {
    await #expect(throws: HTTPError.self) { try await client.send(request) }
  }

  @Test(arguments: [
    "", "flags", "//host", "http://", "http://ho st/", "http://host:99999/", "a\0b",
  ])
  func `a text that is not a URL throws badURL with the text`(url: String) async {
    #expect(await failure(of: HTTPRequest(url: url)) == .badURL(url))
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://host/x", "gopher://host/", "httpsx://host/"])
  func `a scheme other than http and https throws schemeNotAllowed`(url: String) async throws {
    let scheme = try #require(url.split(separator: ":").first)
    let host = url.hasPrefix("file") ? "" : "host"
    #expect(await failure(of: HTTPRequest(url: url)) == .schemeNotAllowed("\(scheme)", host: host))
  }

  @Test func `plain http throws schemeNotAllowed if only https is allowed`() async {
    var request = HTTPRequest(url: "HTTP://host/")
    request.isHTTPSOnly = true
    #expect(await failure(of: request) == .schemeNotAllowed("http", host: "host"))
  }

  @Test(arguments: [
    ("X-Bad\r\nY", "v"), ("", "v"), ("X Y", "v"), ("X", "a\r\nInjected: 1"), ("X", "\0"),
  ])
  func `a header or method with forbidden characters throws an error`(name: String, value: String)
    async
  {
    let request = HTTPRequest(url: "http://127.0.0.1:1/", headers: [name: value])
    #expect(await failure(of: request) == .badHeader(name: name))
    let method = HTTPRequest(url: "http://127.0.0.1:1/", method: "GET / HTTP/1.1\r\nX: ")
    #expect(await failure(of: method) == .badMethod(method.method))
  }

  @Test func `a closed port throws refused`() async throws {
    let server = try LocalServer { _ in .text("") }
    server.stop()
    let error = await failure(of: HTTPRequest(url: server.url()))
    #expect(error == .refused(host: "127.0.0.1", port: Int(server.port)))
  }

  @Test func `an unknown host name throws nameNotFound`() async {
    let error = await failure(of: HTTPRequest(url: "http://\(LocalServer.unknownHost)/"))
    #expect(error == .nameNotFound(host: LocalServer.unknownHost))
  }

  @Test func `a request to a server that sends no response times out at the deadline`()
    async throws
  {
    let server = try LocalServer { _ in .silent }
    var request = HTTPRequest(url: server.url())
    request.deadline = .milliseconds(150)
    #expect(await failure(of: request) == .timedOut(.firstByte, .deadline))
  }

  @Test func `a response that stalls after the headers fails with the idle timeout`() async throws {
    let server = try LocalServer { _ in .stalled }
    var request = HTTPRequest(url: server.url())
    request.idleLimit = .milliseconds(150)
    #expect(await failure(of: request) == .timedOut(.body, .idle))
  }

  @Test func `a slow but steady body fails with the deadline, not with the idle timeout`()
    async throws
  {
    let server = try LocalServer { _ in
      .trickle(String(repeating: "x", count: 600), bytes: 3, every: .milliseconds(50))
    }
    var request = HTTPRequest(url: server.url())
    request.idleLimit = .milliseconds(300)
    request.deadline = .milliseconds(700)
    #expect(await failure(of: request) == .timedOut(.body, .deadline))
  }

  @Test func `a truncated body throws interrupted with the received and the announced size`()
    async throws
  {
    let server = try LocalServer { _ in .cut("half of it", announced: 20) }
    #expect(await failure(of: HTTPRequest(url: server.url())) == .interrupted(got: 10, of: 20))
  }

  @Test(arguments: [
    LocalResponse([.close]), LocalResponse([.reset]),
    LocalResponse([.send(Array("HTTP/1.1 200 OK\r\nContent-Ty".utf8)), .close]),
    LocalResponse([.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n".utf8)), .close]),
    LocalResponse([
      .send(LocalResponse.head(200, [("Transfer-Encoding", "chunked")]) + Array("5\r\nhel".utf8)),
      .close,
    ]),
  ])
  func `a connection that is closed before the end of the headers throws interrupted`(
    response: LocalResponse
  ) async throws {
    let server = try LocalServer { _ in response }
    let error = await failure(of: HTTPRequest(url: server.url()))
    guard case .interrupted(_, of: nil) = error else {
      Issue.record("found \(String(describing: error))")
      return
    }
  }

  @Test(.enabled(if: GzipProgram.isAvailable, "gzip is not installed"))
  func `a gzip body with a compression ratio of 1000 throws compressedTooMuch`() async throws {
    let spaces = try GzipProgram.packed(String(repeating: " ", count: 32 << 20))
    #expect(spaces.count < 40_000)
    let server = try LocalServer { _ in
      .response(headers: [("Content-Encoding", "gzip")], body: spaces)
    }
    let progress = Recorder<HTTPProgress>()
    let error = await #expect(throws: HTTPError.self) {
      try await client.send(HTTPRequest(url: server.url())) { progress.add($0) }
    }
    guard case .compressedTooMuch(limit: 200, let found) = error else {
      Issue.record("found \(String(describing: error)), expected compressedTooMuch")
      return
    }
    #expect((200...4_000).contains(found))
    #expect(
      error?.description
        == "found a body that decompresses to \(found) times its size, expected at most 200 times"
    )
    let largest = progress.all.map(\.received).max() ?? 0
    #expect(largest < 16 << 20, "most of the body is never decompressed")
  }

  @Test func `a gzip body above the size limit throws tooLarge`() async throws {
    let server = try LocalServer { _ in .bomb(size: 64 << 20) }
    #expect(await failure(of: HTTPRequest(url: server.url())) == .tooLarge(limit: 32 << 20))
  }

  @Test(.enabled(if: GzipProgram.isAvailable, "gzip is not installed"))
  func `a JSON body of many similar features is within the limit of the compression ratio`()
    async throws
  {
    let features = (0..<30_000).map { number in
      """
              {
                      "name": "Feature \(number)",
                      "description": "\(String(repeating: "The same text for everyone. ", count: 6))",
                      "enabled": false,
                      "test-variations": [
                              "Group A",
                              "Group B"
                      ]
              }
      """
    }
    let text = "[\n" + features.joined(separator: ",\n") + "\n]\n"
    let packed = try GzipProgram.packed(text)
    #expect(text.utf8.count > 8 << 20 && text.utf8.count / packed.count > 50)
    let server = try LocalServer { _ in
      .response(headers: [("Content-Encoding", "gzip")], body: packed)
    }
    let response = try await client.send(HTTPRequest(url: server.url()))
    #expect(response.body.count == text.utf8.count)
  }

  @Test func `an announced size above the limit throws tooLarge before the body is received`()
    async throws
  {
    let server = try LocalServer { _ in
      LocalResponse([.send(LocalResponse.head(200, [("Content-Length", "2000")])), .hold])
    }
    var request = HTTPRequest(url: server.url())
    request.maximumBodySize = 1_999
    #expect(await failure(of: request) == .tooLarge(limit: 1_999))
  }

  @Test func `a body of exactly the size limit is accepted`() async throws {
    let server = try LocalServer { _ in .gzip(String(repeating: "a", count: 2_000)) }
    var request = HTTPRequest(url: server.url())
    request.maximumBodySize = 2_050
    #expect(try await client.send(request).body.count == 2_000)
    request.maximumBodySize = 1_999
    #expect(await failure(of: request) == .tooLarge(limit: 1_999))
  }

  @Test func `headers above 256 KiB throw tooLarge`() async throws {
    let server = try LocalServer { _ in
      let line = Array("X-More: \(String(repeating: "h", count: 1_000))\r\n".utf8)
      return LocalResponse([
        .send(Array("HTTP/1.1 200 OK\r\n".utf8)), .repeat(line, count: 100_000),
      ])
    }
    #expect(await failure(of: HTTPRequest(url: server.url())) == .tooLarge(limit: 256 << 10))
  }

  @Test func `a redirect loop throws redirects at the maximum number of redirects`() async throws {
    let server = try LocalServer { _ in .redirect(to: "/again") }
    #expect(await failure(of: HTTPRequest(url: server.url())) == .redirects(limit: 5))
    #expect(server.requests.count == 6)
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/"])
  func `a redirect to a scheme other than http and https throws schemeNotAllowed`(target: String)
    async throws
  {
    let server = try LocalServer { _ in .redirect(to: target) }
    guard case .schemeNotAllowed = await failure(of: HTTPRequest(url: server.url())) else {
      Issue.record("followed to \(target)")
      return
    }
  }

  @Test func `malformed gzip throws badEncoding`() async throws {
    let server = try LocalServer { _ in .text("not gzip", headers: [("Content-Encoding", "gzip")]) }
    #expect(await failure(of: HTTPRequest(url: server.url())) == .badEncoding)
  }

  @Test func `a response that is not HTTP throws badResponse`() async throws {
    let server = try LocalServer { _ in LocalResponse([.send(Array("SSH-2.0\r\n".utf8)), .close]) }
    guard case .badResponse = await failure(of: HTTPRequest(url: server.url())) else {
      Issue.record("accepted as a response")
      return
    }
  }
}
