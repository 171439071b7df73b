import Documents
import FeatureFlags
import Networking
import TestSupport
import Testing

/// Tests the override proxy while its upstream is down, limits requests, or allows caching.
@Suite(.timeLimit(.minutes(10)))
struct ProxyFailureTests {
  private static let user = #"{"context":{"targetingKey":"bob"}}"#

  @Test func `while the upstream is down, the last known evaluations are served as stale`()
    async throws
  {
    let upstream = try LocalServer { UpstreamResponses.respond(to: $0) }
    let example = try await ProxyExample(upstream.url())
    _ = try await example.evaluate("banner", body: Self.user)
    _ = try await example.evaluateAll(body: Self.user)
    try example.store.override(.enabled(false), for: ["banner"])
    upstream.stop()
    let rate = try await example.evaluate("rate", body: Self.user)
    #expect(rate.status == 200)
    #expect(
      rate.text
        == #"{"key":"rate","value":1.0,"reason":"SPLIT","variant":"one","metadata":{"stale":true}}"#
    )
    let all = try await example.evaluateAll(body: Self.user)
    #expect(all.status == 200)
    let flags = try JSONReader.read(all.body, as: .json)["flags"]?.list ?? []
    #expect(flags.count == 5)
    for flag in flags {
      let isStale = flag["metadata"]?["stale"]?.bool
      #expect(isStale == (flag["key"]?.string == "banner" ? nil : true))
    }
    #expect(all.text.contains(#"{"key":"banner","value":false,"#), "the override applies")
    try example.store.resetAll()
    let banner = try await example.evaluate("banner", body: Self.user).text
    #expect(
      banner.hasSuffix(
        #""value":true,"reason":"DEFAULT","variant":"on","#
          + #""metadata":{"team":"web","stale":true}}"#
      )
    )
  }

  @Test func `without a known evaluation, an upstream that is down gets status 503`() async throws {
    let upstream = try LocalServer { UpstreamResponses.respond(to: $0) }
    let example = try await ProxyExample(upstream.url())
    try example.store.override(.enabled(false), for: ["banner"])
    upstream.stop()
    for path in ["/rate", ""] {
      let response = try await example.proxy.send(
        "POST",
        "/ofrep/v1/evaluate/flags\(path)",
        body: Self.user
      )
      #expect(response.status == 503)
      let document = try JSONReader.read(response.body, as: .json)
      #expect(document["key"]?.string == (path.isEmpty ? nil : "rate"))
      #expect(document["errorCode"]?.string == "GENERAL")
      #expect(
        document["errorDetails"]?.string?.hasPrefix("the upstream server: no response: ") == true
      )
    }
    let banner = try await example.evaluate("banner", body: Self.user)
    #expect(banner.status == 200, "an overridden flag needs no upstream")
  }

  @Test(
    arguments: [
      (400, #"{"errorCode":"INVALID_CONTEXT","errorDetails":"no plan"}"#, 400, "INVALID_CONTEXT"),
      (400, "", 400, "GENERAL"), (401, "", 502, "GENERAL"), (403, "{}", 502, "GENERAL"),
      (404, "", 404, "FLAG_NOT_FOUND"), (429, "", 429, "GENERAL"), (500, "", 503, "GENERAL"),
      (503, "<html>", 503, "GENERAL"), (200, "<html>", 502, "GENERAL"), (418, "", 502, "GENERAL"),
    ]
  )
  func `an error of the upstream gets the status and the code that clients understand`(
    status: Int,
    body: String,
    expected: Int,
    code: String
  ) async throws {
    let upstream = try LocalServer { UpstreamResponses.respond(to: $0) }
    let example = try await ProxyExample(upstream.url())
    upstream.change { _ in .text(body, status: status) }
    let response = try await example.evaluate("rate")
    #expect(response.status == expected)
    let document = try JSONReader.read(response.body, as: .json)
    #expect(document["key"]?.string == "rate")
    #expect(document["errorCode"]?.string == code)
    #expect(document["errorDetails"]?.string?.isEmpty == false)
    let all = try await example.evaluateAll()
    #expect(all.status == (status == 404 ? 502 : expected))
    let failure = try JSONReader.read(all.body, as: .json)
    #expect(failure["key"] == nil && failure["errorDetails"]?.string?.isEmpty == false)
  }

  @Test func `after Retry-After of the upstream, no client causes a request until the pause ends`()
    async throws
  {
    let upstream = try LocalServer { UpstreamResponses.respond(to: $0) }
    let example = try await ProxyExample(upstream.url())
    upstream.change { _ in .text("", status: 429, headers: [("Retry-After", "30")]) }
    let first = try await example.evaluate("rate", body: Self.user)
    #expect(first.status == 429 && first.headers["Retry-After"] == "30")
    let count = upstream.requests.count
    upstream.change { UpstreamResponses.respond(to: $0) }
    example.clock.advance(by: .milliseconds(9_500))
    for path in ["/rate", "/banner", ""] {
      let response = try await example.proxy.send("POST", "/ofrep/v1/evaluate/flags\(path)")
      #expect(response.status == 429 && response.headers["Retry-After"] == "21")
      let document = try JSONReader.read(response.body, as: .json)
      #expect(document["errorDetails"]?.string?.isEmpty == false)
    }
    #expect(upstream.requests.count == count, "no request during the pause")
    example.clock.advance(by: .milliseconds(20_500))
    #expect(try await example.evaluate("rate", body: Self.user).status == 200)
    #expect(upstream.requests.count == count + 1)
  }

  @Test func `a known evaluation is served as stale during the upstream's Retry-After pause`()
    async throws
  {
    let upstream = try LocalServer { UpstreamResponses.respond(to: $0) }
    let example = try await ProxyExample(upstream.url())
    _ = try await example.evaluate("rate", body: Self.user)
    upstream.change { _ in .text("", status: 429, headers: [("Retry-After", "30")]) }
    for _ in 0..<3 {
      let response = try await example.evaluate("rate", body: Self.user)
      #expect(response.status == 200 && response.text.contains(#""metadata":{"stale":true}"#))
    }
    #expect(upstream.requests.count == 3, "the load, the evaluation, and one request with 429")
  }

  @Test(
    arguments: [
      ("max-age=60", 1, 1, 2), ("no-cache, max-age=60", 1, 2, 3), ("no-store", 1, 2, 3),
      ("", 1, 2, 3),
    ]
  )
  func `a response of the upstream is reused without a request until its max-age has passed`(
    header: String,
    first: Int,
    second: Int,
    later: Int
  ) async throws {
    let upstream = try LocalServer { request in
      UpstreamResponses.respond(
        to: request,
        headers: header.isEmpty ? [] : [("Cache-Control", header)]
      )
    }
    let example = try await ProxyExample(upstream.url())
    let count = upstream.requests.count
    for expected in [first, second] {
      _ = try await example.evaluate("rate", body: Self.user)
      #expect(upstream.requests.count - count == expected)
    }
    example.clock.advance(by: .seconds(61))
    _ = try await example.evaluate("rate", body: Self.user)
    #expect(upstream.requests.count - count == later)
    _ = try await example.evaluate("rate", body: #"{"context":{"targetingKey":"eve"}}"#)
    #expect(upstream.requests.count - count == later + 1, "each context has its own evaluation")
  }

  @Test func `an evaluation that must not be stored is not served while the upstream is down`()
    async throws
  {
    let upstream = try LocalServer { request in
      UpstreamResponses.respond(to: request, headers: [("Cache-Control", "no-store")])
    }
    let example = try await ProxyExample(upstream.url())
    #expect(try await example.evaluate("rate", body: Self.user).status == 200)
    upstream.stop()
    #expect(try await example.evaluate("rate", body: Self.user).status == 503)
  }
}
