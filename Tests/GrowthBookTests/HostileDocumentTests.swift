import FeatureFlags
import FlagSystem
import TestSupport
import Testing

@testable import GrowthBook

/// Tests documents that are mutated, or that are made to exhaust time or memory.
struct HostileDocumentTests {
  private static let user = EvaluationContext(
    targetingKey: "1",
    attributes: [
      "x": 7, "y": "aa", "plan": "gold", "l": .list(["a", 1, .list([2])]), "v": "1.2.3",
    ]
  )

  /// Parses a document, evaluates all features, and explains the first ones.
  private static func evaluate(_ bytes: [UInt8]) throws(ConfigurationError) -> Configuration {
    let configuration = try ConfigurationFormat.growthBook().parse(bytes)
    let allocator = configuration.evaluator.allocator(
      for: user,
      count: configuration.features.count
    )
    for feature in configuration.features { _ = allocator(feature.definition, [:]) }
    for feature in configuration.features.prefix(2) {
      _ = configuration.evaluator.explanation(of: feature, in: user)
    }
    return configuration
  }

  /// Edits a document with overrides of the first features, and parses the edited document.
  private static func edit(_ bytes: [UInt8], _ configuration: Configuration) throws {
    guard let evaluator = configuration.evaluator as? GrowthBookEvaluator else { return }
    let store = FlagStore()
    try store.load(configuration)
    for feature in store.features.prefix(2) {
      try store.override(.enabled(false), for: [feature.name])
    }
    let edited = GrowthBookEditor.document(
      try GrowthBookPayload(bytes, key: nil),
      for: Dictionary(store.features.prefix(2).map { ($0.name, [ScopedFeature($0)]) }) { $1 },
      evaluator: evaluator,
      updated: "now"
    )
    _ = try GrowthBookDocument(bytes: edited)
  }

