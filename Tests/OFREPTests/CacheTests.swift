import FeatureFlags
import Networking
import TestSupport
import Testing

@testable import OFREP

/// Tests the stored evaluations of a client.
@Suite(.timeLimit(.minutes(1)))
struct CacheTests {
  static let policies: [(headers: [String], freshness: Int, isStored: Bool, isFallback: Bool)] = [
    ([], 0, true, true), (["max-age=60"], 60, true, true), (["Max-Age = \"60\""], 60, true, true),
    (["private, max-age=60"], 60, true, true), (["max-age=60", "no-cache"], 0, true, true),
    (["no-store, max-age=60"], 0, false, false),
    (["must-revalidate, max-age=60"], 60, true, false),
    (["max-age=999999999999"], 3_600, true, true),
    (["max-age=99999999999999999999999"], 3_600, true, true), (["max-age=-1"], 0, true, true),
    (["max-age=x", "max-age", ",=,"], 0, true, true),
  ]

  @Test(arguments: policies.indices)
  func `the Cache-Control header determines how long a response is used`(index: Int) {
    let (values, freshness, isStored, isFallback) = Self.policies[index]
    var headers = HTTPHeaders()
    for value in values { headers.add("cache-control", value) }
    let policy = CachePolicy(headers)
    #expect(policy.freshness == .seconds(freshness))
    #expect(policy.isStored == isStored && policy.isFallback == isFallback)
  }

  @Test(arguments: [("20", 40), ("90", 0), ("x", 60)])
  func `the age of a response shortens its freshness`(age: String, freshness: Int) {
    let policy = CachePolicy(["Cache-Control": "max-age=60", "Age": age])
    #expect(policy.freshness == .seconds(freshness))
  }

  @Test
  func `a response is reused without a request until its max-age passes or a change is reported`()
    async throws
  {
    let lab = try Lab { _ in .text(Lab.single, headers: [("Cache-Control", "max-age=60")]) }
    func evaluate() async throws -> Int {
      #expect(try await lab.client.evaluate("rate", in: .ana).value.key == "rate")
      return lab.server.requests.count
    }
    #expect(try await evaluate() == 1)
    lab.clock.advance(by: .seconds(59))
    #expect(try await evaluate() == 1)
    lab.clock.advance(by: .seconds(1))
    #expect(try await evaluate() == 2)
    #expect(try await evaluate() == 2)
    lab.client.expire()
    #expect(try await evaluate() == 3)
    _ = try await lab.client.evaluate("rate", in: OFREPContext(EvaluationContext()))
    #expect(lab.server.requests.count == 4, "another context has another response")
  }

  @Test func `a response with status 304 keeps the freshness of the stored response`()
    async throws
  {
    let lab = try Lab { request in
      request.headers["if-none-match"] == nil
        ? .text(Lab.bulk, headers: [("ETag", "\"7\""), ("Cache-Control", "max-age=60")])
        : .response(304, body: [])
    }
    _ = try await lab.client.evaluateAll(in: .ana)
    lab.clock.advance(by: .seconds(60))
    _ = try await lab.client.evaluateAll(in: .ana)
    lab.clock.advance(by: .seconds(59))
    #expect(try await lab.client.evaluateAll(in: .ana).value.entries.count == 7)
    #expect(lab.server.requests.count == 2)
    lab.clock.advance(by: .seconds(1))
    _ = try await lab.client.evaluateAll(in: .ana)
    #expect(lab.server.requests.last?.headers["if-none-match"] == "\"7\"")
  }

  static let outages: [(status: Int, body: String, headers: [(String, String)])] = [
    (500, "", []), (502, "<html></html>", []), (429, "", [("Retry-After", "9")]), (429, "", []),
    (408, "", []), (200, "<html>Log in</html>", []),
  ]

  @Test(arguments: outages.indices)
  func `while the server is down, the last known evaluation is returned as stale`(
    index: Int
  ) async throws {
    let (status, body, headers) = Self.outages[index]
    let lab = try Lab { .text($0.target.hasSuffix("flags") ? Lab.bulk : Lab.single) }
    _ = try await lab.client.evaluate("rate", in: .ana)
    _ = try await lab.client.evaluateAll(in: .ana)
    lab.server.change { _ in .text(body, status: status, headers: headers) }
    let single = try await lab.client.evaluate("rate", in: .ana)
    #expect(single.isStale && single.value.metadata.map(\.name) == ["big"])
    #expect(
      single.value.json(isStale: true).text
        .hasSuffix(#""metadata":{"big":9007199254740993,"stale":true}}"#)
    )
    let all = try await lab.client.evaluateAll(in: .ana)
    #expect(all.isStale && all.value.entries.count == 7)
    let other = try await lab.client.evaluate("hue", in: .ana)
    #expect(other.isStale && other.value.value == .string("#f00"), "from the bulk response")
    await #expect(throws: OFREPError.self) { _ = try await lab.client.evaluate("new", in: .ana) }
    await #expect(throws: OFREPError.self) {
      _ = try await lab.client.evaluate("rate", in: OFREPContext(EvaluationContext()))
    }
    lab.server.change { _ in .text(#"{"value":2}"#) }
    lab.clock.advance(by: .seconds(10))
    let current = try await lab.client.evaluate("rate", in: .ana)
    #expect(!current.isStale && current.value.value == .integer(2))
  }

  @Test func `while the server is stopped, the stale evaluation has the error of the request`()
    async throws
  {
    let lab = try Lab { _ in .text(Lab.single) }
    _ = try await lab.client.evaluate("rate", in: .ana)
    lab.server.stop()
    let stale = try await lab.client.evaluate("rate", in: .ana)
    guard case .unreachable = stale.failure else {
      Issue.record("found \(stale.failure as Any)"); return
    }
    #expect(stale.value.value == .double(1))
  }

  @Test(arguments: [400, 401, 403, 404])
  func `an error status such as 404 is thrown even if an earlier evaluation is known`(status: Int)
    async throws
  {
    let lab = try Lab { _ in .text(Lab.single) }
    _ = try await lab.client.evaluate("rate", in: .ana)
    lab.server.change { _ in .text("", status: status) }
    await #expect(throws: OFREPError.status(status, nil)) {
      _ = try await lab.client.evaluate("rate", in: .ana)
    }
    lab.server.change { _ in .text("", status: 500) }
    let later = try? await lab.client.evaluate("rate", in: .ana)
    #expect((later == nil) == (status == 404), "a flag that does not exist has no last value")
  }

  @Test(arguments: ["no-store", "must-revalidate"])
  func `a response with no-store or must-revalidate is not returned while the server is down`(
    directive: String
  ) async throws {
    let lab = try Lab { _ in .text(Lab.single, headers: [("Cache-Control", directive)]) }
    _ = try await lab.client.evaluate("rate", in: .ana)
    lab.server.change { _ in .text("", status: 500) }
    await #expect(throws: OFREPError.status(500, nil)) {
      _ = try await lab.client.evaluate("rate", in: .ana)
    }
  }

  @Test func `above the limit, the least recently used evaluation is evicted`() async throws {
    let lab = try Lab(maximumCount: 2) { _ in .text(Lab.single) }
    for key in ["a", "b", "a", "c"] { _ = try await lab.client.evaluate(key, in: .ana) }
    lab.server.change { _ in .text("", status: 500) }
    for key in ["a", "c"] {
      #expect(try await lab.client.evaluate(key, in: .ana).isStale)
    }
    await #expect(throws: OFREPError.status(500, nil)) {
      _ = try await lab.client.evaluate("b", in: .ana)
    }
  }
}
