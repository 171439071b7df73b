import Documents
import FeatureFlags
import Networking
import OFREP
import Serving
import TestSupport
import Testing

/// Tests the override proxy with another Halyard server as its upstream.
@Suite(.timeLimit(.minutes(10)))
struct ProxyChainTests {
  @Test func `each user gets the evaluations of the upstream for their own context`() async throws {
    let upstream = try await ServedExample(adding: [ServedExample.price])
    let example = try await ProxyExample(upstream.server.url)
    let keys = [
      "Colour", "Colour.enabled", "Estimate", "Price.amount", "Price.variables", "New%20Cart",
      "Off%20Test", "Gold.unlocked",
    ]
    var variants: Set<String> = []
    for number in 0..<20 {
      let body = #"{"context":{"targetingKey":"user\#(number)","plan":"gold"}}"#
      for key in keys {
        let expected = try await upstream.evaluate(key, body: body)
        let found = try await example.evaluate(key, body: body).text
        #expect(found == expected)
        variants.insert(found)
      }
      let expected = try await upstream.send("POST", "/ofrep/v1/evaluate/flags", body: body)
      let found = try await example.evaluateAll(body: body)
      #expect(found.text == expected.text)
      #expect(found.headers["ETag"] == expected.headers["ETag"])
    }
    #expect(variants.count >= keys.count + 3, "the users have different variations")
  }

  @Test func `an override of the proxy has precedence over an override of the upstream`()
    async throws
  {
    let upstream = try await ServedExample()
    let example = try await ProxyExample(upstream.server.url)
    try upstream.store.override(.enabled(false), for: ["New Cart"])
    try upstream.store.override(.variation("green"), for: ["Colour"])
    try example.store.override(.enabled(true), for: ["New Cart"])
    #expect(try await example.evaluate("New%20Cart").text.contains(#""value":true"#))
    #expect(try await example.evaluate("Colour").text.contains(#""value":"green""#))
    try example.store.resetAll()
    #expect(try await example.evaluate("New%20Cart").text.contains(#""value":false"#))
    try upstream.store.resetAll()
    #expect(try await example.evaluate("New%20Cart").text.contains(#""value":true"#))
  }

  @Test func `a change of the upstream is announced to the event streams of the proxy`()
    async throws
  {
    let upstream = try await ServedExample()
    let source = try OFREPSource(
      url: "ofrep+" + upstream.server.url,
      client: HTTPClient(configuration: .forTests)
    )
    let session = FlagSession(
      store: FlagStore(),
      loader: .ofrep(source),
      trigger: .poll(PollSettings(interval: .seconds(3_600)))
    )
    let (loads, continuation) = AsyncStream.makeStream(of: Void.self)
    session.subscribe { event in
      guard case .loadEnded(let report) = event else { return }
      // A load because of a notification shows that the event stream is open.
      if report.cause == .notification { continuation.yield() }
    }
    let proxy = try ServedExample(session)
    let run = Task { await session.run() }
    for await _ in loads { break }
    let stream = try await proxy.events()
    var lines = stream.lines.makeAsyncIterator()
    var isOn = true
    for _ in 0..<3 {
      isOn.toggle()
      try upstream.store.override(.enabled(isOn), for: ["New Cart"])
      repeat {
        let line = try #require(try await lines.next(isolation: nil))
        guard line.hasPrefix("data: {\"type\":\"refetchEvaluation\"") else { continue }
        // The event of an earlier change can arrive before the event of this change.
      } while try await !proxy.evaluate("New%20Cart").contains("\"value\":\(isOn)")
      let all = try await proxy.send("POST", "/ofrep/v1/evaluate/flags", body: "{}").text
      #expect(all.contains(#"{"key":"New Cart","value":\#(isOn),"#))
    }
    session.stop()
    await run.value
  }
}
