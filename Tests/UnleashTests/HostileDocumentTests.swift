import FeatureFlags
import Targeting
import TestSupport
import Testing

@testable import Unleash

/// Tests documents that are mutated, or that are made to exhaust time or memory.
struct HostileDocumentTests {
  private static let format = ConfigurationFormat.unleash(
    UnleashSettings(now: { Timestamp(seconds: 1_795_428_930) })
  )

  private static let user = EvaluationContext(
    targetingKey: "1",
    attributes: ["x": 7, "y": "aa", "plan": "gold", "remoteAddress": "10.0.0.1"]
  )

  /// Parses a document, evaluates all flags, and explains the first ones.
  private static func evaluate(_ bytes: [UInt8], for user: EvaluationContext = user) throws {
    let configuration = try format.parse(bytes)
    let allocator = configuration.evaluator.allocator(
      for: user,
      count: configuration.features.count
    )
    for feature in configuration.features { _ = allocator(feature.definition, [:]) }
    for feature in configuration.features.prefix(2) {
      _ = configuration.evaluator.explanation(of: feature, in: user)
    }
  }

  // MARK: Mutations

  private static let document = #"""
    {"version": 2, "features": [{"name": "f", "enabled": true, "strategies": [
      {"name": "flexibleRollout", "parameters": {"rollout": "50", "groupId": "g"}, "segments": [1],
       "constraints": [{"contextName": "x", "operator": "NUM_GT", "value": "5"},
                       {"contextName": "y", "operator": "REGEX", "value": "^a+(b|c)*$"}]},
      {"name": "remoteAddress", "parameters": {"IPs": "10.0.0.0/8, ::1"}},
      {"name": "gradualRolloutRandom", "parameters": {"percentage": 20}}],
      "variants": [{"name": "a", "weight": 500, "payload": {"type": "json", "value": "{}"},
                    "overrides": [{"contextName": "userId", "values": ["1"]}]},
                   {"name": "b", "weight": 500}],
      "dependencies": [{"feature": "g", "variants": ["a"]}]},
      {"name": "g", "enabled": true, "strategies": [{"name": "default", "constraints": [
        {"contextName": "v", "operator": "SEMVER_GTE", "value": "1.2.3", "inverted": true},
        {"contextName": "currentTime", "operator": "DATE_AFTER", "value": "2026-11-23T10:15:30Z"}]}]}],
     "segments": [{"id": 1, "name": "s", "constraints": [
       {"contextName": "y", "operator": "STR_CONTAINS", "values": ["a"], "caseInsensitive": true}]}]}
    """#

  private static let delta =
    #"{"events": [{"eventId": 1, "type": "hydration", "features": [], "segments": []}, "#
    + #"{"eventId": 2, "type": "feature-updated", "feature": {"name": "f", "enabled": true, "#
    + #""strategies": []}}, {"eventId": 3, "type": "feature-removed", "featureName": "f"}]}"#

  @Test(arguments: [("features", document, 1), ("delta", delta, 2)] as [(String, String, UInt64)])
  func `a mutated document is evaluated or refused without a crash`(
    name: String,
    text: String,
    seed: UInt64
  ) throws {
    try Self.evaluate(Array(text.utf8))
    var random = SeededGenerator(seed: seed)
    let tokens = [
      "null", "1", "-1", "\"x\"", "[]", "{}", "true", "1e300", "\"f\"", "\"(a\"", "\"::/0\"",
      "[1,1]",
    ]
    let count = Effort.isFull ? 20_000 : 1_000
    var refused = 0
    for _ in 0..<count {
      let bytes = mutated(Array(text.utf8), tokens: tokens, using: &random)
      do { try Self.evaluate(bytes) } catch { refused += 1 }
    }
    #expect(refused < count, "every mutation was refused, so nothing was evaluated")
  }

  // MARK: Time

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ", ") + "]"
  }

  /// A document with the flags, and with segments.
  private static func features(_ flags: String, segments: String = "[]") -> String {
    #"{"version": 2, "features": \#(flags), "segments": \#(segments)}"#
  }

  /// A flag with strategies, and with other members.
  private static func flag(_ name: String, _ strategies: String, _ members: String = "") -> String {
    #"{"name": "\#(name)", "enabled": true, "strategies": \#(strategies)\#(members)}"#
  }

  private static func constraint(_ value: String) -> String {
    #"{"contextName": "plan", "operator": "IN", "values": ["gold", "\#(value)"]}"#
  }

  /// A letter with combining marks in an order that Unicode normalization has to sort.
  private static func marked(_ count: Int) -> String {
    "a" + String(repeating: "\u{301}\u{316}\u{345}\u{327}", count: count / 4)
  }

  /// Documents that are hard to parse or to evaluate, with closures that create them in a given size.
  private static let shapes: [(name: String, text: @Sendable (Int) -> String)] = [
    ("a name of combining marks", { features("[\(flag(marked($0), "[]"))]") }),
    (
      "a value of combining marks",
      {
        features(
          "[\(flag("f", #"[{"name": "default", "constraints": [\#(constraint(marked($0)))]}]"#))]"
        )
      }
    ),
    (
      "keys of combining marks",
      { features("[\(flag("f", "[]", #", "\#(marked($0))": 1, "\#(marked($0))": 2"#))]") }
    ),
    (
      "names with combining marks",
      { features(list($0 / 60) { flag(marked(60) + "\($0)", "[]") }) }
    ),
    ("duplicate flags", { features(list($0 / 50) { _ in flag("f", "[]") }) }),
    (
      "duplicate strategies",
      {
        features(
          "[\(flag("f", list($0 / 10) { #"{"name": "a\#($0 % 3 == 0 ? "" : " \($0)")"}"# }))]"
        )
      }
    ),
    ("nested lists", { String(repeating: "[", count: $0) + "\"strategies\"" }),
    ("malformed flags", { features(list($0 / 10) { #"{"name": "f\#($0)", "strategies": 1}"# }) }),
    ("blank lines", { features("[\(flag("f", "[]", String(repeating: "\n \n", count: $0)))]") }),
    (
      "events",
      { count in
        let events = list(count / 100) { number in
          let flags = list(10) { flag("f\(number) \($0)", "[]") }
          return #"{"eventId": \#(number), "type": "hydration", "features": \#(flags)}"#
        }
        return #"{"events": \#(events)}"#
      }
    ),
    (
      "a long list of values",
      { count in
        let values = list(count) { "\"value \($0)\"" }
        let constraint = #"{"contextName": "plan", "operator": "NOT_IN", "values": \#(values)}"#
        return features(
          "[\(flag("f", #"[{"name": "default", "constraints": [\#(constraint)]}]"#))]"
        )
      }
    ),
    (
      "regular expressions",
      { count in
        let strategies = list(count / 100) { number in
          #"{"name": "default", "constraints": [{"contextName": "y", "operator": "REGEX", "#
            + #""value": "^(a|a)*\#(number)$"}]}"#
        }
        return features("[\(flag("f", strategies))]")
      }
    ),
    (
      "flags with one large segment",
      { count in
        let segment = #"{"id": 1, "constraints": \#(list(count / 10) { constraint("\($0)") })}"#
        return features(
          list(count / 10) { flag("f\($0)", #"[{"name": "default", "segments": [1]}]"#) },
          segments: "[\(segment)]"
        )
      }
    ),
    (
      "strategies with many segments",
      { count in
        let segments = list(count / 10) { #"{"id": \#($0), "constraints": [\#(constraint(""))]}"# }
        let ids = list(count / 10) { "\($0)" }
        return features(
          "[\(flag("f", list(10) { _ in #"{"name": "userWithId", "segments": \#(ids)}"# }))]",
          segments: segments
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
      try? Self.evaluate(bytes)
    }
    #expect(large < max(small, .milliseconds(20)) * 12, "\(small) became \(large)")
  }

  @Test(arguments: ["REGEX", "STR_CONTAINS"])
  func `constraints that search a long text too often fail their flag, but no other flag`(
    name: String
  ) throws {
    let constraint =
      #"{"contextName": "a", "operator": "\#(name)", "value": "x", "values": ["x"], "inverted": true}"#
    let costly = #"{"name": "default", "constraints": \#(Self.list(200) { _ in constraint })}"#
    let strategies = #"{"name": "default", "constraints": [\#(constraint)]}"#
    let sample = try UnleashSample(
      #"{"version": 2, "features": [{"name": "f", "enabled": true, "strategies": [\#(costly)]}, "#
        + #"{"name": "g", "enabled": true, "strategies": [\#(strategies)]}]}"#
    )
    func context(_ count: Int) -> String { #"{"a": "\#(String(repeating: "y", count: count))"}"# }
    #expect(try sample.isOn(context(1_000)) && sample.isOn(context(1_000), flag: "g"))
    let feature = try sample.feature("f", context(20_000))
    #expect(feature.failure?.message.contains("steps") == true)
    #expect(try sample.isOn(context(20_000), flag: "g"))
    #expect(try !sample.variant(context(20_000)).isEnabled)
    #expect(try sample.variant(context(20_000), flag: "g").isEnabled)
  }
}
