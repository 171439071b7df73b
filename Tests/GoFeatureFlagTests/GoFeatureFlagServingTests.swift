import Documents
import FeatureFlags
import FlagSystem
import HTTPServer
import Networking
import Serving
import Targeting
import TestSupport
import Testing

@testable import GoFeatureFlag

/// Tests what the providers of GO Feature Flag get from the server.
@Suite(.timeLimit(.minutes(2)))
struct GoFeatureFlagServingTests {
  private static let document = #"""
    {"size": {"variations": {"small": 1, "large": 2},
      "targeting": [{"query": "plan eq \"gold\"", "variation": "large"}],
      "defaultRule": {"variation": "small"}, "bucketingKey": "team"},
     "cart": {"variations": {"yes": true, "no": false}, "defaultRule": {"variation": "no"}}}
    """#

  private static let users = ["ana", "ben"].flatMap { key in
    [
      EvaluationContext(targetingKey: key, attributes: ["plan": "gold", "team": "a"]),
      EvaluationContext(targetingKey: key, attributes: ["team": "a"]),
    ]
  }

  private static func store() throws -> (FlagStore, Configuration) {
    let configuration = try ConfigurationFormat.goFeatureFlag().parse(Array(document.utf8))
    let store = FlagStore()
    try store.load(configuration)
    return (store, configuration)
  }

  private static func served(_ store: FlagStore, _ configuration: Configuration) throws -> [UInt8] {
    let state = ServedState(
      features: store.features,
      evaluator: configuration.evaluator,
      document: Array(document.utf8)
    )
    return try ServedGoFeatureFlag(state).document
  }

  @Test(arguments: [OverrideScope.everyone, .key("ana"), .attribute("plan", "gold")])
  func `the served document has the results of the store`(scope: OverrideScope) throws {
    for (flag, choice) in [
      ("cart", .enabled(true)), ("size", .variation("large")),
      ("size", .variable("value", .integer(7))),
    ] as [(Feature.Name, OverrideChoice)] {
      let (store, configuration) = try Self.store()
      try store.applyAndWait(.set([choice], for: [flag], only: scope))
      let bytes = try Self.served(store, configuration)
      let edited = FlagStore()
      try edited.load(try ConfigurationFormat.goFeatureFlag().parse(bytes))
      for user in Self.users {
        let expected = store.evaluateAll(in: user).map { "\($0.name) \($0.evaluation.variables)" }
        let found = edited.evaluateAll(in: user).map { "\($0.name) \($0.evaluation.variables)" }
        #expect(found == expected, "\(flag) \(scope)")
      }
    }
  }

  @Test func `a caveat says what a rule for single users cannot express`() throws {
    let (store, _) = try Self.store()
    try store.applyAndWait(.set([.enabled(false)], for: ["size"], only: .key("ana")))
    let view = try #require(store.view(of: "size", for: .key("ana")))
    #expect(
      store.caveats(of: view) == ["a rule has no app's default: providers ignore the override"]
    )
  }

  @Test func `the events of a provider are counted by flag and variation`() throws {
    let body = #"""
      {"meta": {}, "events": [
        {"kind": "feature", "key": "cart", "variation": "yes", "value": true, "userKey": "ana"},
        {"kind": "feature", "key": "cart", "variation": "no", "value": false, "userKey": "ben"},
        {"kind": "tracking", "key": "bought"}]}
      """#
    let counts = try GoFeatureFlagEvents(bytes: Array(body.utf8)).counts
    #expect(counts.map(\.flag) == ["cart"])
    #expect(counts.first?.on == 1 && counts.first?.off == 1)
    #expect(counts.first?.variants == ["yes": 1, "no": 1])
  }

  @Test func `the source reads the flags that the server sends, with a conditional request`()
    async throws
  {
    let session = FlagSession(
      store: FlagStore(),
      loader: {
        var loader = ConfigurationLoader(source: InMemorySource(text: Self.document))
        loader.formats = [.goFeatureFlag()]
        return loader
      }()
    )
    try session.start(with: try await session.load())
    let server = try ServingServer(
      session,
      ServingSettings(address: ListenAddress(host: "127.0.0.1", port: 0), systems: [.goFeatureFlag])
    )
    let source = try GoFeatureFlagSource(url: "goff+" + server.url)
    let fetched = try await source.fetch(unlessStill: nil, progress: nil)
    let document = try GoFeatureFlagDocument(bytes: try #require(fetched.bytes))
    #expect(document.flags.map(\.key) == ["size", "cart"])
    let again = try await source.fetch(
      unlessStill: try #require(fetched.facts?.revision),
      progress: nil
    )
    #expect(again.bytes == nil)
  }
}
