import HTTPServer
import TestSupport
import Testing

/// Tests requests with many parameters, headers and cookies, up to the limit of the head and above.
@Suite(.tags(.concurrent))
struct QueryTests {
  /// The kinds of parts that a head can have many times, with the text of one part.
  private static let kinds: [(name: String, head: @Sendable (Int) -> String)] = [
    ("parameters", { "GET /?" + text($0) { "&p\($0)=v" } + " HTTP/1.1\r\nHost: a\r\n\r\n" }),
    (
      "properties",
      { "GET /?" + text($0) { "&properties[name\($0)]=value" } + " HTTP/1.1\r\nHost: a\r\n\r\n" }
    ),
    ("empty parameters", { "GET /?" + text($0) { _ in "&" } + " HTTP/1.1\r\nHost: a\r\n\r\n" }),
    ("path", { "GET /" + text($0) { _ in "path/" } + " HTTP/1.1\r\nHost: a\r\n\r\n" }),
    ("headers", { "GET / HTTP/1.1\r\nHost: a\r\n" + text($0) { "X-\($0): v\r\n" } + "\r\n" }),
    (
      "cookies",
      { "GET / HTTP/1.1\r\nHost: a\r\nCookie: " + text($0) { "c\($0)=v; " } + "d=v\r\n\r\n" }
    ),
  ]

  private static func text(_ count: Int, _ part: (Int) -> String) -> String {
    (0..<count).map(part).joined()
  }

  private static func server() throws -> HTTPServer {
    try HTTPServer(.anyPort) { request in
      .response(.text("\(request.path.utf8.count) \(request.parameters.count)|"))
    }
  }

  @Test(arguments: 0..<6)
  func `a head with any number of parts gets status 200, or 414 or 431 above the size limit`(
    kind: Int
  ) throws {
    let server = try Self.server()
    let limit = ServerLimits().headerSize
    for count in stride(from: 1, to: 4_000, by: 37) {
      let head = Self.kinds[kind].head(count)
      // libmicrohttpd copies the cookies: too many cookies leave no memory for a response.
      guard head.utf8.count < (kind == 5 ? limit * 5 / 4 : limit * 3 / 2) else { break }
      let connection = try RawConnection(port: server.address.port)
      connection.send(head)
      let status = connection.receive(until: "\r\n\r\n").split(separator: " ").dropFirst().first
      let name = "\(count) \(Self.kinds[kind].name), \(head.utf8.count) bytes"
      if head.utf8.count <= limit, kind < 4 {
        #expect(status == "200", "\(name)")
      } else {
        #expect(["200", "414", "431"].contains(status), "\(name)")
        if head.utf8.count > limit { #expect(status != "200", "\(name)") }
      }
    }
  }

  @Test func `the handler gets all parameters of a head of the largest size, and the next request`()
    throws
  {
    let server = try Self.server()
    let connection = try RawConnection(port: server.address.port)
    for count in [200, 1_000, 2_000] {
      connection.send(Self.kinds[0].head(count))
      let response = connection.receive(until: "|")
      #expect(response.hasSuffix("1 \(count)|"))
    }
    connection.send("GET /a?b=c HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(connection.receive(until: "|").hasSuffix("2 1|"))
  }

  @Test(arguments: [(16_384, "431"), (16_385, "414"), (20_000, "414"), (40_000, "414")])
  func `a request line above the size limit gets status 414, and a head above it status 431`(
    size: Int,
    status: String
  ) throws {
    let server = try Self.server()
    let connection = try RawConnection(port: server.address.port)
    connection.send(
      "GET /?" + String(repeating: "a", count: size - 2) + " HTTP/1.1\r\nHost: a\r\n\r\n"
    )
    let response = connection.receive(until: "\r\n\r\n")
    #expect(response.hasPrefix("HTTP/1.1 \(status) "))
  }
}
