import FeatureFlags
import HTTPServer
import Networking
import Serving
import TestSupport
import Testing
import Workbench

/// Tests the hosts under which clients reach the server.
struct HostTests {
  /// Sends a request with a header `Host`, and returns the first line of the response.
  private static func status(_ host: String, _ port: UInt16, extra: String = "") async throws
    -> String
  {
    try await onThread {
      let connection = try RawConnection(port: port)
      connection.send(
        "GET /features.json HTTP/1.1\r\nHost: \(host)\r\n\(extra)Connection: close\r\n\r\n"
      )
      return String(connection.receive().prefix(12))
    }
  }

  @Test(
    arguments: [
      "localhost", "LOCALHOST:8016", "127.0.0.1", "127.0.0.1:1", "10.0.2.2:8016", "[::1]:8016",
      "[::1]",
      "flags.test", "Flags.Test:80",
    ]
  )
  func `a Host header with localhost, an IP address or a configured name is accepted`(host: String)
    async throws
  {
    let example = try await ServedExample { $0.hostNames = ["flags.test"] }
    #expect(try await Self.status(host, example.port) == "HTTP/1.1 200")
    withExtendedLifetime(example) {}
  }

  @Test(
    arguments: [
      "evil.test", "evil.test:8016", "localhost.evil.test", "127.0.0.1.evil.test", "127.1",
      "2130706433",
      "localhost:", "localhost:x", "localhost:123456", "localhost:80:80", "[::1]evil.test", "[::1",
      "[evil.test]", "::1", "flags.test.", "[]", ":80", "",
    ]
  )
  func `an unknown Host header gets status 421 on a loopback address without a token`(
    host: String
  ) async throws {
    let example = try await ServedExample { $0.hostNames = ["flags.test"] }
    #expect(try await Self.status(host, example.port) == "HTTP/1.1 421")
    let activity = example.server.activity
    #expect(activity.rejectedCount == 1)
  }

  @Test func `a server with a token accepts any host name`() async throws {
    let token = try #require(AccessToken("s3cret-token"))
    let example = try await ServedExample { $0.token = token }
    let header = "X-API-Key: s3cret-token\r\n"
    #expect(try await Self.status("evil.test", example.port, extra: header) == "HTTP/1.1 200")
    withExtendedLifetime(example) {}
  }

  @Test(arguments: ["s3cret-token \t", "\t s3cret-token"])
  func `white space around the token in a header is ignored`(value: String) async throws {
    let token = try #require(AccessToken("s3cret-token"))
    let example = try await ServedExample { $0.token = token }
    for header in ["X-API-Key: \(value)\r\n", "Authorization: Bearer s3cret-token \t\r\n"] {
      #expect(try await Self.status("localhost", example.port, extra: header) == "HTTP/1.1 200")
    }
    withExtendedLifetime(example) {}
  }

  @Test func `a header with a NUL byte after the token gets status 400`() async throws {
    let token = try #require(AccessToken("s3cret-token"))
    let example = try await ServedExample { $0.token = token }
    for header in [
      "X-API-Key: s3cret-token\u{0}more\r\n", "Authorization: Bearer s3cret-token\u{0}\r\n",
    ] {
      #expect(try await Self.status("localhost", example.port, extra: header) == "HTTP/1.1 400")
    }
    withExtendedLifetime(example) {}
  }

  @Test func `a key above the largest size gets status 404 with the limit`() async throws {
    let example = try await ServedExample()
    let dots = String(repeating: ".", count: 12_000)
    let long = try await example.send("POST", "/ofrep/v1/evaluate/flags/a\(dots)", body: "{}")
    #expect(long.status == 404)
    #expect(long.text.contains("found a key of 12001 bytes, expected at most 2048"))
    let longest = try await example.send(
      "POST",
      "/ofrep/v1/evaluate/flags/" + String(repeating: ".", count: 2_048),
      body: "{}"
    )
    #expect(longest.status == 404 && longest.text.contains("no feature has this key"))
    #expect(try await example.evaluate("v1.2%20Layout").contains("\"value\":true"))
  }

  @Test func `bulk and single evaluations work with a large context and many features`()
    async throws
  {
    let entries = (0..<600).map { "{\"name\":\"Feature \($0)\",\"enabled\":true}" }
    let example = try await ServedExample("[\(entries.joined(separator: ","))]")
    let note = String(repeating: "n", count: 100_000)
    for note in ["n", String(repeating: "n", count: 5_000), note] {
      let body = "{\"context\":{\"targetingKey\":\"ana\",\"note\":\"\(note)\"}}"
      let bulk = try await example.send("POST", "/ofrep/v1/evaluate/flags", body: body)
      #expect(bulk.status == 200 && bulk.text.contains("\"key\":\"Feature 599\""))
      let tag = try #require(bulk.headers["ETag"])
      let again = try await example.send(
        "POST",
        "/ofrep/v1/evaluate/flags",
        body: body,
        headers: ["If-None-Match": tag]
      )
      #expect(again.status == 304)
      let single = try await example.evaluate("Feature%207", body: body)
      #expect(single.contains("\"value\":true"))
    }
    #expect(example.server.activity.bulkCount == 6)
  }
}
