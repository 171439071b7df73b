import FeatureFlags
import FlagSystem
import Targeting
import TestSupport
import Testing

@testable import LaunchDarkly

/// Tests documents that are mutated, or that are made to exhaust time or memory.
struct HostileDocumentTests {
  private static let user = EvaluationContext(
    attributes: [
      "kind": "multi",
      "user": .object(["key": "ana", "x": 7, "y": "aa", "list": .list(["a", 1, nil])]),
      "org": .object(["key": "acme", "a": .object(["b": "c"])]),
    ]
  )

  /// Parses a document, evaluates and explains all flags, and forces the first one.
  private static func evaluate(_ bytes: [UInt8]) throws {
    let configuration = try ConfigurationFormat.launchDarkly.parse(bytes)
    let evaluator = configuration.evaluator
    let allocator = evaluator.allocator(for: user, count: configuration.features.count)
    for feature in configuration.features {
      _ = allocator(feature.definition, [:])
      _ = evaluator.explanation(of: feature, in: user)
      _ = evaluator.targetingText(of: feature)
    }
    let scopes: [OverrideScope] = [
      .everyone, .key("a\"", kind: "org"), .key("ana"), .attribute("plan", "gold"),
    ]
    for scope in scopes {
      let results = [ScopedResult(.value(.integer(1)), for: scope)]
      let forced: [Feature.Name: [ScopedResult]] = ["f": results, "g": results]
      let document = try LaunchDarklyDocument(bytes: bytes)
      let edited = LaunchDarklyEditor.document(
        bytes,
        of: document,
        forcing: forced
      )
      _ = try LaunchDarklyDocument(bytes: edited)
    }
  }

  // MARK: Mutations

