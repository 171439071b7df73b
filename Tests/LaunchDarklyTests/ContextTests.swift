import CoreTestSupport
import FeatureFlags
import Testing

@testable import LaunchDarkly

struct ContextTests {
  /// Returns whether a context matches a clause whose attribute must be `yes`, true or 7.
  private func isYes(_ user: String, _ attribute: String, kind: String? = nil) throws -> Bool {
    let kind = kind.map { #""contextKind": "\#($0)", "# } ?? ""
    let sample = try Sample(
      #""rules": [{"variation": 1, "clauses": [{\#(kind)"attribute": "\#(attribute)", "op": "in", "#
        + #""values": ["yes", true, 7]}]}], "fallthrough": {"variation": 0}"#
    )
    return try sample.result(user).hasPrefix("1 ")
  }

  @Test
  func `in a context of several kinds, a clause reads the attributes of its own kind`() throws {
    let user =
      #"{"kind": "multi", "user": {"key": "yes", "a": "no"}, "org": {"key": "o", "a": "yes"}}"#
    #expect(try isYes(user, "key"))
    #expect(try !isYes(user, "a"))
    #expect(try isYes(user, "a", kind: "org"))
    #expect(try !isYes(user, "a", kind: "device"))
  }

  @Test
  func `a user without a kind has the attributes in custom and at the top level`() throws {
    #expect(try isYes(#"{"key": "k", "custom": {"a": "yes"}}"#, "a"))
    #expect(try isYes(#"{"key": "k", "a": "yes"}"#, "a"))
    #expect(try !isYes(#"{"key": "k", "custom": {"key": "yes"}}"#, "key"))
    #expect(
      try isYes(#"{"kind": "user", "key": "k", "custom": {"a": "yes"}}"#, "/custom/a", kind: "user")
    )
  }

  @Test(
    arguments: [
      ("/a", "user", true), ("/b/c", "user", true), ("/b", "user", false), ("b/c", "user", false),
      ("/d~1e", "user", true), ("d/e", "user", true), ("/f~0g", "user", true),
      ("f~g", "user", true),
      ("/list/0", "user", false), ("/anonymous", "user", true), ("/a/b", "user", false),
      ("/a", nil, false), ("b/c", nil, false), ("/literal", nil, true), ("_meta", nil, false),
    ] as [(String, String?, Bool)]
  )
  func `an attribute reference is a path only in a clause with a context kind`(
    reference: String,
    kind: String?,
    expected: Bool
  ) throws {
    let user =
      #"{"kind": "user", "key": "k", "a": "yes", "b": {"c": 7}, "d/e": "yes", "f~g": true, "#
      + #""list": ["yes"], "anonymous": true, "/literal": "yes", "_meta": "yes"}"#
    #expect(try isYes(user, reference, kind: kind) == expected)
  }

  @Test(arguments: ["/", "//", "/a/", "/a//b", "/a~2", "/a~", ""])
  func `an evaluation that reaches a malformed attribute reference fails`(reference: String) throws
  {
    let sample = try Sample(
      #""rules": [{"variation": 1, "clauses": [{"contextKind": "user", "attribute": "\#(reference)", "#
        + #""op": "in", "values": ["x"]}]}], "fallthrough": {"variation": 0}"#
    )
    #expect(
      try sample.result(#"{"kind": "user", "key": "k"}"#)
        == #"none {"kind":"ERROR","errorKind":"MALFORMED_FLAG"}"#
    )
    #expect(sample.problems.count == 1)
  }

  @Test(
    arguments: [
      "{}", #"{"kind": "user"}"#, #"{"kind": "user", "key": ""}"#, #"{"kind": "kind", "key": "k"}"#,
      #"{"kind": "a b", "key": "k"}"#, #"{"kind": "", "key": "k"}"#, #"{"kind": 7, "key": "k"}"#,
      #"{"kind": null, "key": "k"}"#, #"{"key": 7}"#, #"{"key": "k", "name": 7}"#,
      #"{"key": "k", "anonymous": "x"}"#, #"{"kind": "multi"}"#, #"{"kind": "multi", "org": 7}"#,
      #"{"kind": "multi", "org": {"key": "o"}, "user": {}}"#,
    ]
  )
  func `an invalid context is an error, even for a flag that is off`(user: String) throws {
    let sample = try Sample(#""on": false"#)
    #expect(try sample.result(user) == #"none {"kind":"ERROR","errorKind":"USER_NOT_SPECIFIED"}"#)
    let context = try Sample.user(user)
    #expect(try sample.feature("f", for: context).evaluation(in: .release).reason == .failed)
    // Without a key and attributes, no user is selected.
    #expect(sample.evaluator.problems(in: context).count == (user == "{}" ? 0 : 1))
  }

  @Test
  func `the targeting key replaces a missing key of a context`() throws {
    func key(_ attributes: [String: AttributeValue]) throws -> [String] {
      let context = EvaluationContext(targetingKey: "t", attributes: attributes)
      return try LaunchDarklyContext(context).parts.map { "\($0.kind) \($0.key)" }
    }
    #expect(try key([:]) == ["user t"])
    #expect(try key(["key": "k"]) == ["user k"])
    #expect(try key(["kind": "org"]) == ["org t"])
    #expect(
      try key(["kind": "multi", "user": .object([:]), "org": .object(["key": "o"])]) == [
        "org o", "user t",
      ]
    )
    #expect(try LaunchDarklyContext(EvaluationContext(attributes: ["key": ""])).parts[0].key == "")
  }

  @Test
  func `the context kinds of a document are those in targets, clauses, rollouts and segments`()
    throws
  {
    let clause = #"{"contextKind": "org", "attribute": "name", "op": "in", "values": ["a"]}"#
    let kind = #"{"attribute": "kind", "op": "in", "values": ["cli", 1]}"#
    let sample = try Sample(
      #""contextTargets": [{"contextKind": "device", "values": ["d"], "variation": 0}], "#
        + #""rules": [{"clauses": [\#(clause), \#(kind)], "variation": 1}], "fallthrough": "#
        + #"{"rollout": {"contextKind": "team", "variations": [{"variation": 0, "weight": 1}]}}"#,
      segments: #""s": {"includedContexts": [{"contextKind": "city", "values": ["c"]}]}"#
    )
    #expect(sample.evaluator.contextKinds == ["city", "cli", "device", "org", "team"])
    #expect(try Sample(#""on": false"#).evaluator.contextKinds == [])
    #expect(try Sample(json: #"{"f": {"value": 1, "version": 1}}"#).evaluator.contextKinds == nil)
  }
}
