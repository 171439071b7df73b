import FeatureFlags
import Foundation
import Networking
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the datafile of a client after an asynchronous start.
struct AsyncStartTests {
  static let date = "whatever the server calls a date"

  /// The response of the server to the request for the datafile.
  enum Remote: CaseIterable {
    case valid, unchanged, emptyObject, notJSON, wrongVersion, uncalledFor, forbidden, broken
    case silent, cut, reset

    func response(_ request: LocalRequest) -> LocalResponse {
      switch self {
      case .valid: .text(SmallDatafile.revision("remote"), headers: [("Last-Modified", date)])
      case .unchanged:
        request.headers["if-modified-since"] == date
          ? .response(304, body: []) : .text("no such date", status: 400)
      case .emptyObject: .text("{}", headers: [("Last-Modified", date)])
      case .notJSON: .text("<html>")
      case .wrongVersion: .text(#"{"version":"5"}"#)
      case .uncalledFor: .response(304, body: [])
      case .forbidden: .text("denied", status: 403)
      case .broken: .text(SmallDatafile.revision("error page"), status: 500)
      case .silent: .silent
      case .cut: .cut(SmallDatafile.revision("cut"), announced: 1_000_000)
      case .reset: LocalResponse([.reset])
      }
    }
  }

  /// The state of the cached or of the bundled datafile.
  enum Local: CaseIterable {
    case valid, invalid, absent
  }

  @Test(arguments: Remote.allCases)
  func `the datafile of the server is used first, then the cached one, then the bundled one`(
    remote: Remote
  ) async throws {
    for cache in Local.allCases {
      for bundle in Local.allCases { try await check(remote, cache, bundle) }
    }
  }

  private func check(_ remote: Remote, _ cache: Local, _ bundle: Local) async throws {
    let server = try LocalServer { remote.response($0) }
    let project = try TestProject(server)
    try cache.keep(in: project)
    let client = project.client()
    var error: OptimizelyError?
    do {
      let limit = remote == .silent ? 0.1 : 10
      try await client.start(resourceTimeout: limit, bundled: bundle.bundled)
    } catch let failure {
      error = failure as? OptimizelyError
    }
    let origins: [Origin?] = [
      remote == .valid ? .remote : nil, cache == .valid ? .cache : nil,
      bundle == .valid ? .bundled : nil,
    ]
    let label: Comment = "\(remote), cache \(cache), bundle \(bundle): \(client.attempts)"
    #expect(client.loaded?.origin == origins.compactMap(\.self).first, label)
    #expect((error == nil) == client.isReady, label)
    let tried = origins.firstIndex { $0 != nil } ?? 2
    let locations = [Origin.remote, .cache, .bundled][...tried]
    #expect(client.attempts.map(\.place) == Array(locations), label)
    // Only a valid datafile replaces the cached datafile.
    let stored = try project.workspace.lastGood()
    let text = stored.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(text == (remote == .valid ? SmallDatafile.revision("remote") : cache.text), label)
    if remote == .valid { #expect(stored?.revision?.lastModified == Self.date) }
    // With a cached datafile the request is conditional, and repeats the server's date unchanged.
    let sentDate = server.requests.first?.headers["if-modified-since"]
    #expect(sentDate == (cache == .valid ? Self.date : nil), label)
  }

  @Test(arguments: [
    (Remote.emptyObject, "invalid format (\"version\""), (.wrongVersion, "version (5)"),
    (.forbidden, "load failed (test-key)"), (.cut, "download failed (http://127.0.0.1"),
  ])
  func `without any datafile the start fails with the error of the server`(
    remote: Remote,
    message: String
  ) async throws {
    let server = try LocalServer { remote.response($0) }
    let client = try TestProject(server).client()
    await #expect {
      try await client.start()
    } throws: {
      "\($0)".contains(message)
    }
    #expect(!client.isReady)
  }

  @Test func `a response without a date removes the stored date`() async throws {
    let server = try LocalServer { _ in .text(SmallDatafile.revision("2")) }
    let project = try TestProject(server)
    try project.keep(SmallDatafile.revision("1"), lastModified: Self.date)
    try await project.client().start()
    #expect(try project.workspace.lastGood()?.revision == nil)
  }

  @Test func `the completion handler of a start receives the datafile or the error`() async throws {
    let server = try LocalServer { Remote.valid.response($0) }
    let project = try TestProject(server)
    let client = project.client()
    let good = await withCheckedContinuation { continuation in
      client.start { continuation.resume(returning: $0) }
    }
    #expect(try good.get() == Data(SmallDatafile.revision("remote").utf8))
    server.change { _ in .text("denied", status: 403) }
    let other = OptimizelyClient(sdkKey: "", eventDispatcher: project.sent)
    let bad = await withCheckedContinuation { continuation in
      other.start { continuation.resume(returning: $0) }
    }
    #expect(bad == .failure(.datafileLoadingFailed("")))
  }
}

extension AsyncStartTests.Local {
  /// The cached document; `nil` for no cache.
  var text: String? {
    switch self {
    case .valid: SmallDatafile.revision("cache")
    case .invalid: "{}"
    case .absent: nil
    }
  }

  /// The bundled document; `nil` for no bundled datafile.
  var bundled: Data? {
    switch self {
    case .valid: Data(SmallDatafile.revision("bundled").utf8)
    case .invalid: Data("[]".utf8)
    case .absent: nil
    }
  }

  func keep(in project: TestProject) throws {
    guard let text else { return }
    try project.keep(text, lastModified: AsyncStartTests.date)
  }
}
