import TestSupport

/// A request that a hostile client sends, made from random parts.
struct HostileRequest {
  /// The end of the exchange after the request was sent.
  enum End {
    /// The request is complete, so that the server responds and closes the connection.
    case response
    /// The client closes the connection at once.
    case disconnect
  }

  var bytes: [UInt8]
  var end: End

  private static let methods = [
    "GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PRI", "get",
    "G\u{e9}T", String(repeating: "M", count: 400),
  ]
  private static let paths = [
    "/", "//", "*", "/../../etc/passwd", "/datafiles/../../../etc/passwd.json",
    "/datafiles/%2e%2e%2fsecret.json", "/features.json%00.plist", "/%00", "/%", "/%zz", "/%ff%fe",
    "/ofrep/v1/evaluate/flags/", "/ofrep/v1/evaluate/flags/New%20Cart",
    "/ofrep/v1/evaluate/flags//",
    "/ofrep/v1/evaluate/flags/..%2f..", "/ofrep/v1/evaluate/flags/a.b.c.d.e",
    "/features.plist?user=",
    "/features.json?user=%00&user=ana&&=&%", "/metrics?a[]=b", "/healthz/../metrics",
    "http://other.example.test/features.json", "/v1/allocations", "/remote-values.json?user=ana",
  ]
  private static let headers = [
    "Content-Length: 0", "Content-Length: 00000000000000000000000", "X-A: b", "Accept: */*",
    "If-None-Match: \"", "If-None-Match: W/,*,\"\"", "If-Modified-Since: never", "Origin: null",
    "Origin: http://localhost:3000", "Origin: http://localhost\tx", "Origin: ",
    "Origin: http://[::1",
    "Authorization: Bearer", "Authorization:  ", "X-API-Key: \u{1}", "Cookie: a=b; a=b; =; ;",
    "User-Agent: \u{1b}[31m" + String(repeating: "e\u{301}", count: 500), "Expect: 200-ok",
    "Upgrade: websocket", "Range: bytes=0-", "TE: trailers",
  ]
  private static let json = Array(
    #"{"context": {"targetingKey": "ana", "plan": "gold", "ids": [1, -2.5e3], "x": {"y": null}}}"#
      .utf8
  )
  private static let tokens = [
    "null", "1e999", "-0", "\"\\ud800\"", "[[[[", "{\"a\":1,\"a\":2}", "\"\\u0000\"", "NaN", "",
    "123456789012345678901234567890", "\"" + String(repeating: "k", count: 5_000) + "\"",
  ]

  /// Makes a request; equal generators make equal requests.
  init(using random: inout SeededGenerator) {
    end = .response
    switch Int.random(in: 0..<10, using: &random) {
    case 0...2: bytes = Self.line(using: &random) + Array("Connection: close\r\n\r\n".utf8)
    case 3, 4:
      bytes = Self.post(mutated(Self.json, tokens: Self.tokens, using: &random), using: &random)
    case 5:
      let opening = ["[", "{\"context\":", "{\"a\":[", "\"", "{\"context\":{\"a\":["]
        .randomElement(using: &random)
      let text = String(
        repeating: opening ?? "[",
        count: Int.random(in: 1...20_000, using: &random)
      )
      bytes = Self.post(Array(text.utf8), using: &random)
    case 6:
      bytes = (0..<Int.random(in: 1...4_000, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      end = .disconnect
    case 7:
      let whole = Self.post(Self.json, using: &random)
      bytes = Array(whole.prefix(Int.random(in: 0..<whole.count, using: &random)))
      end = .disconnect
    case 8:
      // The memory of libmicrohttpd does not suffice for so many parameters, so that it closes the
      // connection.
      let query = String(repeating: "user=x&", count: Int.random(in: 1...1_000, using: &random))
      bytes =
        (0..<10).flatMap { _ in Self.line(using: &random) + Array("\r\n".utf8) }
        + Array("GET /features.json?\(query) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
      end = .disconnect
    default:
      bytes = Self.chunks(using: &random)
      end = .disconnect
    }
  }

  /// Returns a random request line with headers, without the empty line that ends them.
  private static func line(using random: inout SeededGenerator) -> [UInt8] {
    var text = methods.randomElement(using: &random) ?? ""
    text += " \(paths.randomElement(using: &random) ?? "") HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      text += "\(headers.randomElement(using: &random) ?? "")\r\n"
    }
    return Array(text.utf8)
  }

  private static func post(_ body: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    let path =
      ["/ofrep/v1/evaluate/flags", "/ofrep/v1/evaluate/flags/Colour", "/v1/allocations"]
      .randomElement(using: &random) ?? ""
    let head = "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: "
    return Array("\(head)\(body.count)\r\n\r\n".utf8) + body
  }

  private static func chunks(using random: inout SeededGenerator) -> [UInt8] {
    let head =
      "POST /ofrep/v1/evaluate/flags HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    let sizes = [
      "0", "1", "ffffffffffffffff", "7fffffffffffffff", "-1", "zz", "", "3;a=b", "00003",
    ]
    return (0..<5)
      .reduce(into: Array(head.utf8)) { bytes, _ in
        bytes += Array("\(sizes.randomElement(using: &random) ?? "")\r\nabc\r\n".utf8)
      }
  }
}
