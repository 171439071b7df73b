import Networking
import TestSupport
import Testing

/// Tests which headers are sent after a redirect.
struct RedirectTests {
  private static let secrets = [
    "authorization", "cookie", "proxy-authorization", "x-api-key", "x-team", "api-key",
  ]
  private static let harmless = [
    "accept", "accept-language", "cache-control", "content-type", "if-modified-since",
    "if-none-match", "user-agent",
  ]
  private let client = HTTPClient(configuration: .forTests)

  private static func request(_ url: String) -> HTTPRequest {
    let fields = (secrets + harmless).map { HTTPHeaders.Field(name: $0, value: "v-\($0)") }
    return HTTPRequest(url: url, method: "POST", headers: HTTPHeaders(fields), body: [1])
  }

  private static func sent(_ names: [String], by request: LocalRequest?) -> [String] {
    names.filter { request?.headers[$0] == "v-\($0)" }
  }

  /// Starts servers on two hosts with the same port; retries if one host already uses the port.
  private static func serversWithSamePort() throws -> (server: LocalServer, other: LocalServer) {
    for _ in 0..<20 {
      let other = try LocalServer(host: "127.0.0.2") { _ in .text("end") }
      if let server = try? LocalServer(port: other.port, { _ in .text("") }) {
        return (server, other)
      }
    }
    throw NoFreePort()
  }

  private struct NoFreePort: Error {}

  @Test(arguments: [
    "http://127.0.0.2:PORT/end", "//127.0.0.2:PORT/end",
    "http://127.0.0.1:PORT@127.0.0.2:PORT/end", "HTTP://127.0.0.2:PORT\\@127.0.0.1:PORT/end",
  ])
  func `a redirect to another host is sent without secret headers, whatever the form of its URL`(
    target: String
  ) async throws {
    let (server, other) = try Self.serversWithSamePort()
    let location = target.replacing("PORT", with: "\(other.port)")
    server.change { $0.target == "/" ? .redirect(to: location) : .text("same") }
    // Ignores the error of a malformed or unreachable target: the test is about the headers only.
    _ = try? await client.send(Self.request(server.url()))
    #expect(Self.sent(Self.secrets, by: server.requests.first) == Self.secrets)
    #expect(other.requests.allSatisfy { Self.sent(Self.secrets, by: $0) == [] })
  }

  @Test(arguments: [
    "/end", "end", "?end", "/a b", "//127.0.0.1:PORT/end", "HTTP://127.0.0.1:PORT/",
  ])
  func `a redirect within one origin is sent with all headers`(target: String) async throws {
    let server = try LocalServer { _ in .text("end") }
    let location = target.replacing("PORT", with: "\(server.port)")
    server.change {
      $0.target == "/" && $0.method == "POST" ? .redirect(to: location) : .text("end")
    }
    let response = try await client.send(Self.request(server.url()))
    #expect(response.text == "end")
    #expect(server.requests.count == 2)
    #expect(Self.sent(Self.secrets, by: server.requests.last) == Self.secrets)
  }

  @Test func `a secret header stays removed if a later redirect returns to the first origin`()
    async throws
  {
    let other = try LocalServer { _ in .text("") }
    let server = try LocalServer { [url = other.url()] in
      $0.target == "/" ? .redirect(to: url) : .text("end")
    }
    other.change { [url = server.url("/end")] _ in .redirect(to: url) }
    let response = try await client.send(Self.request(server.url()))
    #expect(response.text == "end")
    #expect(Self.sent(["x-api-key"], by: server.requests.last) == [])
  }

  @Test func `the request after a redirect with two Location headers has no secret headers`()
    async throws
  {
    let other = try LocalServer { _ in .text("end") }
    let server = try LocalServer { _ in .text("end") }
    server.change { [url = other.url()] in
      guard $0.target == "/" else { return .text("end") }
      return .response(302, headers: [("Location", "/end"), ("Location", url)], body: [])
    }
    _ = try await client.send(Self.request(server.url()))
    #expect(Self.sent(Self.secrets, by: server.requests.last ?? other.requests.last).count != 1)
    #expect(Self.sent(Self.secrets, by: other.requests.last) == [])
  }

  @Test func `a stream removes secret headers on a redirect to a different origin`() async throws {
    let other = try LocalServer { _ in .lines(["one\n"]) }
    let server = try LocalServer { [url = other.url()] _ in .redirect(to: url) }
    let stream = try await client.stream(Self.request(server.url()))
    for try await line in stream.lines { #expect(line == "one") }
    #expect(Self.sent(Self.secrets, by: other.requests.first) == [])
  }
}
