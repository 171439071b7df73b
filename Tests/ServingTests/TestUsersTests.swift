import FeatureFlags
import Flagd
import GrowthBook
import LaunchDarkly
import Optimizely
import Serving
import TestSupport
import Testing
import Unleash
import Workbench

/// Tests the counts of evaluations and of the users of tests, for apps that evaluate over OFREP.
@Suite(.timeLimit(.minutes(10)))
struct TestUsersTests {
  /// A flag system with a test `split`.
  struct System: CustomTestStringConvertible {
    let format: ConfigurationFormat
    let document: String
    /// The shares of the variations that the source intends.
    let shares: [String: Double]

    var testDescription: String { format.name }
  }

  private static let systems = [
    System(
      format: .features,
      document: #"""
        {"features": [{"name": "split", "test-variations": ["a", "b"], "test-biases": [50, 50]}]}
        """#,
      shares: ["a": 0.5, "b": 0.5]
    ),
    System(
      format: .flagd(),
      document: #"""
        {"flags": {"split": {"state": "ENABLED", "variants": {"a": "x", "b": "y"}, "defaultVariant": "a",
          "targeting": {"fractional": [["a", 70], ["b", 30]]}}}}
        """#,
      shares: ["a": 0.7, "b": 0.3]
    ),
    System(
      format: FlagSystemSample.unleashFormat,
      document: #"""
        {"version": 2, "features": [{"name": "split", "enabled": true, "strategies": [{"name": "default"}],
          "variants": [{"name": "a", "weight": 250}, {"name": "b", "weight": 750}]}]}
        """#,
      shares: ["a": 0.25, "b": 0.75]
    ),
    System(
      format: .launchDarkly,
      document: #"""
        {"flags": {"split": {"on": true, "version": 1, "salt": "s", "variations": ["x", "y"], "fallthrough":
          {"rollout": {"variations": [{"variation": 0, "weight": 90000}, {"variation": 1, "weight": 10000}]}}}},
          "segments": {}}
        """#,
      shares: ["0": 0.9, "1": 0.1]
    ),
    System(
      format: .growthBook(),
      document: #"""
        {"status": 200, "features": {"split": {"defaultValue": "x", "rules":
          [{"key": "e", "hashVersion": 2, "variations": ["x", "y"], "weights": [0.4, 0.6]}]}}}
        """#,
      shares: ["x": 0.4, "y": 0.6]
    ),
  ]

  @Test(arguments: systems)
  func `evaluations are counted, and users are compared with the shares of the source`(
    system: System
  ) async throws {
    let example = try await ServedExample(system.document, formats: [system.format])
    for number in 0..<300 {
      _ = try await example.evaluate("split", body: Self.body("u\(number)"))
    }
    let activity = example.server.activity
    #expect(activity.uses["split"]?.count == 300)
    let users = try #require(activity.tests["split"])
    #expect(users.total == 300 && users.precision == .exact && users.unsteadyCount == 0)
    #expect(Set(users.rows.map(\.variation)).isSuperset(of: system.shares.keys))
    for row in users.rows {
      #expect(row.expected == system.shares[row.variation] ?? 0, "\(row)")
      #expect(abs((row.share ?? 0) - (row.expected ?? 1)) < 0.12, "\(row)")
    }
    guard case .fits = users.fit else {
      Issue.record("\(users.fit)")
      return
    }
  }

  private static func body(_ key: String, _ attributes: String = "") -> String {
    #"{"context": {"targetingKey": "\#(key)"\#(attributes)}}"#
  }

  @Test func `a bulk evaluation has the same counts as single evaluations`() async throws {
    let example = try await ServedExample(Self.systems[0].document)
    for number in 0..<100 {
      for _ in 1...2 {
        _ = try await example.send(
          "POST",
          "/ofrep/v1/evaluate/flags",
          body: Self.body("u\(number)")
        )
      }
    }
    let bulk = try #require(example.server.activity.tests["split"])
    for number in 0..<100 { _ = try await example.evaluate("split", body: Self.body("u\(number)")) }
    let both = try #require(example.server.activity.tests["split"])
    #expect(bulk.total == 100 && both.rows == bulk.rows)
  }

  @Test
  func `a user whose variation changes is listed, unless an override has changed the variation`()
    async throws
  {
    let example = try await ServedExample(
      #"""
      {"flags": {"split": {"state": "ENABLED", "variants": {"a": "x", "b": "y"}, "defaultVariant": "a",
        "targeting": {"if": [{"==": [{"var": "plan"}, "gold"]}, "b", "a"]}}}}
      """#,
      formats: [.flagd()]
    )
    func evaluate(_ key: String, _ plan: String) async throws {
      _ = try await example.evaluate("split", body: Self.body(key, #", "plan": "\#(plan)""#))
    }
    for key in ["ana", "ben", "eva"] { try await evaluate(key, "free") }
    try await evaluate("ben", "gold")
    try example.store.override(.variation("b"), for: ["split"])
    for key in ["ana", "ben", "eva"] { try await evaluate(key, "free") }
    try example.store.resetAll()
    for key in ["ana", "ben", "eva"] { try await evaluate(key, "free") }
    let users = try #require(example.server.activity.tests["split"])
    #expect(users.unsteady.map(\.key) == ["ben"] && users.unsteadyCount == 1)
    #expect(users.unsteady.first?.differingAttributes == ["plan"])
    #expect(users.overridden == 3 && users.total == 3)
    let metrics = try await example.send("GET", "/metrics").text
    #expect(metrics.contains("halyard_test_users{feature=\"split\",variation=\"a\"} 3\n"))
    #expect(metrics.contains("halyard_test_unsteady_users{feature=\"split\"} 1\n"))
    #expect(metrics.contains("halyard_test_overridden_users{feature=\"split\"} 3\n"))
  }
}
