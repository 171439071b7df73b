import Networking
import TestSupport
import Testing

/// Tests requests and responses of the HTTP client.
struct ClientTests {
  @Test func `a response has status, headers, body and timings`() async throws {
    let server = try LocalServer { _ in
      .text("hello", headers: [("X-Thing", "  a  b "), ("ETag", "W/\"1\"")])
    }
    let client = HTTPClient(configuration: .forTests)
    let response = try await client.send(HTTPRequest(url: server.url("/a?b=c")))
    #expect(response.status == 200)
    #expect(response.url == server.url("/a?b=c"))
    #expect(response.text == "hello")
    #expect(response.bytesReceived == 5)
    #expect(response.headers["x-thing"] == "a  b")
    #expect(response.revision?.etag == "W/\"1\"")
    #expect(response.redirectHosts.isEmpty)
    #expect(response.timings.total > .zero)
    #expect(response.timings.total >= response.timings.connect + response.timings.firstByte)
    #expect(server.requests.first?.target == "/a?b=c")
    #expect(server.requests.first?.headers["user-agent"] == "Halyard")
    #expect(server.requests.first?.headers["accept-encoding"] == "gzip, deflate")
  }

  @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
  func `a request body is sent unchanged`(method: String) async throws {
    let server = try LocalServer { .response(body: $0.body.reversed()) }
    let client = HTTPClient(configuration: .forTests)
    let body = [UInt8](0...255)
    var request = HTTPRequest(url: server.url(), method: method, body: body)
    request.headers["Content-Type"] = "application/octet-stream"
    request.headers["X-Empty"] = ""
    let response = try await client.send(request)
    #expect(response.body == body.reversed())
    let seen = try #require(server.requests.first)
    #expect(seen.method == method)
    #expect(seen.headers["content-type"] == "application/octet-stream")
    #expect(seen.headers["x-empty"] == "")
    #expect(seen.headers["expect"] == nil)
  }

  @Test func `a POST without a body is sent with content length 0`() async throws {
    let server = try LocalServer { _ in .text("ok") }
    let client = HTTPClient(configuration: .forTests)
    _ = try await client.send(HTTPRequest(url: server.url(), method: "POST"))
    #expect(server.requests.first?.headers["content-length"] == "0")
    #expect(server.requests.first?.headers["content-type"] == nil)
  }

  @Test func `the response to a HEAD request has no body, even with a Content-Length`()
    async throws
  {
    let server = try LocalServer { _ in
      LocalResponse([.send(LocalResponse.head(200, [("Content-Length", "99000000")]))])
    }
    let client = HTTPClient(configuration: .forTests)
    let response = try await client.send(HTTPRequest(url: server.url(), method: "HEAD"))
    #expect(response.headers["content-length"] == "99000000")
    #expect(response.body.isEmpty)
  }

  @Test(arguments: [204, 304, 400, 404, 500, 503])
  func `a response with any status is returned and not thrown`(status: Int) async throws {
    let server = try LocalServer { _ in .response(status, body: []) }
    let client = HTTPClient(configuration: .forTests)
    #expect(try await client.send(HTTPRequest(url: server.url())).status == status)
  }

  @Test func `consecutive requests share a connection unless they require a new one`()
    async throws
  {
    let server = try LocalServer { _ in .text("ok") }
    let client = HTTPClient(configuration: .forTests)
    for _ in 0..<20 {
      _ = try await client.send(HTTPRequest(url: server.url()))
    }
    #expect(server.connectionCount == 1)
    var fresh = HTTPRequest(url: server.url())
    fresh.isFresh = true
    _ = try await client.send(fresh)
    _ = try await client.send(fresh)
    #expect(server.connectionCount == 3)
  }

  @Test func `a conditional request gets status 304 until the document changes`() async throws {
    let server = try LocalServer { .document("one", etag: "\"é-1\"", to: $0) }
    let client = HTTPClient(configuration: .forTests)
    let request = HTTPRequest(url: server.url())
    let first = try await client.send(request)
    let revision = try #require(first.revision)
    let second = try await client.send(request.revalidating(revision))
    #expect(second.status == 304)
    #expect(second.body.isEmpty)
    server.change { .document("two", etag: "\"2\"", to: $0) }
    let third = try await client.send(request.revalidating(revision))
    #expect(third.status == 200)
    #expect(third.text == "two")
  }

  @Test func `a gzip body is decompressed, and its compressed size is reported`() async throws {
    let text = String(repeating: "flag ", count: 40_000)
    let server = try LocalServer { _ in .gzip(text) }
    let client = HTTPClient(configuration: .forTests)
    let response = try await client.send(HTTPRequest(url: server.url()))
    #expect(response.text == text)
    #expect(response.bytesReceived > text.utf8.count)
  }

  @Test func `progress is reported while the body is received`() async throws {
    let server = try LocalServer { _ in .trickle("abcdef", bytes: 2, every: .milliseconds(10)) }
    let client = HTTPClient(configuration: .forTests)
    let seen = Recorder<HTTPProgress>()
    _ = try await client.send(HTTPRequest(url: server.url())) { seen.add($0) }
    #expect(seen.all.last?.received == 6)
    #expect(seen.all.count > 1)
    #expect(seen.all.allSatisfy { $0.expected == 6 })
  }

  @Test func `redirects are followed, and their hosts are reported`() async throws {
    let end = try LocalServer(host: "127.0.0.2") { _ in .text("end") }
    let start = try LocalServer { [url = end.url("/end")] _ in .redirect(to: url) }
    let client = HTTPClient(configuration: .forTests)
    var request = HTTPRequest(url: start.url())
    request.headers["Authorization"] = "Bearer secret"
    let response = try await client.send(request)
    #expect(response.text == "end")
    #expect(response.url == end.url("/end"))
    #expect(response.redirectHosts == ["127.0.0.2"])
    #expect(start.requests.first?.headers["authorization"] == "Bearer secret")
    #expect(end.requests.first?.headers["authorization"] == nil)
    request.redirectLimit = 0
    #expect(try await client.send(request).status == 302)
  }

  @Test func `a request to a proxy has the absolute URL`() async throws {
    let proxy = try LocalServer { .text($0.target) }
    var configuration = HTTPClient.Configuration()
    configuration.proxy = .address(proxy.url(""))
    let client = HTTPClient(configuration: configuration)
    let response = try await client.send(HTTPRequest(url: "http://flags.example.test/x"))
    #expect(response.text == "http://flags.example.test/x")
  }
}
