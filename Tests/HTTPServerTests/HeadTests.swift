import HTTPServer
import TestSupport
import Testing

/// Tests the heads and the framing of requests by RFC 9112.
@Suite(.tags(.concurrent))
struct HeadTests {
  private static let host = "Host: a\r\n"

  /// Requests that get status 400 exactly once, after which the connection is closed.
  private static let malformed = [
    "GET / HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)Host: b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)X-A : b\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)X-A: b\r\n c\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)X-A: b\r\n\tc\r\nX-B: d\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)X-A: b\u{0}c\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)X-A: b\u{0}c\r\nX-B: d\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)X-A: \u{0}\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)X-A: b\u{1}\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)X-A: b\rc\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)X(A): b\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host): b\r\n\r\n",
    "GET /a\u{0}b HTTP/1.1\r\n\(host)\r\n",
    "GET\u{0} / HTTP/1.1\r\n\(host)\r\n",
    "POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    "POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
    "POST / HTTP/1.1\r\n\(host)Content-Length: 3, 3\r\n\r\nabc",
    "POST / HTTP/1.1\r\n\(host)Content-Length: x\r\n\r\nabc",
    "POST / HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\nabc",
    "POST / HTTP/1.1\r\n\(host)Content-Length: +3\r\n\r\nabc",
    "POST / HTTP/1.1\r\n\(host)Content-Length: 0x3\r\n\r\nabc",
    "POST / HTTP/1.1\r\n\(host)Content-Length:\r\n\r\nabc",
    "POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: gzip\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: \(String(repeating: "F", count: 300))\r\n\r\n0",
    "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0",
    "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n3;"
      + String(repeating: "e", count: 40_000) + "\r\nabc\r\n0\r\n\r\n",
  ]

  @Test(arguments: malformed)
  func `a malformed request gets status 400 exactly once, and its connection is closed`(
    text: String
  ) throws {
    let server = try HTTPServer.echo()
    let connection = try RawConnection(port: server.address.port)
    connection.send(text + "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
    let response = connection.receive()
    #expect(response.hasPrefix("HTTP/1.1 400 "))
    #expect(response.components(of: "HTTP/1.1 ") == 1)
    #expect(response.contains("{\"errorCode\":\"GENERAL\""))
  }

  @Test func `a malformed head is rejected if it arrives byte by byte`() throws {
    let server = try HTTPServer.echo()
    for text in [
      "POST / HTTP/1.1\r\n\(Self.host)Content-Length: x\r\n\r\n",
      "GET / HTTP/1.1\r\n\(Self.host)X-A: b\u{0}c\r\n\r\n",
      "GET / HTTP/1.1\r\n\(Self.host)X-A: b\r\n c\r\n\r\n",
    ] {
      let connection = try RawConnection(port: server.address.port)
      for byte in text.utf8 where connection.send([byte]) {
        _ = connection.waitForBytes(milliseconds: 0)
      }
      let response = connection.receive()
      #expect(response.hasPrefix("HTTP/1.1 400 ") && response.components(of: "HTTP/1.1 ") == 1)
    }
  }

  @Test(arguments: ["18446744073709551615", "18446744073709551616", "99999999999999999999999"])
  func `a Content-Length above the range of integers gets status 413 at once`(length: String) throws
  {
    let server = try HTTPServer.echo()
    let connection = try RawConnection(port: server.address.port)
    connection.send("POST / HTTP/1.1\r\n\(Self.host)Content-Length: \(length)\r\n\r\n")
    let response = connection.receive()
    #expect(response.hasPrefix("HTTP/1.1 413 ") && response.components(of: "HTTP/1.1 ") == 1)
  }

  @Test(
    arguments: [
      "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\nHost: a\n\n",
      "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET / HTTP/1.1\r\nhost:a\r\n\r\n", "GET / HTTP/1.1\r\nHost:\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: \t [::1]:80\r\nX-A:\r\nX-B: b \t\r\n\r\n",
      "GET /?a=1&b=c+d&e HTTP/1.1\r\nHost: a\r\nCookie: a=b; c=d\r\nX-A: \u{e9}\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 000\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n",
    ]
  )
  func `an unusual but valid request is accepted, also as the second request of a connection`(
    text: String
  ) throws {
    let server = try HTTPServer.echo()
    let connection = try RawConnection(port: server.address.port)
    connection.send("POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
    #expect(connection.receive(until: "POST /1 3").contains("200 OK"))
    connection.send(text)
    #expect(connection.receive(until: " / 0").contains("200 OK"))
  }

  @Test func `a request head of the largest size that arrives in small pieces is accepted`() throws
  {
    let server = try HTTPServer.echo()
    let connection = try RawConnection(port: server.address.port)
    connection.send("GET / HTTP/1.1\r\n\(Self.host)")
    for number in 0..<60 {
      connection.send("X-\(number): \(String(repeating: "v", count: 100))\r\n")
    }
    connection.send("\r\n")
    #expect(connection.receive(until: "GET / 0").contains("200 OK"))
  }

  @Test func `white space after a header value is removed`() throws {
    let server = try HTTPServer(.anyPort) { .response(.text("<\($0.header("X-A") ?? "")>")) }
    let connection = try RawConnection(port: server.address.port)
    connection.send("GET / HTTP/1.1\r\n\(LimitTests.closing)X-A: \t b c \t \r\n\r\n")
    #expect(connection.receive().hasSuffix("<b c>"))
  }
}

extension String {
  /// The number of times that the text contains another text.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
