import CoreTestSupport
import Foundation
import Networking
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests loads from an HTTP server on the loopback interface, with valid and faulty responses.
@Suite(.tags(.optimised))
struct RemoteLoadTests {
  static let good = #"[{"name":"A","enabled":true}]"#
  static let date = Date(timeIntervalSince1970: 1_795_255_331)

  private static func loader(
    _ server: LocalServer,
    _ folder: TemporaryFolder,
    path: String = "/features.json",
    deadline: Duration = .seconds(30)
  ) throws -> ConfigurationLoader {
    ConfigurationLoader(
      source: try RemoteSource(url: server.url(path), deadline: deadline),
      cache: folder.workspace(),
      origin: .remote,
      now: { date }
    )
  }

  /// Faults of a server, each with a part of the expected message.
  static let faults: [(String, LocalResponse, String)] = [
    ("404", .text("no", status: 404), "responded with status 404"),
    ("500", .text("no", status: 500), "responded with status 500"),
    ("204", .response(204, body: []), "responded with status 204"),
    ("unrequested 304", .response(304, body: []), "responded with status 304"),
    ("503", .text("", status: 503, headers: [("Retry-After", "7")]), "responded with status 503"),
    ("stalled after headers", .stalled, "timed out while receiving"),
    ("silent", .silent, "timed out while waiting for the response"),
    ("cut in the middle", .cut("[{", announced: 100), "connection lost after 2 of 100"),
    ("half a file", .text(#"[{"name":"A","#), ":1: column"),
    ("empty object", .text("{}"), "found an empty object"),
    ("login page", .loginPage, "found a web page"),
    ("nothing", .text(""), "found nothing"),
    ("redirect to a file", .redirect(to: "file:///etc/passwd"), "file:// is not allowed"),
    ("redirect loop", .redirect(to: "/features.json"), "redirected more than"),
  ]

  @Test(arguments: faults.indices)
  func `each fault of a server is reported, and the cache is unchanged`(index: Int) async throws {
    let (_, fault, message) = Self.faults[index]
    let folder = try TemporaryFolder()
    let server = try LocalServer { _ in fault }
    let loader = try Self.loader(server, folder, deadline: .milliseconds(700))
    let error = await #expect(throws: SourceError.self) { try await loader.load() }
    #expect(error?.description.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
    #expect(error?.description.hasPrefix(server.url("/features.json")) == true)

    let good = LastGood(bytes: Array(Self.good.utf8), source: loader.source.name, date: Self.date)
    try folder.workspace().keep(good)
    let loaded = try await loader.load()
    #expect(loaded.origin == .cache)
    #expect(loaded.date == Self.date)
    #expect(loaded.reason.map(\.description) == error?.description)
    #expect(loaded.configuration.features.map(\.name) == ["A"])
    #expect(try folder.workspace().lastGood() == good)
  }

  @Test(arguments: [
    (LocalResponse.loginPage, 200), (.text("no", status: 500), 500),
    (.text("", status: 503, headers: [("Retry-After", "7")]), 503),
  ])
  func `the status of a response is reported, even if its document is invalid`(
    response: LocalResponse,
    status: Int
  ) async throws {
    let server = try LocalServer { _ in response }
    let loader = ConfigurationLoader(source: try RemoteSource(url: server.url()))
    let error = await #expect(throws: SourceError.self) { try await loader.load() }
    #expect(error?.facts?.status == status)
    #expect(error?.facts?.retryDelay == (status == 503 ? .seconds(7) : nil))
  }

  @Test func `a load while the server is down returns the cached document`() async throws {
    let folder = try TemporaryFolder()
    let server = try LocalServer { _ in .text(Self.good, headers: [("ETag", "\"1\"")]) }
    let loader = try Self.loader(server, folder)
    let first = try await loader.load()
    #expect(first.origin == .remote)
    #expect(first.facts?.status == 200)
    #expect(first.facts?.bytesReceived == Self.good.utf8.count)
    #expect(first.facts?.address == server.url("/features.json"))
    server.stop()
    let second = try await loader.load()
    #expect(second.origin == .cache)
    #expect(second.configuration == first.configuration)
    guard case .unreachable(_, .refused) = second.reason else {
      Issue.record("\(String(describing: second.reason))")
      return
    }
  }

  @Test func `a conditional request has the stored validators, and 304 preserves the document`()
    async throws
  {
    let folder = try TemporaryFolder()
    let day = "Sat, 21 nov 2026 01:02:03 GMT"
    let server = try LocalServer { request in
      request.headers["if-none-match"] == "W/\"x y\"" && request.headers["if-modified-since"] == day
        ? .response(304, body: [])
        : .text(Self.good, headers: [("etag", "W/\"x y\""), ("last-modified", day)])
    }
    var loader = try Self.loader(server, folder)
    _ = try await loader.load()
    let again = try await loader.load()
    #expect(again.facts?.status == 304)
    #expect(again.origin == .remote)
    #expect(again.date == Self.date)
    #expect(again.isCurrent && again.failures.isEmpty)
    loader.cache = nil
    #expect(try await loader.load(after: again).facts?.status == 304, "from the previous load")
    #expect(try await loader.load().facts?.status == 200)
  }

  @Test func `a validator that the server no longer sends is removed from the cache`() async throws
  {
    let folder = try TemporaryFolder()
    let server = try LocalServer { _ in .text(Self.good, headers: [("ETag", "\"1\"")]) }
    let loader = try Self.loader(server, folder)
    _ = try await loader.load()
    server.change { _ in .text(Self.good) }
    _ = try await loader.load()
    #expect(try folder.workspace().lastGood()?.revision == nil)
  }

  @Test func `an ETag with a control byte is not sent, and the cache entry is replaced`()
    async throws
  {
    let folder = try TemporaryFolder()
    let server = try LocalServer { _ in .text(Self.good, headers: [("ETag", "\"a\u{1}b\"")]) }
    let first = try await Self.loader(server, folder).load()
    #expect(first.facts?.status == 200 && first.facts?.revision == nil)
    _ = try await Self.loader(server, folder).load(after: first)
    // An earlier version of the program could store an ETag with a control byte.
    let facts = try folder.read("cache/test/configuration.json")
    let poison = #""etag": "\"a\u0001b\"", "lastModified": "Sat,\r\nX: y", "sha256""#
    let poisoned = facts.replacingOccurrences(of: "\"sha256\"", with: poison)
    #expect(poisoned != facts)
    try folder.write(poisoned, to: "cache/test/configuration.json")
    let restarted = try await Self.loader(server, folder).load()
    #expect(restarted.origin == .remote && restarted.isCurrent)
    #expect(server.requests.count == 3)
    for request in server.requests {
      #expect(request.headers["if-none-match"] == nil)
      #expect(request.headers["if-modified-since"] == nil)
    }
    #expect(try folder.read("cache/test/configuration.json") == facts)
  }

  @Test(arguments: [200, 304])
  func `Retry-After of a successful response does not delay the next poll`(
    status: Int
  ) async throws {
    let folder = try TemporaryFolder()
    let wish = ("Retry-After", "86400")
    let server = try LocalServer { _ in
      .text(Self.good, headers: [("ETag", "\"1\""), wish])
    }
    let loader = try Self.loader(server, folder)
    if status == 304 {
      _ = try await loader.load()
      server.change { _ in .response(304, headers: [wish], body: []) }
    }
    let loaded = try await loader.load()
    #expect(loaded.facts?.status == status)
    #expect(loaded.facts != nil && loaded.facts?.retryDelay == nil)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func `a Retry-After date has a valid delay even if the wall clock time is out of range`(
    time: Double
  ) async throws {
    let server = try LocalServer { _ in
      .text("", status: 503, headers: [("Retry-After", "Tue, 06 Nov 2094 08:00:00 GMT")])
    }
    let source = try RemoteSource(
      url: server.url(),
      now: { Date(timeIntervalSince1970: time) }
    )
    let error = await #expect(throws: SourceError.self) { try await source.read() }
    #expect(error?.facts?.retryDelay == .seconds(time == -.infinity ? 3_600 : 0))
  }

  @Test func `URLs that differ in a token have separate caches, which do not contain the token`()
    async throws
  {
    let folder = try TemporaryFolder()
    let server = try LocalServer { .document(Self.good, etag: "\"1\"", to: $0) }
    let loader = try Self.loader(server, folder, path: "/f.json?token=abc123")
    let loaded = try await loader.load()
    #expect(loader.source.name == server.url("/f.json?token=…"))
    #expect(loaded.facts?.address == loader.source.name)
    #expect(try folder.read("cache/test/configuration.json").contains("abc123") == false)
    #expect(try await loader.load().facts?.status == 304)
    let other = try Self.loader(server, folder, path: "/f.json?token=xyz")
    #expect(other.source.name == loader.source.name)
    #expect(other.source.address != loader.source.address)
    #expect(try await other.load().facts?.status == 200)
    let targets = ["/f.json?token=abc123", "/f.json?token=abc123", "/f.json?token=xyz"]
    #expect(server.requests.map(\.target) == targets)
  }

  @Test func `a damaged cache is reported, and neither loaded nor used for a conditional request`()
    async throws
  {
    let folder = try TemporaryFolder()
    let server = try LocalServer { .document(Self.good, etag: "\"1\"", to: $0) }
    let loader = try Self.loader(server, folder)
    _ = try await loader.load()
    let cache = folder.path(of: "cache/test")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: cache).first {
        $0.hasPrefix("configuration-")
      }
    )
    try folder.write(#"[{"name":"B","enabled":true}]"#, to: "cache/test/\(name)")
    server.change { _ in .text("no", status: 500) }
    await #expect(throws: SourceError.self) { try await loader.load() }
    server.change { .document(Self.good, etag: "\"1\"", to: $0) }
    let loaded = try await loader.load()
    #expect(loaded.facts?.status == 200)
    #expect(loaded.failures.map { "\($0)" }.joined().contains("found another document"))
    #expect(try await loader.load().failures.isEmpty, "the damaged entry was replaced")
  }

  @Test func `the cached document of a different URL is never used`() async throws {
    let folder = try TemporaryFolder()
    let server = try LocalServer { .document(Self.good, etag: "\"1\"", to: $0) }
    _ = try await Self.loader(server, folder, path: "/one.json").load()
    let other = try await Self.loader(server, folder, path: "/two.json").load()
    #expect(other.facts?.status == 200)
    server.stop()
    let one = try Self.loader(server, folder, path: "/one.json")
    await #expect(throws: SourceError.self) { try await one.load() }
  }

  @Test
  func `without a server the cache is loaded first, then the fallback, then the bundled document`()
    async throws
  {
    let folder = try TemporaryFolder()
    let server = try LocalServer { _ in .text(Self.good) }
    var loader = try Self.loader(server, folder)
    loader.fallback = InMemorySource(text: #"[{"name":"F"}]"#)
    loader.bundled = InMemorySource(text: #"[{"name":"B"}]"#)
    #expect(try await loader.load().configuration.features.map(\.name) == ["A", "F"])
    server.change { _ in .text("{}") }
    #expect(try await loader.load().origin == .cache)
    loader.cache = nil
    #expect(try await loader.load().origin == .fallback)
    loader.fallback = InMemorySource(text: "<html>")
    let last = try await loader.load()
    #expect(last.origin == .bundled)
    #expect(last.configuration.features.map(\.name) == ["B"])
    #expect(last.failures.count == 2)
  }

  @Test func `a request has the configured headers, and a password in the URL is not shown`()
    async throws
  {
    let server = try LocalServer { _ in .text("[]") }
    let url = server.url("/x").replacingOccurrences(of: "//", with: "//ana:secret@")
    let source = try RemoteSource(url: url, headers: ["X-Team": "flags"])
    _ = try await source.read()
    #expect(server.requests.first?.headers["x-team"] == "flags")
    #expect(source.name == server.url("/x"))
  }

  @Test(arguments: ["ftp://h/x", "file:///x", "http://", "https://h:99999/", "http://a b/"])
  func `an invalid URL is rejected without a request`(url: String) {
    let error = #expect(throws: SourceError.self) { try RemoteSource(url: url) }
    switch error {
    case .unsupported, .unusable: break
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test func `an invalid header is rejected without a request`() {
    #expect(throws: SourceError.self) {
      try RemoteSource(url: "http://localhost/", headers: ["X": "a\r\nY: b"])
    }
  }

  @Test func `cancelling a load ends it, and leaves the cache unchanged`() async throws {
    let folder = try TemporaryFolder()
    let server = try LocalServer { _ in .silent }
    let loader = try Self.loader(server, folder)
    let task = Task { try await loader.load() }
    await server.waitForRequests()
    task.cancel()
    await #expect(throws: SourceError.unreachable(loader.source.name, .cancelled)) {
      try await task.value
    }
    #expect(try folder.workspace().lastGood() == nil)
  }
}
