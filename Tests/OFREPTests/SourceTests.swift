import FeatureFlags
import Networking
import TestSupport
import Testing

@testable import OFREP

/// Tests an OFREP server as a source of configurations.
@Suite(.timeLimit(.minutes(1)))
struct SourceTests {
  @Test func `the source fetches the bulk evaluation of its user`() async throws {
    let lab = try Lab { _ in .text(Lab.bulk) }
    let source = try lab.source()
    #expect(String(decoding: try await source.read(), as: UTF8.self) == Lab.bulk)
    #expect(source.name == "ofrep+" + lab.server.url("/base"))
    let other = source.source(for: EvaluationContext(targetingKey: "ben"))
    #expect(other.address != source.address && other.address?.hasPrefix(source.name) == true)
    _ = try await other.read()
    #expect(
      lab.server.requests.map { String(decoding: $0.body, as: UTF8.self) } == [
        #"{"context":{"targetingKey":"ana","age":42,"plan":"gold"}}"#,
        #"{"context":{"targetingKey":"ben"}}"#,
      ]
    )
    #expect(lab.server.requests.first?.headers["authorization"] == "Bearer t")
  }

  @Test func `a conditional request returns no bytes if the evaluation is unmodified`()
    async throws
  {
    let lab = try Lab { .document(Lab.bulk, etag: "\"7\"", to: $0) }
    let source = try lab.source()
    let first = try await source.fetch(unlessStill: nil, progress: nil)
    let second = try await source.fetch(unlessStill: first.facts?.revision, progress: nil)
    #expect(first.bytes != nil && second.bytes == nil)
    #expect(second.facts?.status == 304)
  }

  @Test(arguments: [
    (
      400, #"{"errorCode":"TARGETING_KEY_MISSING","errorDetails":"no key"}"#,
      "status 400 and the error TARGETING_KEY_MISSING: no key"
    ),
    (500, #"{"errorDetails":"boom"}"#, "status 500 and the error boom"),
    (401, "", "status 401, expected 200"), (404, "<html>", "status 404, expected 200"),
    (200, #"{"errorCode":"GENERAL"}"#, "status 200 and the error GENERAL"),
  ])
  func `an error response is reported with its status, code and details`(
    status: Int,
    body: String,
    message: String
  ) async throws {
    let lab = try Lab { _ in .text(body, status: status) }
    let source = try lab.source()
    let error = await #expect(throws: SourceError.self) { _ = try await source.read() }
    #expect(error?.description == "\(source.name): the server responded with \(message)")
  }

  @Test func `no request is sent before the delay of Retry-After has passed`()
    async throws
  {
    let lab = try Lab { _ in .text("", status: 429, headers: [("Retry-After", "30")]) }
    let source = try lab.source()
    for expected in [30, 20] {
      let error = await #expect(throws: SourceError.self) { _ = try await source.read() }
      #expect(error?.facts?.retryDelay == .seconds(expected))
      #expect(error?.facts?.status == 429)
      if expected == 30 { lab.clock.advance(by: .seconds(10)) }
    }
    let other = source.source(for: EvaluationContext())
    await #expect(throws: SourceError.self) { _ = try await other.read() }
    await #expect(throws: OFREPError.limited(.seconds(20))) {
      _ = try await source.upstream.evaluate("rate", in: .ana)
    }
    #expect(lab.server.requests.count == 1)
    lab.server.change { _ in .text(Lab.bulk) }
    lab.clock.advance(by: .seconds(20))
    #expect(try await !source.read().isEmpty)
  }

  @Test(arguments: [
    ("ofrep+https://h.test/base", true), ("OFREP+HTTP://h.test", true), ("https://h.test", false),
    ("ofrep+ftp://h.test", false), ("ofrep+", false), ("ofrep.json", false),
  ])
  func `only ofrep+http and ofrep+https URLs name an OFREP source`(text: String, isAddress: Bool) {
    #expect(OFREPSource.isAddress(text) == isAddress)
  }

  @Test func `an invalid URL or header is rejected without a request`() {
    #expect(throws: SourceError.unsupported("ofrep+ftp://h.test", scheme: "ofrep+ftp")) {
      _ = try OFREPSource(url: "ofrep+ftp://h.test")
    }
    #expect(throws: SourceError.self) { _ = try OFREPSource(url: "ofrep+http://") }
    #expect(throws: SourceError.unusable("ofrep+http://h.test", .badHeader(name: "a b"))) {
      _ = try OFREPSource(url: "ofrep+http://h.test", headers: ["a b": "c"])
    }
  }

  @Test func `a source's name hides the secrets of the URL, and its address differs by secret`()
    throws
  {
    let first = try OFREPSource(url: "ofrep+https://u:p@h.test/?token=a")
    let second = try OFREPSource(url: "ofrep+https://u:p@h.test/?token=b")
    #expect(first.name == "ofrep+https://h.test/?token=…")
    #expect(first.address != second.address)
    #expect(first.address?.contains("token=a") == false)
  }

  @Test(arguments: [
    "", "{", "{}", #"{"flags":[]}"#, #"{"flags":[],"eventStreams":[]}"#,
    #"{"flags":[],"eventStreams":[{"type":"sse","url":"x"}]}"#,
  ])
  func `a response without a usable event stream has no change feed`(document: String) throws {
    let source = try OFREPSource(url: "ofrep+https://h.test")
    #expect(source.changeFeed(of: Array(document.utf8)) == nil)
  }

  @Test func `the id of a change feed depends on its user and its event streams only`() throws {
    let source = try OFREPSource(url: "ofrep+https://h.test")
    func id(_ source: any Source, _ url: String, flags: String = "") throws -> String {
      let text = #"{"flags":[\#(flags)],"eventStreams":[{"type":"sse","url":"\#(url)"}]}"#
      return try #require(source.changeFeed(of: Array(text.utf8))).id
    }
    let first = try id(source, "https://h.test/a")
    #expect(try id(source, "https://h.test/a", flags: #"{"key":"k"}"#) == first)
    #expect(try id(source, "https://h.test/b") != first)
    let ben = source.source(for: EvaluationContext(targetingKey: "ben"))
    #expect(try id(ben, "https://h.test/a") != first)
  }
}
