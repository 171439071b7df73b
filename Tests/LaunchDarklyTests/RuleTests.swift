import FlagSystem
import Targeting
import Testing

@testable import FeatureFlags
@testable import LaunchDarkly

/// Tests variations that a tester forces for single rules.
struct RuleTests {
  private static let gold = #"{"attribute": "plan", "op": "in", "values": ["gold"]}"#
  private static let text = """
    {"flags": {"f": {"on": true, "version": 3, "variations": ["a", "b", "c"], "offVariation": 2, "salt": "s",
      "rules": [{"id": "gold", "variation": 0, "clauses": [\(gold)]},
        {"description": "Beta users", "clauses": [{"attribute": "beta", "op": "in", "values": [true]}],
          "rollout": {"kind": "experiment", "variations": [{"variation": 0, "weight": 100000}]}}],
      "fallthrough": {"variation": 1}}}}
    """
  private static let users = [
    #"{"key": "ana", "plan": "gold"}"#, #"{"key": "bob", "plan": "gold"}"#,
    #"{"key": "ana", "beta": true}"#, #"{"key": "bob", "beta": true}"#, #"{"key": "ana"}"#,
    #"{"key": "bob"}"#,
  ]

  @Test
  func `the overridable rules of a flag are its rules and the fallthrough, with all variations`()
    throws
  {
    let sample = try Sample(json: Self.text)
    let feature = try #require(sample.document.features.first)
    let rules = sample.evaluator.rules(of: feature)
    #expect(rules.map(\.key) == ["gold", "2", "fallthrough"])
    #expect(rules.map(\.kind) == ["rule", "experiment", "rule"])
    #expect(rules.allSatisfy { $0.variations == ["0", "1", "2"] })
    #expect(
      rules.map(\.title) == [
        "rule 1: plan in \"gold\"", "rule 2 \"Beta users\": beta in true",
        "fallthrough: everyone else",
      ]
    )
    let client = try Sample(json: #"{"f": {"value": 1, "version": 1}}"#)
    let value = try #require(client.document.features.first)
    #expect(!client.evaluator.hasRules && client.evaluator.rules(of: value).isEmpty)
  }

  @Test func `a trace names a rule by its description, or by its id if it has no description`()
    throws
  {
    let text = Self.text.replacing(#"{"description""#, with: #"{"id": "r2", "description""#)
    let trace = try Sample(json: text).trace(Self.users[4])
    #expect(trace.contains("rule 1 gold: no match"), "\(trace)")
    #expect(trace.contains("rule 2 \"Beta users\": no match"), "\(trace)")
  }

  /// Returns the flag with forced rules, with its result for a user.
  private func forced(_ rules: [String], _ user: String) throws -> Feature {
    let sample = try Sample(json: Self.text)
    var feature = try #require(sample.document.features.first)
    for rule in rules { feature.override = try feature.override(after: .rule(rule, "2")) }
    feature.allocate(by: sample.evaluator.allocator(for: try Sample.user(user), count: 1))
    return feature
  }

  @Test func `an overridden rule applies only to its users, and a remark names the rule`() throws {
    let sample = try Sample(json: Self.text)
    let features = try Self.users.map { try forced(["gold"], $0) }
    let reasons = features.map { $0.evaluation(in: .release).reason }
    #expect(
      reasons.map { $0 == .override } == [true, true, false, false, false, false],
      "\(reasons)"
    )
    let context = try Sample.user(Self.users[5])
    let remarks = try #require(sample.evaluator.explanation(of: features[5], in: context)).remarks
    let remark = "it is overridden for some users only: 2 for users of rule 1: plan in \"gold\""
    #expect(remarks.contains(remark), "\(remarks)")
    #expect(features[5].override?.isOfRules == true)
    var everyone = features[5]
    everyone.override = Override(variation: "2")
    let others = try #require(sample.evaluator.explanation(of: everyone, in: context)).remarks
    #expect(others.contains("it is overridden for everyone; an app gets the override instead"))
  }

  @Test(arguments: [
    (["gold"], ["2", "2", "0", "0", "1", "1"]), (["2"], ["0", "0", "2", "2", "1", "1"]),
    (["fallthrough"], ["0", "0", "0", "0", "2", "2"]),
    (["gold", "2", "fallthrough"], ["2", "2", "2", "2", "2", "2"]),
  ])
  func `an overridden rule has the forced variation for its users, also in the served document`(
    rules: [String],
    expected: [String]
  ) throws {
    let features = try Self.users.map { try forced(rules, $0) }
    #expect(features.map { $0.state(in: .release).variation?.rawValue } == expected)
    let sample = try Sample(json: Self.text)
    for (user, feature) in zip(Self.users, features) {
      let context = try Sample.user(user)
      let steps = try #require(sample.evaluator.explanation(of: feature, in: context)).steps
      #expect(steps.last?.variation == feature.state(in: .release).variation?.rawValue)
    }
    let effect = try #require(ForcedResult(features[0]))
    #expect(try results(forcing: effect, for: nil) == expected)
    // The users with an even index have the key "ana".
    let former = try Self.users.map { try variation(in: sample, $0) }
    let own = expected.indices.map { $0 % 2 == 0 ? expected[$0] : former[$0] }
    #expect(try results(forcing: effect, for: "ana") == own)
  }

  private func results(forcing effect: ForcedResult, for key: String?) throws -> [String] {
    let bytes = LaunchDarklyEditor.document(
      Array(Self.text.utf8),
      of: try Sample(json: Self.text).document,
      forcing: ["f": [ScopedResult(effect, for: key.map { .key($0) } ?? .everyone)]]
    )
    let sample = try Sample(json: String(decoding: bytes, as: UTF8.self))
    return try Self.users.map { try variation(in: sample, $0) }
  }

  private func variation(in sample: Sample, _ user: String) throws -> String {
    String(try sample.result(user).prefix { $0 != " " })
  }

  @Test func `an overridden rule keeps its clauses and its rollout in the served document`() throws
  {
    let bytes = LaunchDarklyEditor.document(
      Array(Self.text.utf8),
      of: try Sample(json: Self.text).document,
      forcing: ["f": [ScopedResult(.rules(["gold": "1", "2": "1", "unknown": "1"]))]]
    )
    let expected = Self.text.replacing(
      #""variation": 0, "clauses"#,
      with: #""variation": 1, "clauses"#
    )
    .replacing(
      #"{"description": "Beta users""#,
      with: #"{"variation":1,"description": "Beta users""#
    )
    .replacing("\"version\": 3", with: "\"version\": 4")
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }
}