  private static let payload = #"""
    {"flags": {"f": {"key": "f", "on": true, "salt": "s", "version": 3, "offVariation": 1, "variations": [true, false],
      "prerequisites": [{"key": "g", "variation": 0}], "targets": [{"values": ["bob"], "variation": 1}],
      "contextTargets": [{"contextKind": "org", "values": ["x"], "variation": 0}, {"contextKind": "user", "variation": 1}],
      "rules": [{"id": "r", "variation": 0, "clauses": [
          {"contextKind": "org", "attribute": "/a/b", "op": "matches", "values": ["^c+(d|e)*$"], "negate": true}]},
        {"rollout": {"kind": "experiment", "contextKind": "user", "seed": 61, "bucketBy": "x", "variations": [
            {"variation": 0, "weight": 60000}, {"variation": 1, "weight": 40000, "untracked": true}]},
          "clauses": [{"op": "segmentMatch", "values": ["s"]},
            {"attribute": "y", "op": "semVerLessThan", "values": ["2-rc"]}, {"attribute": "list", "op": "in", "values": [1]}]}],
      "fallthrough": {"rollout": {"variations": [{"variation": 0, "weight": 100000}]}}},
     "g": {"on": true, "variations": [1, 2.5, null], "fallthrough": {"variation": 0}, "migration": {"checkRatio": 1}}},
     "segments": {"s": {"included": ["eve"], "excludedContexts": [{"contextKind": "org", "values": ["z"]}], "rules": [
        {"weight": 50000, "bucketBy": "x", "clauses": [{"attribute": "x", "op": "before", "values": [1e15]}]},
        {"clauses": [{"op": "segmentMatch", "values": ["t"]}]}]}, "t": {"unbounded": true, "generation": 2}},
     "flagValues": {"v": {"a": 1}}}
    """#

  private static let client =
    #"{"f": {"value": true, "version": 7, "variation": 1, "flagVersion": 3}, "g": {"value": null, "version": 1}}"#

  private static let project =
    #"{"flagsState": {"f": {"value": 1, "version": 1}}, "overrides": {"f": {"value": 2, "version": 1}}, "#
    + #""availableVariations": {"f": [{"name": "One", "value": 1}, {"value": 2}]}}"#

  @Test(
    arguments: [("payload", payload, 1), ("client", client, 2), ("project", project, 3)]
      as [(String, String, UInt64)]
  )
  func `a mutated document is evaluated and edited, or refused, without a crash`(
    name: String,
    text: String,
    seed: UInt64
  ) throws {
    try Self.evaluate(Array(text.utf8))
    var random = SeededGenerator(seed: seed)
    let tokens = [
      "null", "1", "-1", "\"x\"", "[]", "{}", "true", "1e300", "9223372036854775807", "\"f\"",
      "\"(a\"", "\"//\"", "[1,1]",
    ]
    let count = Effort.isFull ? 20_000 : 1_000
    var refused = 0
    for _ in 0..<count {
      let bytes = mutated(Array(text.utf8), tokens: tokens, using: &random)
      do { try Self.evaluate(bytes) } catch { refused += 1 }
    }
    #expect(refused < count, "every mutation was refused, so nothing was evaluated")
  }

  // MARK: Size

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: ", ")
  }

  private static func flag(_ number: Int, _ prerequisites: String) -> String {
    #""\#(number == 0 ? "f" : "f\(number)")": {"on": true, "variations": [0], "fallthrough": {"variation": 0}, "#
      + #""prerequisites": [\#(prerequisites)]}"#
  }

  private static func reading(_ segments: String) -> String {
    #""f": {"on": true, "variations": [0], "fallthrough": {"variation": 0}, "rules": [{"variation": 0, "clauses": ["#
      + #"{"op": "segmentMatch", "values": [\#(segments)]}]}]}"#
  }

  @Test
  func `a prerequisite that many flags share is evaluated once`() throws {
    let text = Self.list(60) { number in
      Self.flag(
        number,
        number == 59 ? "" : #"{"key": "f\#(number + 1)"}, {"key": "f\#(number + 1)"}"#
      )
    }
    let sample = try Sample(flags: text)
    #expect(try sample.result(#"{"key": "k"}"#) == #"0 {"kind":"FALLTHROUGH"}"#)
    #expect(try !sample.trace(#"{"key": "k"}"#).isEmpty)
  }

  @Test(arguments: [99, 100, 20_000])
  func `a chain of 100 or more prerequisites or segments is an error`(count: Int) throws {
    let flags = try Sample(
      flags: Self.list(count + 1) { Self.flag($0, $0 == count ? "" : #"{"key": "f\#($0 + 1)"}"#) }
    )
    let segments = try Sample(
      flags: Self.reading(#""s0""#),
      segments: Self.list(count + 1) { number in
        #""s\#(number)": {"rules": [{"clauses": [{"op": "segmentMatch", "values": ["s\#(number + 1)"]}]}]}"#
      }
    )
    let isLong = count >= 100
    #expect(try flags.result(#"{"key": "k"}"#).hasPrefix("none") == isLong)
    #expect(try segments.result(#"{"key": "k"}"#).hasPrefix("none") == isLong)
    #expect(flags.document.problems.isEmpty)
  }

  @Test(arguments: ["", #", "big": {"unbounded": true, "generation": 1}"#])
  func `a segment that many segments share is evaluated once`(others: String) throws {
    let segments = Self.list(60) { number in
      let next = #"{"clauses": [{"op": "segmentMatch", "values": ["big", "s\#(number + 1)"]}]}"#
      return #""s\#(number)": {"rules": [\#(next), \#(next)]}"#
    }
    let sample = try Sample(flags: Self.reading(#""s0""#), segments: segments + others)
    #expect(try sample.result(#"{"key": "k"}"#).hasPrefix(#"0 {"kind":"FALLTHROUGH""#))
    #expect(try !sample.trace(#"{"key": "k"}"#).isEmpty)
  }

  @Test
  func `an evaluation that exceeds the step limit is an error`() throws {
    let values = Self.list(2_000) { "\"x\($0)\"" }
    let sample = try Sample(
      flags:
        #""f": {"on": true, "variations": [0], "fallthrough": {"variation": 0}, "rules": [{"variation": 0, "#
        + #""clauses": [{"attribute": "a", "op": "contains", "values": [\#(values)]}]}]}"#
    )
    #expect(try sample.result(#"{"key": "k", "a": "y"}"#) == #"0 {"kind":"FALLTHROUGH"}"#)
    #expect(
      try sample.result(#"{"key": "k", "a": [\#(Self.list(100) { "\"y\($0)\"" })]}"#)
        == #"none {"kind":"ERROR","errorKind":"MALFORMED_FLAG"}"#
    )
  }

  @Test(arguments: ["matches", "contains"])
  func `a search for many values in a long text is an error, and in a short text it is not`(
    name: String
  ) throws {
    let values = Self.list(200) { "\"x\($0)\"" }
    let sample = try Sample(
      flags:
        #""f": {"on": true, "variations": [0], "fallthrough": {"variation": 0}, "rules": [{"variation": 0, "#
        + #""clauses": [{"attribute": "a", "op": "\#(name)", "values": [\#(values)]}]}]}"#
    )
    func result(_ count: Int) throws -> String {
      try sample.result(#"{"key": "k", "a": "\#(String(repeating: "y", count: count))"}"#)
    }
    #expect(try result(1_000) == #"0 {"kind":"FALLTHROUGH"}"#)
    #expect(try result(20_000) == #"none {"kind":"ERROR","errorKind":"MALFORMED_FLAG"}"#)
  }
}
