import Documents
import FeatureFlags
import Networking
import TestSupport
import Testing

@testable import OFREP

/// Tests the requests of a client, and the responses of its server.
@Suite(.timeLimit(.minutes(1)))
struct ClientTests {
  @Test func `a single request has the context and the headers, and the key in its path`()
    async throws
  {
    let lab = try Lab { _ in .text(Lab.single) }
    let context = try OFREPContext(requestBody: Array(#"{"context":{"n":1.0}}"#.utf8))
    for key in ["rate", "a/b?c#d e", "é", "50%"] {
      _ = try await lab.client.evaluate(key, in: context)
    }
    #expect(
      lab.server.requests.map(\.target) == [
        "/base/ofrep/v1/evaluate/flags/rate", "/base/ofrep/v1/evaluate/flags/a%2Fb%3Fc%23d%20e",
        "/base/ofrep/v1/evaluate/flags/%C3%A9", "/base/ofrep/v1/evaluate/flags/50%25",
      ]
    )
    let request = try #require(lab.server.requests.first)
    #expect(request.method == "POST")
    #expect(request.headers["authorization"] == "Bearer t")
    #expect(request.headers["content-type"] == "application/json")
    #expect(String(decoding: request.body, as: UTF8.self) == #"{"context":{"n":1.0}}"#)
    #expect(lab.server.connectionCount == 1, "connections are pooled")
  }

  @Test(arguments: ["", ".", ".."])
  func `a key that no URL can contain is rejected without a request`(key: String) async throws {
    let lab = try Lab { _ in .text(Lab.single) }
    await #expect(throws: OFREPError.badKey(key)) {
      _ = try await lab.client.evaluate(key, in: .ana)
    }
    #expect(lab.server.requests.isEmpty)
  }

