import FeatureFlags
import Foundation
import Frame
import Networking
import ScreenTestSupport
import TestSupport
import Testing

/// Tests the start of the dashboard with a cached configuration and a failing server.
struct StartTests {
  /// A behaviour of the server at the start, and the expected text of the dashboard.
  struct Start: CustomTestStringConvertible, Sendable {
    /// A timeout that is longer than a slow machine needs to process the keys.
    static let held = "300s"

    let testDescription: String
    let response: @Sendable (LocalRequest) -> LocalResponse
    /// The timeout of requests, as the value of `--timeout`.
    var timeout: String
    /// The expected part of the header after the first request has ended.
    var header = "✗ failed  from the cache"
    /// The expected part of the line in the activity log.
    let words: String

    init(
      _ name: String,
      _ response: LocalResponse,
      timeout: String = held,
      header: String = "✗ failed  from the cache",
      _ words: String
    ) {
      self.init(name, timeout: timeout, header: header, words) { _ in response }
    }

    init(
      _ name: String,
      timeout: String = held,
      header: String = "✗ failed  from the cache",
      _ words: String,
      _ response: @escaping @Sendable (LocalRequest) -> LocalResponse
    ) {
      testDescription = name
      self.response = response
      self.timeout = timeout
      self.header = header
      self.words = words
    }
  }

  private static let cached = #"[{ "name": "Kept Cart", "enabled": true }]"#
  private static let fresh = #"[{ "name": "Kept Cart" }, { "name": "Fresh Sale" }]"#

  static let starts = [
    Start("up", .text(fresh), header: "remote · 200", "Polled: 200"),
    Start("304", header: "up to date", "Unchanged") {
      .document(cached, etag: "\"kept\"", to: $0)
    },
    Start("404", .text("gone", status: 404), "responded with status 404"),
    Start("500", .text("oh", status: 500), "responded with status 500"),
    Start(
      "503 with Retry-After",
      .text("later", status: 503, headers: [("Retry-After", "100")]),
      header: "retrying in 1:4",
      "responded with status 503"
    ),
    Start(
      "3 bytes a second",
      .trickle(fresh, bytes: 3, every: .seconds(1)),
      timeout: "2s",
      "timed out while receiving"
    ),
    Start("stalled after the headers", .stalled, timeout: "2s", "timed out while receiving"),
    Start("silent", .silent, timeout: "2s", "timed out while waiting for the response"),
    Start(
      "cut in the middle",
      .cut(#"[{ "name""#, announced: 100),
      "connection lost after 9 of 100"
    ),
    Start("redirect loop", .redirect(to: "/features.json"), "redirected more than 5 times"),
    Start("redirect to a file", .redirect(to: "file:///etc/passwd"), "file:// is not allowed"),
    Start("gzip bomb", .bomb(size: 64 << 20), "larger than 33554432 bytes"),
    Start("login page", .loginPage, "found a web page"),
  ]

  @Test(arguments: starts)
  func `while a server does not respond, keys work and the cached configuration is active`(
    start: Start
  ) async throws {
    // A short timeout can expire before the keys are pressed.
    let isHeld = start.timeout == Start.held
    let gate = DispatchSemaphore(value: isHeld ? 0 : 1)
    defer { gate.signal() }
    let server = try LocalServer { request in
      gate.wait()
      gate.signal()
      return start.response(request)
    }
    let source = try CachedSource(url: server.url("/features.json"), cached: Self.cached)
    let session = try await source.open(timeout: start.timeout)
    try await source.use(session)
    if isHeld { try await session.wait(for: "has not responded yet   loading") }
    gate.signal()
    try await session.wait(for: start.header)
    try await source.expect(start.words, in: session)
    if start.header == "remote · 200" {
      #expect(try source.lastGood() == Self.fresh)
    } else {
      #expect(try source.lastGood() == Self.cached)
    }
    server.stop()
    let second = try await source.open(timeout: Start.held, in: session)
    try await second.wait(for: "✗ failed  from the cache")
    #expect(try second.screen().contains("Fresh Sale") == (start.header == "remote · 200"))
  }

  @Test(.enabled(if: LocalTLSServer.isAvailable, "openssl is missing"))
  func `a server with an untrusted certificate leaves the cached configuration active`()
    async throws
  {
    let server = try LocalTLSServer(name: "DNS:localhost", text: Self.fresh)
    let source = try CachedSource(url: server.url(), cached: Self.cached)
    try await source.expectFailure("the certificate is not from a trusted authority")
  }

  @Test func `a URL with an unknown host leaves the cached configuration active`() async throws {
    let host = LocalServer.unknownHost
    let source = try CachedSource(url: "http://\(host)/features.json", cached: Self.cached)
    try await source.expectFailure("cannot be resolved")
  }

  @Test func `a URL with a closed port leaves the cached configuration active`() async throws {
    let server = try LocalServer { _ in .silent }
    server.stop()
    let source = try CachedSource(url: server.url(), cached: Self.cached)
    try await source.expectFailure("refused the connection at port \(server.port)")
  }

  @Test(.onlyInFullRun)
  func `a slow response of three bytes a second does not time out`() async throws {
    let server = try LocalServer { _ in .trickle(Self.fresh, bytes: 3, every: .seconds(1)) }
    let source = try CachedSource(url: server.url(), cached: Self.cached)
    let session = try await source.open(timeout: "60s")
    try await source.use(session)
    try await session.wait(for: "remote · 200", within: .seconds(40))
    #expect(try session.screen().contains("Fresh Sale"))
    #expect(try source.lastGood() == Self.fresh)
  }
}

/// A temporary folder with a workspace that has cached the configuration of a URL.
private struct CachedSource {
  private static let size = Size(columns: 280, rows: 24)

