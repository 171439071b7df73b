import Networking
import TestSupport
import Testing

/// Which headers of a request a redirect gets.
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

  /// Two hosts with the same port, which another test may have in use on one of them.
  private static func pairOfServers() throws -> (server: LocalServer, other: LocalServer) {
    for _ in 0..<20 {
      let other = try LocalServer(host: "127.0.0.2") { _ in .text("end") }
      if let server = try? LocalServer(port: other.port, { _ in .text("") }) {
        return (server, other)
      }
    }
    throw NoPort()
  }

  private struct NoPort: Error {}

  @Test(arguments: [
    "http://127.0.0.2:PORT/end", "//127.0.0.2:PORT/end",
    "http://127.0.0.1:PORT@127.0.0.2:PORT/end", "HTTP://127.0.0.2:PORT\\@127.0.0.1:PORT/end",
  ])
  func `a redirect to another host gets no secret, however the target is written`(
    target: String
  ) async throws {
    let (server, other) = try Self.pairOfServers()
    let location = target.replacing("PORT", with: "\(other.port)")
    server.change { $0.target == "/" ? .redirect(to: location) : .text("same") }
    // A target that libcurl cannot read, or that leads nowhere, ends the request.
    _ = try? await client.send(Self.request(server.url()))
    #expect(Self.sent(Self.secrets, by: server.requests.first) == Self.secrets)
    #expect(other.requests.allSatisfy { Self.sent(Self.secrets, by: $0) == [] })
  }

  @Test(arguments: [
    "/end", "end", "?end", "/a b", "//127.0.0.1:PORT/end", "HTTP://127.0.0.1:PORT/",
  ])
  func `a redirect within the origin gets all headers`(target: String) async throws {
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

  @Test func `a secret does not come back when a redirect returns to its origin`() async throws {
    let other = try LocalServer { _ in .text("") }
    let server = try LocalServer { [url = other.url()] in
      $0.target == "/" ? .redirect(to: url) : .text("end")
    }
    other.change { [url = server.url("/end")] _ in .redirect(to: url) }
    let response = try await client.send(Self.request(server.url()))
    #expect(response.text == "end")
    #expect(Self.sent(["x-api-key"], by: server.requests.last) == [])
  }

  @Test func `of two targets none gets a secret`() async throws {
    let other = try LocalServer { _ in .text("end") }
    let server = try LocalServer { _ in .text("end") }
    server.change { [url = other.url()] in
      guard $0.target == "/" else { return .text("end") }
      return .answer(302, headers: [("Location", "/end"), ("Location", url)], body: [])
    }
    _ = try await client.send(Self.request(server.url()))
    #expect(Self.sent(Self.secrets, by: server.requests.last ?? other.requests.last).count != 1)
    #expect(Self.sent(Self.secrets, by: other.requests.last) == [])
  }

  @Test func `lines of another origin are requested without secrets too`() async throws {
    let other = try LocalServer { _ in .lines(["one\n"]) }
    let server = try LocalServer { [url = other.url()] _ in .redirect(to: url) }
    let stream = try await client.stream(Self.request(server.url()))
    for try await line in stream.lines { #expect(line == "one") }
    #expect(Self.sent(Self.secrets, by: other.requests.first) == [])
  }
}