  private static let document = #"""
    {"status": 200, "features": {"f": {"defaultValue": "a", "rules": [
      {"parentConditions": [{"id": "g", "condition": {"value": {"$gt": 1}}, "gate": false}], "force": "b", "coverage": 0.5},
      {"condition": {"y": {"$regex": "^a+(b|c)*$"}, "l": {"$elemMatch": {"$in": ["a", 2]}}, "v": {"$vgte": "1.2.0"}}, "force": {"a": [1]}},
      {"key": "e", "hashVersion": 2, "variations": ["a", "b"], "weights": [0.5, 0.5], "namespace": ["n", 0, 0.9],
       "meta": [{"key": "0", "name": "A"}, {"passthrough": true}]},
      {"contextualVariations": [1, 2], "contextualBanditRef": "cb", "filters": [{"seed": "s", "ranges": [[0, 1]]}]}]},
     "g": {"defaultValue": 2, "rules": [{"condition": {"$nor": [{"plan": {"$inGroup": "s"}}, {"x": 8}]}, "force": 3}]}},
     "savedGroups": {"s": ["gold", 1]}, "contextualBandits": {"cb": {"banditVersion": 1, "contexts": [{"leafId": 1, "condition": {"x": 7}, "weights": [1, 0]}]}},
     "encryptedExperiments": "AAAA.AAAA"}
    """#

  @Test
  func `a mutated document is evaluated or refused without a crash`() throws {
    var random = SeededGenerator(seed: 33)
    let tokens = [
      "null", "1", "-1", "\"x\"", "[]", "{}", "true", "1e300", "\"f\"", "\"g\"", "\"(a\"",
      "[[0,1]]", "[1,1]", "{\"$not\":{}}", "[null]",
    ]
    let count = Effort.isFull ? 20_000 : 1_000
    var refused = 0
    for _ in 0..<count {
      let bytes = mutated(Array(Self.document.utf8), tokens: tokens, using: &random)
      do throws(ConfigurationError) {
        let configuration = try Self.evaluate(bytes)
        #expect(throws: Never.self) { try Self.edit(bytes, configuration) }
      } catch { refused += 1 }
    }
    #expect(refused < count, "every mutation was refused, so nothing was evaluated")
  }

  // MARK: Time

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ", ") + "]"
  }

  private static func feature(_ rules: String) -> String {
    #"{"features": {"f": {"defaultValue": "a", "rules": \#(rules)}}}"#
  }

  private static func object(_ count: Int, _ member: (Int) -> String) -> String {
    "{" + (0..<count).map(member).joined(separator: ", ") + "}"
  }

  /// A letter with combining marks in an order that Unicode normalization has to sort.
  private static func marked(_ count: Int) -> String {
    "a" + String(repeating: "\u{301}\u{316}\u{345}\u{327}", count: count / 4)
  }

  /// Documents that are hard to parse or to evaluate, with closures that create them in a given size.
  private static let shapes: [(name: String, text: @Sendable (Int) -> String)] = [
    (
      "names of combining marks",
      { object($0 / 60) { #""\#(marked(60))\#($0)": {"defaultValue": "\#(marked(60))"}"# } }
    ),
    ("a name of combining marks", { #"{"\#(marked($0))": {"defaultValue": "\#(marked($0))"}}"# }),
    ("duplicate features", { object($0 / 30) { _ in #""f": {"defaultValue": 1}"# } }),
    ("different values", { feature(list($0 / 10) { #"{"force": "v\#($0)"}"# }) }),
    ("equal names", { feature(list($0 / 10) { #"{"force": {"a": \#($0)}, "id": "r"}"# }) }),
    ("variations", { feature(#"[{"key": "e", "variations": \#(list($0 / 2) { "\($0)" })}]"#) }),
    (
      "members of a condition",
      { count in
        feature(#"[{"condition": \#(object(count / 10) { #""a\#($0 % 7)": 1"# }), "force": 1}]"#)
      }
    ),
    (
      "nested conditions",
      { count in
        feature(
          list(count / 100) { _ in
            #"{"condition": \#(String(repeating: #"{"$not": "#, count: 40))1\#(String(repeating: "}", count: 40)), "force": 1}"#
          }
        )
      }
    ),
    (
      "a saved group",
      {
        #"{"features": {"f": {"defaultValue": 1}}, "savedGroups": {"g": \#(list($0) { "\"v\($0)\"" })}}"#
      }
    ),
    (
      "a chain of prerequisites",
      { count in
        object(count / 60) {
          #""f\#($0)": {"rules": [{"parentConditions": [{"id": "f\#($0 + 1)"}], "force": 1}]}"#
        }
      }
    ),
    (
      "a cycle of prerequisites",
      { count in
        object(count / 60) {
          #""f\#($0)": {"rules": [{"parentConditions": [{"id": "f\#(($0 + 1) % (count / 60))"}], "force": 1}]}"#
        }
      }
    ),
    (
      "a parent of many features",
      { count in
        object(count / 60) {
          #""f\#($0)": {"defaultValue": 1, "rules": [{"parentConditions": [{"id": "f0", "condition": {"value": 1}}], "force": 1}]}"#
        }
      }
    ),
    (
      "regular expressions",
      {
        feature(
          list($0 / 100) { #"{"condition": {"y": {"$regex": "^(a|a)*\#($0)$"}}, "force": 1}"# }
        )
      }
    ),
  ]

  @Test(.tags(.timed), arguments: shapes.map(\.name))
  func `the time to load a hostile document grows linearly with its size`(shape: String) throws {
    let shape = try #require(Self.shapes.first { $0.name == shape })
    let (small, large) = growth(from: 10_000) {
      Array(shape.text($0).utf8)
    } _: { bytes in
      // Drops the error: some of these documents are rejected.
      _ = try? Self.evaluate(bytes)
    }
    #expect(large < max(small, .milliseconds(20)) * 12, "\(small) became \(large)")
  }
}