  let url: String
  private let tester: Tester
  private let workspace: Workspace
  private let cached: LastGood

  init(url: String, cached text: String) throws {
    self.url = url
    tester = try Tester()
    let home = tester.folder.path(of: "home")
    workspace = Workspace(name: "w", source: url, stateRoot: home, cacheRoot: home + "/cache")
    cached = LastGood(
      bytes: Array(text.utf8),
      source: url,
      date: Date(timeIntervalSince1970: 1_795_255_331),
      revision: HTTPRevision(etag: "\"kept\"", lastModified: nil)
    )
    try workspace.keep(cached)
  }

  /// Opens the dashboard and waits for the cached configuration.
  func open(
    timeout: String,
    in former: TerminalSession? = nil
  ) async throws -> TerminalSession {
    try former?.type("q")
    try await former?.wait(for: "1 override is active in the workspace w: Kept Cart.")
    let session: TerminalSession
    if let former {
      session = former
    } else {
      session = try await TerminalSession(size: Self.size, environment: tester.environment)
    }
    let halyard = ProgramRun.path(of: "halyard")
    try session.enter("\(halyard) '\(url)' --workspace w --timeout \(timeout) --poll 60s")
    try await session.wait { $0.contains("Kept Cart") && $0.contains("from the cache") }
    return session
  }

  /// Presses keys that change the screen, and waits for each change.
  func use(_ session: TerminalSession) async throws {
    try session.type("?")
    try await session.wait(for: "Keys")
    try session.press("Escape")
    try await session.wait { !$0.contains("Keys") }
    try session.type(" ")
    try await session.wait { $0.contains("◆ 1 overridden") }
  }

  /// Opens the activity log and waits for the given text.
  func expect(_ words: String, in session: TerminalSession) async throws {
    try session.type("3")
    try await session.wait(for: words)
  }

  /// Starts the dashboard twice with an unreachable server, and expects the given text in the log.
  func expectFailure(_ words: String) async throws {
    let session = try await open(timeout: StartTests.Start.held)
    try await use(session)
    try await session.wait(for: "✗ failed  from the cache")
    try await expect(words, in: session)
    #expect(try workspace.lastGood() == cached)
    let second = try await open(timeout: StartTests.Start.held, in: session)
    try await second.wait { $0.contains("✗ failed  from the cache") && $0.contains("◆ 1") }
  }

  func lastGood() throws -> String? {
    try workspace.lastGood().map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}