  @Test(arguments: [
    "/base", "/base/", "/base//", "/base/ofrep/v1", "/base/ofrep/v1/evaluate/flags/",
    "/base/ofrep/", "/base#part",
  ])
  func `a base URL may or may not contain the path of OFREP`(path: String) throws {
    let server = OFREPServer(url: "https://flags.test" + path)
    #expect(
      server.bulkRequest(in: .ana).url == "https://flags.test/base/ofrep/v1/evaluate/flags"
    )
  }

  @Test func `a request has the query of the base URL, then the ETag and the date of a change`() {
    let server = OFREPServer(url: "https://flags.test/?env=a")
    let change = OFREPChange(etag: "\"v 1\"", lastModified: "17")
    #expect(
      server.bulkRequest(in: .ana, after: change).url
        == "https://flags.test/ofrep/v1/evaluate/flags?env=a&flagConfigEtag=%22v%201%22"
        + "&flagConfigLastModified=17"
    )
    #expect(server.bulkRequest(in: .ana).isHTTPSOnly)
  }

  @Test func `a bulk response is revalidated with its ETag only for the same context`()
    async throws
  {
    let lab = try Lab { .document(Lab.bulk, etag: "\"7\"", to: $0) }
    let first = try await lab.client.evaluateAll(in: .ana)
    let second = try await lab.client.evaluateAll(in: .ana)
    #expect(first.value == second.value && second.value.entries.count == 7)
    #expect(!second.isStale)
    _ = try await lab.client.evaluateAll(in: OFREPContext(EvaluationContext()))
    #expect(lab.server.requests.map { $0.headers["if-none-match"] } == [nil, "\"7\"", nil])
    #expect(lab.server.requests.allSatisfy { $0.target == "/base/ofrep/v1/evaluate/flags" })
  }

  static let failures: [(status: Int, body: String, error: OFREPError)] = [
    (
      400, #"{"key":"rate","errorCode":"INVALID_CONTEXT","errorDetails":"no email"}"#,
      .status(400, OFREPEntry.ErrorObject(code: "INVALID_CONTEXT", details: "no email"))
    ),
    (401, "", .status(401, nil)), (403, "<html></html>", .status(403, nil)),
    (
      404, #"{"key":"rate","errorCode":"FLAG_NOT_FOUND"}"#,
      .status(404, OFREPEntry.ErrorObject(code: "FLAG_NOT_FOUND", details: nil))
    ),
    (404, "[1]", .status(404, nil)), (304, "", .status(304, nil)),
    (
      500, #"{"errorDetails":"boom"}"#,
      .status(500, OFREPEntry.ErrorObject(code: nil, details: "boom"))
    ),
    (429, "", .status(429, nil)),
    (200, "", .invalid(.empty)),
    (200, "5", .invalid(.unexpected(line: 1, found: "5", expected: "an object"))),
  ]

  @Test(arguments: failures.indices)
  func `an error response is thrown with its status, code and details`(index: Int) async throws {
    let (status, body, expected) = Self.failures[index]
    let lab = try Lab { _ in .text(body, status: status) }
    await #expect(throws: expected) { _ = try await lab.client.evaluate("rate", in: .ana) }
    #expect(!expected.description.isEmpty)
    // An error response does not start a back-off: the next request is sent at once.
    await #expect(throws: expected) { _ = try await lab.client.evaluate("rate", in: .ana) }
    #expect(lab.server.requests.count == 2)
  }

  @Test func `a hostile body throws an error, and the next response is used`() async throws {
    let bodies = [
      String(repeating: "[", count: 100_000),
      #"{"value":"# + String(repeating: "9", count: 100_000),
      #"{"key":5,"value":"\ud800"#, "\u{0}", #"{"flags":[]} {}"#, "null", #""text""#,
    ]
    for body in bodies {
      let lab = try Lab { _ in .text(body) }
      for _ in 0..<2 {
        let error = await #expect(throws: OFREPError.self) {
          _ = try await lab.client.evaluate("rate", in: .ana)
        }
        guard case .invalid = error else { Issue.record("found \(error as Any)"); continue }
      }
      lab.server.change { _ in .text(Lab.single) }
      #expect(try await lab.client.evaluate("rate", in: .ana).value.value == .double(1))
    }
  }

  @Test(arguments: [429, 503])
  func `after Retry-After no request is sent before the given time, for any key`(
    status: Int
  ) async throws {
    let lab = try Lab { _ in .text("", status: status, headers: [("Retry-After", "30")]) }
    await #expect(throws: OFREPError.limited(.seconds(30))) {
      _ = try await lab.client.evaluate("rate", in: .ana)
    }
    lab.clock.advance(by: .seconds(20))
    await #expect(throws: OFREPError.limited(.seconds(10))) {
      _ = try await lab.client.evaluateAll(in: OFREPContext(EvaluationContext()))
    }
    #expect(lab.server.requests.count == 1)
    lab.server.change { _ in .text(Lab.single) }
    lab.clock.advance(by: .seconds(10))
    #expect(try await lab.client.evaluate("rate", in: .ana).value.value == .double(1))
    #expect(lab.server.requests.count == 2)
  }

  @Test func `Retry-After can be a date`() async throws {
    let date = ("Retry-After", "Mon, 21 Sep 2026 14:13:35 GMT")
    let lab = try Lab { _ in .text("", status: 429, headers: [date]) }
    await #expect(throws: OFREPError.limited(.seconds(15))) {
      _ = try await lab.client.evaluate("rate", in: .ana)
    }
  }

  @Test func `concurrent requests for the same key are coalesced`() async throws {
    let lab = try Lab { _ in .text(Lab.single) }
    // An immediate task runs until it waits for the response, so that the second task joins the request of
    // the first.
    let first = Task.immediate { try await lab.client.evaluate("rate", in: .ana).value }
    let second = Task.immediate { try await lab.client.evaluate("rate", in: .ana).value }
    #expect(try await first.value == second.value)
    #expect(lab.server.requests.count == 1)
    _ = try await lab.client.evaluate("rate", in: .ana)
    #expect(lab.server.requests.count == 2)
  }

  @Test func `without a response, the next request is sent after a back-off that doubles`()
    async throws
  {
    let lab = try Lab { _ in LocalResponse([.reset]) }
    func evaluate() async {
      await #expect(throws: OFREPError.self) { _ = try await lab.client.evaluate("k", in: .ana) }
    }
    await evaluate()
    await evaluate()
    #expect(lab.server.requests.count == 1)
    lab.clock.advance(by: .seconds(1))
    await evaluate()
    #expect(lab.server.requests.count == 2)
    lab.clock.advance(by: .seconds(1))
    await evaluate()
    #expect(lab.server.requests.count == 2)
    lab.clock.advance(by: .seconds(1))
    await evaluate()
    #expect(lab.server.requests.count == 3)
  }
}
