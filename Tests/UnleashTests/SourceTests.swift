import FeatureFlags
import Networking
import TestSupport
import Testing

@testable import Unleash

/// Tests a server of Unleash as a source, with its token and its ETag.
@Suite(.timeLimit(.minutes(1)))
struct SourceTests {
  private static let token = "*:development.secret"
  private static let document = #"{"version":2,"features":[{"name":"f","enabled":true}]}"#

  /// Starts a server that knows one token and one path.
  private static func server(status: Int = 200) throws -> LocalServer {
    try LocalServer { request in
      guard request.headers["authorization"] == token else { return .text("{}", status: 401) }
      guard request.target.hasPrefix("/base/api/client/features") else {
        return .text("", status: 404)
      }
      guard status == 200 else { return .text("{}", status: status) }
      return .document(document, etag: #""hash:7:v1""#, to: request)
    }
  }

  private static func source(
    _ server: LocalServer,
    path: String = "/base",
    token: String = token
  ) throws -> UnleashSource {
    try UnleashSource(
      url: "unleash+" + server.url(path),
      headers: ["Authorization": token]
    )
  }

  @Test(
    arguments: [
      ("/base", ""), ("/base/", ""), ("/base/api", ""), ("/base/api/client/features", ""),
      ("/base?project=shop", "?project=shop"),
    ]
  )
  func `the client features are requested from the same URL for each form of a base URL`(
    path: String,
    query: String
  )
    async throws
  {
    let server = try Self.server()
    let bytes = try await Self.source(server, path: path).read()
    #expect(String(decoding: bytes, as: UTF8.self) == Self.document)
    let request = try #require(server.requests.first)
    #expect(request.method == "GET")
    #expect(request.target == "/base/api/client/features" + query)
  }

  @Test func `the address of a source differs by token, and does not contain the token`() throws {
    let server = try Self.server()
    let tokens = [
      "*:development.secret", "*:development.other", "*:production.secret", "plain", "",
    ]
    let keys = try tokens.map { try #require(try Self.source(server, token: $0).address) }
    #expect(Set(keys).count == tokens.count)
    #expect(try Self.source(server).address == keys[0])
    for (key, token) in zip(keys, tokens) where !token.isEmpty { #expect(!key.contains(token)) }
  }

  @Test func `the headers of a request have the token unchanged, and the client specification`()
    async throws
  {
    let server = try Self.server()
    _ = try await Self.source(server).read()
    let headers = try #require(server.requests.first?.headers)
    #expect(headers["authorization"] == Self.token)
    #expect(headers["unleash-client-spec"] == "6.1.0")
    #expect(headers["unleash-appname"] == "halyard")
    #expect(headers["unleash-connection-id"]?.isEmpty == false)
  }

  @Test func `a conditional request returns no bytes if the revision is unchanged`() async throws {
    let server = try Self.server()
    let source = try Self.source(server)
    let first = try await source.fetch(unlessStill: nil, progress: nil)
    let second = try await source.fetch(unlessStill: first.facts?.revision, progress: nil)
    #expect(first.bytes != nil)
    #expect(second.bytes == nil)
    #expect(second.facts?.status == 304)
    #expect(server.requests.last?.headers["if-none-match"] == #""hash:7:v1""#)
  }

  @Test(arguments: [401, 403])
  func `status 401 and 403 are reported as a denied token`(status: Int) async throws {
    let server = try LocalServer { _ in .text("{}", status: status) }
    let source = try Self.source(server)
    let error = await #expect(throws: SourceError.self) { _ = try await source.read() }
    guard case .denied? = error else {
      Issue.record("found \(String(describing: error)), expected a denied token")
      return
    }
    #expect(error?.facts?.status == status)
    #expect(error?.description.contains("denies the token with status \(status)") == true)
  }

  @Test(arguments: [404, 429, 500, 503])
  func `a status such as 404 or 503 is reported with the expected status`(status: Int) async throws
  {
    let server = try Self.server(status: status)
    let source = try Self.source(server)
    let error = await #expect(throws: SourceError.self) { _ = try await source.read() }
    #expect(
      error?.description
        == "\(source.name): the server responded with status \(status), expected 200"
    )
    #expect(server.requests.count == 1)
  }

  @Test func `polling pauses while the token is denied, and a refresh that succeeds resumes it`()
    async throws
  {
    let server = try LocalServer { _ in .text("{}", status: 403) }
    let loader = ConfigurationLoader(source: try Self.source(server), origin: .remote)
    let poller = Poller(loader, clock: ManualClock())
    var events = poller.events.makeAsyncIterator()
    poller.start()
    for isPaused in [true, false] {
      #expect(poller.refreshNow())
      while let event = await events.next(isolation: #isolation) {
        if case .finished = event { break }
      }
      #expect(poller.isPaused == isPaused)
      server.change { _ in .text(#"[{"name":"f"}]"#) }
    }
  }
}
