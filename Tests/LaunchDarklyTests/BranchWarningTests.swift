import FeatureFlags
import Targeting
import Testing

@testable import LaunchDarkly

/// Tests the warnings about rules without an effect, and about documents that SDKs read in another way.
struct BranchWarningTests {
  private func problems(_ text: String) throws -> [String] {
    let document = try LaunchDarklyDocument(bytes: Array(text.utf8))
    return document.problems.map {
      "\($0.severity):\($0.line ?? 0) \($0.feature ?? "-") \($0.fact)"
    }
  }

  private static let clause = #""clauses": [{"attribute": "plan", "op": "in", "values": ["gold"]}]"#

  private func warnings(_ members: String) throws -> [String] {
    try problems(
      #"{"flags": {"f": {"on": true, "variations": [1, 2], "offVariation": 0, \#(members)}}}"#
    )
  }

  @Test(arguments: [
    #""rules": [{\#(clause), "variation": 1}], "fallthrough": {"variation": 1}"#,
    #""targets": [{"values": ["ana"], "variation": 1}], "fallthrough": {"variation": 1}"#,
    #""rules": [{\#(clause), "rollout": {"variations": [{"variation": 1, "weight": 100000}, {"variation": 0, "weight": 0}]}}], "#
      + #""fallthrough": {"variation": 1}"#,
  ])
  func `rules and targets that all serve the variation of the fallthrough cause a warning`(
    members: String
  ) throws {
    #expect(
      try warnings(members)
        == ["warning:1 f all rules and targets serve the variation 1 of the fallthrough"]
    )
  }

  @Test(arguments: [
    #""fallthrough": {"variation": 1}"#,
    #""rules": [{\#(clause), "variation": 0}], "fallthrough": {"variation": 1}"#,
    #""targets": [{"values": [], "variation": 1}], "fallthrough": {"variation": 1}"#,
  ])
  func `a flag that serves several variations, or has no rules, causes no warning`(members: String)
    throws
  {
    #expect(try warnings(members) == [])
  }

  @Test func `a rule without clauses causes a warning, because later rules are never reached`()
    throws
  {
    let members = #""rules": [{"clauses": [], "variation": 0}], "fallthrough": {"variation": 1}"#
    #expect(
      try warnings(members) == [
        "warning:1 f rule 1 has no clauses, so that nothing after it is ever served"
      ]
    )
  }

  @Test func `the last of two values with the same key is used, and a warning names both lines`()
    throws
  {
    let text = "{\"flagValues\": {\"x\": 1,\n\"x\": 2}}"
    #expect(
      try problems(text) == [
        "warning:2 x is defined twice; this definition replaces the one on line 1"
      ]
    )
    let document = try LaunchDarklyDocument(bytes: Array(text.utf8))
    #expect(document.flag("x")?.values.list.map(\.value) == [.integer(2)])
  }

  @Test func `in YAML, an unquoted yes is a Boolean, and a key that is a Boolean causes a warning`()
    throws
  {
    let text = "flagValues:\n  a: yes\n  b: 007\n  c: 1_000\n  d: 12:30:45\n  e: 'no'\n"
    let document = try LaunchDarklyDocument(bytes: Array(text.utf8))
    #expect(document.problems.isEmpty)
    let values = document.flags.map { $0.values.list[0].value }
    #expect(
      values == [.boolean(true), .integer(7), .integer(1000), .integer(45045), .string("no")]
    )
    let flag = "flags:\n  f:\n    on: true\n    variations: [1]\n    fallthrough: {variation: 0}\n"
    #expect(
      try problems(flag) == [
        "warning:3 - the key on is a Boolean in YAML 1.1, so that most SDKs do not find it; put it in quotes"
      ]
    )
  }
}
