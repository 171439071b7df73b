import FeatureFlags
import Networking
import TestSupport
import Testing

@testable import AscendEngine
@testable import AscendExperiments

/// Tests an Ascend server as a source, and the file that names its experiments.
struct SourceTests {
  private func source(
    _ server: LocalServer,
    _ identity: AscendIdentity = AscendIdentity(guestId: "g-1")
  ) throws -> AscendSource {
    try AscendSource(
      url: "ascend+" + server.url("/v1/allocations"),
      experiments: ExperimentsFile(defaults: Lab.defaults),
      identity: identity,
      headers: ["api-key": "demo-key"],
      attributes: ["platform": "linux"]
    )
  }

  @Test func `the source sends the same request as the library, and returns the response`()
    async throws
  {
    let server = try LocalServer { _ in .text(Lab.response()) }
    let source = try source(server, AscendIdentity(userId: "u-42"))
    #expect(source.name == "ascend+" + server.url("/v1/allocations"))
    #expect(source.address?.hasPrefix(source.name) == true)
    #expect(String(decoding: try await source.read(), as: UTF8.self) == Lab.response())
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.target == "/v1/allocations")
    #expect(request.headers["api-key"] == "demo-key")
    #expect(request.headers["user-id"] == "u-42")
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"attributes":{"platform":"linux"},"experiment_keys":["checkout_flow","retry_policy"],"#
        + #""stable_id":"u-42","user_id":"u-42"}"#
    )
  }

  @Test func `a conditional request returns no bytes if the response is unmodified`() async throws {
    let server = try LocalServer { request in
      request.headers["last-modified"] == "17"
        ? .response(304, body: [])
        : .text(Lab.response(), headers: [("Last-Modified", "17")])
    }
    let source = try source(server)
    let stranger = HTTPRevision(etag: nil, lastModified: "17")
    let first = try await source.fetch(unlessStill: stranger, progress: nil)
    #expect(first.bytes != nil, "the revision may belong to a response with other experiments")
    let second = try await source.fetch(unlessStill: first.facts?.revision, progress: nil)
    #expect(second.bytes == nil)
    #expect(second.facts?.status == 304)
  }

  @Test(arguments: [
    (#"{"error":{"message":"unknown project"}}"#, 200, #"the error "unknown project""#),
    (
      #"{"data":null,"error":{"message":"unknown project","code":17}}"#, 200,
      #"the error "unknown project" (code 17)"#
    ),
    (#"{"error":{"message":"m","code":"E_PROJECT"}}"#, 202, #"the error "m" (code E_PROJECT)"#),
    (#"{"error":"unknown project"}"#, 200, #"the error "unknown project""#),
    (#"{"error":{}}"#, 200, "an error without a message"),
    (#"{"error":{"message":"no such key"}}"#, 401, #"the error "no such key""#),
  ])
  func `an error object in a response is reported with message, code and status`(
    body: String,
    status: Int,
    text: String
  ) async throws {
    let server = try LocalServer { _ in .text(body, status: status) }
    let source = try source(server)
    let thrown = await #expect(throws: SourceError.self) { _ = try await source.read() }
    #expect(
      thrown?.description
        == "\(source.name): the server responded with status \(status) and \(text)"
    )
    #expect(thrown?.facts?.status == status)
  }

  @Test(arguments: [304, 401, 404, 500])
  func `a response without experiments is reported with its status`(status: Int) async throws {
    let server = try LocalServer { _ in .text("", status: status) }
    let source = try source(server)
    let thrown = await #expect(throws: SourceError.self) { _ = try await source.read() }
    guard case .status(_, let facts) = thrown else {
      Issue.record("found \(thrown as Any)"); return
    }
    #expect(facts.status == status)
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [
    ("ascend+https://h.test/v1", true), ("ASCEND+HTTP://h.test", true), ("https://h.test", false),
    ("ascend+ftp://h.test", false), ("ascend+", false), ("file.json", false),
  ])
  func `only ascend+http and ascend+https URLs name an Ascend source`(
    text: String,
    isAddress: Bool
  ) {
    #expect(AscendSource.isAddress(text) == isAddress)
  }

  @Test func `an invalid URL or header is rejected without a request`() {
    func make(_ url: String, _ headers: HTTPHeaders = [:]) throws(SourceError) {
      _ = try AscendSource(
        url: url,
        experiments: ExperimentsFile(defaults: [:]),
        identity: AscendIdentity(),
        headers: headers
      )
    }
    #expect(throws: SourceError.unsupported("ascend+ftp://h.test", scheme: "ascend+ftp")) {
      try make("ascend+ftp://h.test")
    }
    #expect(throws: SourceError.self) { try make("ascend+http://") }
    #expect(throws: SourceError.unusable("ascend+http://h.test", .badHeader(name: "a b"))) {
      try make("ascend+http://h.test", ["a b": "c"])
    }
  }

  @Test(arguments: [
    #"{"a":{"n":9223372036854775807,"t":"x"},"b":{}}"#,
    "{ // what the checkout requests\n a: { n: 9223372036854775807, t: 'x', }, b: {} }",
  ])
  func `an experiments file is parsed from JSON and JSON5`(text: String) throws {
    let file = try ExperimentsFile(bytes: Array(text.utf8), name: "e.json")
    #expect(
      file.defaults == [
        "a": .dictionary([
          "n": ExperimentVariable(.int(.max)), "t": ExperimentVariable(.string("x")),
        ]),
        "b": .dictionary([:]),
      ]
    )
  }

  @Test func `an experiments file can be a list of keys`() throws {
    let folder = try TemporaryFolder()
    let file = try ExperimentsFile(path: try folder.write(#"["a", "b"]"#, to: "e.json"))
    #expect(file.defaults == ["a": .dictionary([:]), "b": .dictionary([:])])
  }

  @Test(arguments: [
    ("5", "e.json:1: found 5, expected an object of experiments"),
    ("[\n1]", "e.json:2: found 1, expected the key of an experiment"),
    ("{\n\"a\": \"x\"}", #"e.json:2: "a": found "x", expected its variables"#),
    ("{", "e.json:1: column 2: found the end of the document, expected a name in quotes"),
    ("", "e.json: found nothing, expected a document"),
  ])
  func `a malformed experiments file is reported with its location`(text: String, message: String) {
    let thrown = #expect(throws: SourceError.self) {
      _ = try ExperimentsFile(bytes: Array(text.utf8), name: "e.json")
    }
    #expect(thrown?.description == message)
  }
}
