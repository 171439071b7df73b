import HTTPServer
import Locking
import Networking
import TestSupport
import Testing

/// Tests requests and responses of a server with a real client.
@Suite(.tags(.concurrent))
struct ServerTests {
  @Test func `a client receives the status, the headers and the body of the handler's response`()
    async throws
  {
    let server = try HTTPServer(.anyPort) { _ in
      .response(
        ServerResponse(
          status: 418,
          headers: ["Content-Type": "text/plain", "X-Mode": "a", "ETag": "\"1\""],
          body: .bytes(Array("short and stout".utf8))
        )
      )
    }
    let client = HTTPClient(configuration: .forTests)
    let response = try await client.send(HTTPRequest(patient: server.url + "/pot"))
    #expect(response.status == 418)
    #expect(response.text == "short and stout")
    #expect(response.headers["X-Mode"] == "a")
    #expect(response.headers["Content-Length"] == "15")
    #expect(response.headers["Date"] != nil)
  }

  @Test func `a handler reads the header, the query, the body and the client of a request`()
    async throws
  {
    let server = try HTTPServer(.anyPort) { request in
      let parts = [
        request.header("x-mode") ?? "none", request.header("X-Other") ?? "none",
        request.parameter("user") ?? "none", request.parameter("empty") ?? "none",
        String(decoding: request.body, as: UTF8.self), request.client,
      ]
      return .response(.text(parts.joined(separator: "|")))
    }
    var request = HTTPRequest(patient: server.url + "/?a=1&user=ana%20b+c&empty")
    request.method = "POST"
    request.headers["X-Mode"] = "A"
    request.body = Array("content".utf8)
    let response = try await HTTPClient(configuration: .forTests).send(request)
    #expect(response.text == "A|none|ana b c||content|127.0.0.1")
  }

  @Test(
    arguments: [
      ("/a%2Fb", "/a/b"), ("/New%20Cart", "/New Cart"), ("/50%%20off", "/50% off"),
      ("/a%2", "/a%2"), ("/caf%C3%A9", "/café"), ("/../../etc/passwd", "/../../etc/passwd"),
      ("/a+b", "/a+b"), ("/%2541", "/%41"),
    ]
  )
  func `the percent-escapes of a path are decoded once`(target: String, path: String) throws {
    let server = try HTTPServer.echo()
    let connection = try RawConnection(port: server.address.port)
    connection.send("GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    #expect(connection.receive().hasSuffix("GET \(path) 0"))
  }

  @Test(arguments: ["/a%00b", "/%FF", "/a%0Ab", "/%7f"])
  func `a path that is not UTF-8 gets status 400`(target: String) throws {
    let server = try HTTPServer.echo()
    let connection = try RawConnection(port: server.address.port)
    connection.send("GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    let response = connection.receive()
    #expect(response.hasPrefix("HTTP/1.1 400"))
    #expect(response.contains("\"errorDetails\":\"the path"))
  }

  @Test func `a connection serves several requests, including pipelined requests`() throws {
    let server = try HTTPServer.echo()
    let connection = try RawConnection(port: server.address.port)
    connection.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(connection.receive(until: "GET /1 0").contains("200 OK"))
    connection.send(
      "POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
        + "GET /3 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    )
    let rest = connection.receive()
    #expect(rest.contains("POST /2 3"))
    #expect(rest.hasSuffix("GET /3 0"))
    #expect(server.connectionCount <= 1)
  }

  @Test func `a response to HEAD has the length of the body without the body`() throws {
    let server = try HTTPServer.echo()
    let connection = try RawConnection(port: server.address.port)
    connection.send("HEAD /page HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    let response = connection.receive()
    #expect(response.contains("Content-Length: 12"))
    #expect(response.hasSuffix("\r\n\r\n"))
  }

  @Test func `a handler can respond later, from another thread`() async throws {
    let server = try HTTPServer(.anyPort) { request in
      let path = request.path
      return .later { send in
        Task {
          send(.text("later \(path)"))
          send(.text("a second response is ignored"))
        }
      }
    }
    let client = HTTPClient(configuration: .forTests)
    for path in ["/1", "/2", "/3"] {
      let response = try await client.send(HTTPRequest(patient: server.url + path))
      #expect(response.text == "later \(path)")
    }
  }

  @Test func `a second response to the same request is ignored`() async throws {
    let sends = Locked<[ResponseSender]>([])
    let server = try HTTPServer(.anyPort) { request in
      let isFirst = request.path == "/first"
      return .later { send in
        sends.withLock { $0.append(send) }
        if isFirst { return send(.text("first")) }
        sends.withLock { $0.first }?(.text("a late one"))
        send(.text("second"))
      }
    }
    let client = HTTPClient(configuration: .forTests)
    #expect(try await client.send(HTTPRequest(patient: server.url + "/first")).text == "first")
    #expect(try await client.send(HTTPRequest(patient: server.url + "/second")).text == "second")
  }

  @Test func `a server with a certificate serves HTTPS`() async throws {
    let files = try CertificateFiles(name: "IP:127.0.0.1")
    let tls = HTTPServer.TLS(certificate: try files.certificate(), key: try files.key())
    let server = try HTTPServer(.anyPort, tls: tls) { _ in .response(.text("encrypted")) }
    var configuration = HTTPClient.Configuration.forTests
    configuration.certificateAuthorities = files.certificatePath
    let response = try await HTTPClient(configuration: configuration)
      .send(HTTPRequest(patient: server.url))
    #expect(server.url.hasPrefix("https://127.0.0.1:"))
    #expect(response.text == "encrypted")
  }
}
