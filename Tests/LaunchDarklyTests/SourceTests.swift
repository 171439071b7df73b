import FeatureFlags
import Networking
import TestSupport
import Testing

@testable import LaunchDarkly

/// Tests a server of LaunchDarkly's SDKs as a source, with its SDK key and its ETag.
@Suite(.timeLimit(.minutes(1)))
struct SourceTests {
  private static let key = "sdk-0123"
  private static let document =
    #"{"flags": {"f": {"on": false, "variations": [1], "offVariation": 0}}}"#

  /// Starts a server that knows one SDK key and one path.
  private static func server() throws -> LocalServer {
    try LocalServer { request in
      guard request.headers["authorization"] == key else { return .text("{}", status: 401) }
      guard request.target.hasPrefix("/base/sdk/latest-all") else { return .text("", status: 404) }
      return .document(document, etag: #""7""#, to: request)
    }
  }

  private static func source(
    _ server: LocalServer,
    path: String = "/base",
    key: String = key
  ) throws -> LaunchDarklySource {
    try LaunchDarklySource(
      url: "launchdarkly+" + server.url(path),
      headers: ["Authorization": key]
    )
  }

  @Test(
    arguments: [
      ("/base", ""), ("/base/", ""), ("/base/sdk", ""), ("/base/sdk/latest-all", ""),
      ("/base?filter=shop", "?filter=shop"),
    ]
  )
  func `the flags are requested from the same URL for each form of an SDK's base URL`(
    path: String,
    query: String
  ) async throws {
    let server = try Self.server()
    let bytes = try await Self.source(server, path: path).read()
    #expect(String(decoding: bytes, as: UTF8.self) == Self.document)
    #expect(server.requests.first?.target == "/base/sdk/latest-all" + query)
  }

  @Test func `a conditional request returns no bytes if the revision is unchanged`() async throws {
    let server = try Self.server()
    let source = try Self.source(server)
    let first = try await source.fetch(unlessStill: nil, progress: nil)
    let second = try await source.fetch(unlessStill: first.facts?.revision, progress: nil)
    #expect(first.bytes != nil && second.bytes == nil)
    #expect(second.facts?.status == 304)
    #expect(server.requests.last?.headers["if-none-match"] == #""7""#)
  }

  @Test(arguments: [401, 403])
  func `status 401 and 403 are reported as a denied SDK key`(status: Int) async throws {
    let server = try LocalServer { _ in .text("{}", status: status) }
    let source = try Self.source(server)
    let error = await #expect(throws: SourceError.self) { _ = try await source.read() }
    guard case .denied? = error else {
      Issue.record("found \(String(describing: error)), expected a denied key")
      return
    }
    #expect(server.requests.count == 1)
  }

  @Test func `the address of a cached response differs by SDK key, and does not contain the key`()
    throws
  {
    let server = try Self.server()
    let addresses = try ["sdk-a", "sdk-b", "sdk-a"].map { try Self.source(server, key: $0).address }
    #expect(addresses[0] == addresses[2] && addresses[0] != addresses[1])
    #expect(addresses.allSatisfy { $0?.contains("sdk-") == false })
  }
}
