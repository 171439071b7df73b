import FeatureFlags
import Glibc
import HTTPServer
import Networking
import Serving
import TestSupport
import Testing
import Workbench

/// Tests the server with malformed requests, and with slow and numerous clients.
@Suite(.tags(.concurrent))
struct HostileTests {
  private static let health =
    "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
  private static let path = "/ofrep/v1/evaluate/flags"

  /// Whether another client gets its response.
  private static func isServing(_ port: UInt16) throws -> Bool {
    let connection = try RawConnection(port: port)
    connection.send(health)
    return connection.receive().hasPrefix("HTTP/1.1 200")
  }

  @Test(arguments: 0..<4)
  func `malformed requests never get status 500, and other clients are still served`(
    seed: Int
  ) async throws {
    let example = try await ServedExample()
    let port = example.port
    try await onThread {
      var random = SeededGenerator(seed: UInt64(seed))
      for number in 0..<(Effort.isFull ? 2_500 : 400) {
        let request = HostileRequest(using: &random)
        let connection = try RawConnection(port: port)
        connection.send(request.bytes)
        if request.end == .response {
          let response = connection.receive()
          let text = String(decoding: request.bytes.prefix(300), as: UTF8.self)
          #expect(response.hasPrefix("HTTP/1.1 "), "request \(number): \(text)")
          #expect(!response.hasPrefix("HTTP/1.1 5") || response.hasPrefix("HTTP/1.1 501"))
        }
        if number % 50 == 0 { #expect(try Self.isServing(port)) }
      }
    }
    let activity = example.server.activity
    #expect(activity.clients.count <= 256)
    #expect(activity.evaluations.count <= 500)
    #expect(activity.unknownKeys.count <= 256)
    withExtendedLifetime(example) {}
  }

  @Test(arguments: ["[", "{\"context\":", "{\"context\":{\"a\":["])
  func `a body nested 100,000 levels deep gets status 400`(opening: String) async throws {
    let example = try await ServedExample()
    let body = String(repeating: opening, count: min(100_000, 900_000 / opening.utf8.count))
    for path in [Self.path, Self.path + "/Colour", "/v1/allocations", "/v1/users/experiments"] {
      let response = try await example.send("POST", path, body: body)
      #expect(response.status == 400)
      #expect(response.text.contains("\"errorDetails\""))
    }
  }

  @Test func `a URL of 1 MB is refused, and other clients are still served`() async throws {
    let example = try await ServedExample()
    let port = example.port
    try await onThread {
      let connection = try RawConnection(port: port)
      let url = String(repeating: "a", count: 1_000_000)
      connection.send("GET /\(url) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
      let response = connection.receive()
      // The server may close the connection while the rest of the URL arrives.
      #expect(response.isEmpty || response.hasPrefix("HTTP/1.1 414"))
      #expect(try Self.isServing(port))
    }
  }

  @Test func `a request with a malformed Origin header gets a response without CORS headers`()
    async throws
  {
    let example = try await ServedExample { $0.allowedOrigins = ["*"] }
    let port = example.port
    try await onThread {
      for origin in ["", " ", "http://localhost\tx"] {
        let connection = try RawConnection(port: port)
        connection.send(
          "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nOrigin: \(origin)\r\n\r\n"
        )
        let response = connection.receive()
        #expect(response.hasPrefix("HTTP/1.1 200"))
        #expect(!response.contains("Access-Control-Allow-Origin"), "\(origin)")
      }
    }
  }

  @Test func `other clients are served while many connections are slow or idle`() async throws {
    let example = try await ServedExample()
    let port = example.port
    try await onThread {
      // Both ends of each connection need a descriptor of this process.
      let descriptors = Int(sysconf(Int32(_SC_OPEN_MAX)))
      let count = min(Effort.isFull ? 2_000 : 300, (descriptors - 400) / 2)
      let idle = try (0..<count).map { _ in try RawConnection(port: port) }
      let slow = try (0..<50)
        .map { _ in
          let connection = try RawConnection(port: port)
          connection.send(
            "POST \(Self.path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n"
          )
          return connection
        }
      for _ in 0..<20 {
        for connection in slow { #expect(connection.send("{")) }
        #expect(try Self.isServing(port))
      }
      for connection in slow { connection.endSending() }
      #expect(try Self.isServing(port))
      withExtendedLifetime(idle) {}
    }
  }

  @Test func `the recorded activity has shortened texts and no attributes of large requests`()
    async throws
  {
    let example = try await ServedExample()
    let large = String(repeating: "e\u{301}", count: 300_000)
    let body =
      "{\"context\":{\"targetingKey\":\"\(large)\",\"plan\":\"gold\",\"note\":\"\(large)\"}}"
      .replacing(large + "\"}}", with: String(repeating: "n", count: 5_000) + "\"}}")
    for path in [Self.path, Self.path + "/New%20Cart", Self.path + "/None"] {
      let response = try await example.send("POST", path, body: body)
      #expect([200, 404].contains(response.status))
    }
    let activity = example.server.activity
    let texts =
      activity.evaluations.flatMap { [$0.user ?? "", $0.key ?? "", $0.result] }
      + activity.clients.compactMap { $0.context?.targetingKey }
      + activity.uses.values.flatMap(\.users).compactMap { $0.context.targetingKey }
    #expect(activity.evaluations.count == 3)
    #expect(texts.contains { $0.utf8.count > 100 })
    #expect(texts.allSatisfy { $0.utf8.count <= 800 })
    let contexts =
      activity.clients.compactMap(\.context)
      + activity.uses.values.flatMap(\.users).map(\.context)
    #expect(contexts.allSatisfy { $0.attributes.isEmpty })
  }

  @Test func `the recorded activity has the attributes of requests of normal size`() async throws {
    let example = try await ServedExample()
    let body =
      #"{"context":{"targetingKey":"ana","plan":"gold","ids":[1,2],"app":{"version":"2"}}}"#
    _ = try await example.evaluate("New%20Cart", body: body)
    let attributes = example.server.activity.clients.first?.context?.attributes
    #expect(attributes?["plan"] == .string("gold"))
    #expect(attributes?.count == 3)
  }
}
