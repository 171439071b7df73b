import FeatureFlags
import Flagd
import Foundation
import Locking
import Networking
import Targeting
import TestSupport
import Testing
import Unleash

@testable import Serving

/// Tests results that differ between requests of one user: random results, and results that change with time.
@Suite(.tags(.concurrent))
struct RandomResultTests {
  private static let path = "/ofrep/v1/evaluate/flags"

  /// A flag whose variant is random for a user without an id, and a flag that is on from 2027.
  private static let document = """
    { "version": 2, "segments": [], "features": [
      { "name": "hue", "enabled": true, "strategies": [],
        "variants": [{ "name": "red", "weight": 1 }, { "name": "blue", "weight": 1 }] },
      { "name": "late", "enabled": true, "strategies": [{ "name": "default", "constraints": [
        { "contextName": "currentTime", "operator": "DATE_AFTER", "value": "2027-01-01T00:00:00Z" }
      ] }] } ] }
    """
  private static let anonymous = "{}"
  private static let now = Timestamp(seconds: 1_795_428_930)

  private static func served(
    now: Locked<Timestamp> = Locked(now),
    draw: @escaping @Sendable () -> Double
  ) async throws -> ServedExample {
    let settings = UnleashSettings(now: { now.withLock { $0 } })
    let store = FlagStore(draw: draw)
    return try await ServedExample(document, formats: [.unleash(settings)], store: store)
  }

  /// Returns a function that returns the percentages of a list in turn, and counts its calls.
  private static func draws(
    _ list: [Double]
  ) -> (draw: @Sendable () -> Double, count: Locked<Int>) {
    let count = Locked(0)
    let draw: @Sendable () -> Double = {
      count.withLock { count in
        count += 1
        return list[(count - 1) % list.count]
      }
    }
    return (draw, count)
  }

  @Test func `each evaluation of a random flag chooses a new random result`() async throws {
    let example = try await Self.served(draw: Self.draws([10, 60, 99, 0]).draw)
    var bodies: [String] = []
    for _ in 0..<4 { bodies.append(try await example.evaluate("hue", body: Self.anonymous)) }
    let variants = bodies.map { $0.contains(#""value":"red","reason":"SPLIT""#) ? "red" : "blue" }
    #expect(variants == ["red", "blue", "blue", "red"])
  }

  @Test
  func `each bulk evaluation chooses a random result, and the entity tag changes with the result`()
    async throws
  {
    let example = try await Self.served(draw: Self.draws([10, 60, 60, 10]).draw)
    var tags: [String?] = []
    var statuses: [Int] = []
    for _ in 0..<4 {
      let headers: HTTPHeaders = tags.last.flatMap(\.self).map { ["If-None-Match": $0] } ?? [:]
      let body = Self.anonymous
      let response = try await example.send("POST", Self.path, body: body, headers: headers)
      tags.append(response.headers["ETag"])
      statuses.append(response.status)
    }
    // The third request has the random result that the client already has.
    #expect(statuses == [200, 200, 304, 200])
    #expect(tags[0] == tags[3])
    #expect(tags[0] != tags[1])
  }

  private static func bulk(_ example: ServedExample) -> BulkEvaluation {
    let served = ServedStore(example.session, now: { Date() }, onChange: { _ in })
    return BulkEvaluation(served, eventsPath: "/", pool: WorkPool(width: 1)) { _, _, _ in }
  }

  @Test func `only a result that is the same in the next request of the user is cached`()
    async throws
  {
    let (draw, count) = Self.draws([10])
    let bulk = Self.bulk(try await Self.served(draw: draw))
    let time: [String: AttributeValue] = ["currentTime": "2026-01-01T00:00:00Z"]
    let users = [
      (EvaluationContext(), false), (EvaluationContext(targetingKey: "ana"), false),
      (EvaluationContext(attributes: time), false),
      (EvaluationContext(targetingKey: "ana", attributes: time), true),
    ]
    for (user, isCached) in users {
      #expect(bulk.result(in: user).isRepeatable == isCached)
      #expect((bulk.cached(in: user) != nil) == isCached)
    }
    #expect(count.withLock { $0 } == 2)
  }

  @Test(arguments: [(Int?.none, false), (1_700_000_000, true)])
  func `a flagd result that depends on the current time is not cached`(
    time: Int?,
    isCached: Bool
  ) async throws {
    let example = try await ServedExample(
      """
      { "flags": { "late": { "state": "ENABLED", "variants": { "a": 1 }, "defaultVariant": "a",
        "targeting": { "if": [{ ">": [{ "var": "$flagd.timestamp" }, 1] }, "a"] } } } }
      """,
      formats: [.flagd(FlagdSettings(timestamp: time))]
    )
    let bulk = Self.bulk(example)
    #expect(bulk.result(in: EvaluationContext()).isRepeatable == isCached)
    #expect((bulk.cached(in: EvaluationContext()) != nil) == isCached)
  }

  @Test func `each evaluation of a random flag of the fallback chooses a new random result`()
    async throws
  {
    let text = #"{"features": [{"name": "New Cart", "enabled": true}]}"#
    let settings = UnleashSettings(now: { Self.now })
    var loader = ConfigurationLoader(
      source: InMemorySource(text: text),
      fallback: InMemorySource(text: Self.document)
    )
    loader.formats = [.unleash(settings), .features]
    let store = FlagStore(draw: Self.draws([10, 60]).draw)
    let session = FlagSession(store: store, loader: loader)
    try session.start(with: try await session.load())
    let example = try ServedExample(session)
    #expect(try await example.evaluate("hue").contains(#""value":"red""#))
    #expect(try await example.evaluate("hue").contains(#""value":"blue""#))
    #expect(try await example.evaluate("New%20Cart").contains(#""value":true"#))
  }

  @Test func `the result of a bulk evaluation changes with the current time`() async throws {
    let now = Locked(Self.now)
    let example = try await Self.served(now: now, draw: { 0 })
    func value() async throws -> Bool {
      let body = #"{"context":{"targetingKey":"ana"}}"#
      let response = try await example.send("POST", Self.path, body: body)
      return response.text.contains(#""key":"late.enabled","value":true"#)
    }
    #expect(try await value() == false)
    now.withLock { $0 = Timestamp(seconds: 1_800_000_000) }
    #expect(try await value())
  }
}
