import FeatureFlags
import Networking
import TestSupport
import Testing

@testable import GrowthBook

/// Tests a server of GrowthBook as a source, with its client key and its ETag.
@Suite(.timeLimit(.minutes(1)))
struct SourceTests {
  private static let document = #"{"status": 200, "features": {"f": {"defaultValue": true}}}"#

  private static func server(at prefix: String = "") throws -> LocalServer {
    try LocalServer { request in
      guard request.target.hasPrefix(prefix + "/api/features/sdk-1") else {
        return .text("{}", status: 404)
      }
      return .document(document, etag: #""7""#, to: request)
    }
  }

  @Test(
    arguments: [
      ("", "/sdk-1", ""), ("", "/sdk-1/", ""), ("", "/api/features/sdk-1", ""),
      ("/base", "/base/sdk-1", ""), ("", "/sdk-1?project=p", "?project=p"),
    ]
  )
  func `the features are loaded from a URL that contains a client key`(
    base: String,
    path: String,
    query: String
  ) async throws {
    let server = try Self.server(at: base)
    let source = try GrowthBookSource(url: "growthbook+" + server.url(path))
    let bytes = try await source.read()
    #expect(String(decoding: bytes, as: UTF8.self) == Self.document)
    #expect(server.requests.first?.target == base + "/api/features/sdk-1" + query)
  }

  @Test func `a conditional request returns no bytes if the revision is unchanged`() async throws {
    let server = try Self.server()
    let source = try GrowthBookSource(url: "growthbook+" + server.url("/sdk-1"))
    let first = try await source.fetch(unlessStill: nil, progress: nil)
    let second = try await source.fetch(unlessStill: first.facts?.revision, progress: nil)
    #expect(first.bytes != nil && second.bytes == nil)
    #expect(server.requests.last?.headers["if-none-match"] == #""7""#)
  }

  @Test(arguments: ["growthbook+http://flags.test", "growthbook+http://flags.test/"])
  func `a URL without a client key is rejected`(url: String) {
    let error = #expect(throws: SourceError.self) { try GrowthBookSource(url: url) }
    guard case .unusable? = error else {
      Issue.record("found \(String(describing: error)), expected an unusable URL")
      return
    }
  }
}
