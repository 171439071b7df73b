import FeatureFlags
import FlagSystem
import Testing

@testable import GrowthBook

struct EditorTests {
  private static let document = #"""
    {"status": 200, "features": {
      "on": {"defaultValue": true, "rules": [{"force": false, "condition": {"x": 1}}]},
      "text": {"defaultValue": "a", "rules": [{"id": "r", "force": "b", "condition": {"x": 1}}, {"id": "e", "variations": ["a", "b"]}]},
      "bare": {"defaultValue": 1}},
     "dateUpdated": "2026-11-23T10:00:00Z"}
    """#

  /// Returns the document after overrides of one feature.
  private func edited(
    _ name: String,
    _ choices: [OverrideChoice],
    in document: String = document,
    for scope: OverrideScope = .everyone,
    updated date: String? = nil,
    key: String? = nil
  ) throws -> String {
    let sample = try GrowthBookSample(document, key: key)
    let store = FlagStore()
    try store.load(sample.configuration)
    for choice in choices { try store.override(choice, for: [Feature.Name(rawValue: name)]) }
    let bytes = GrowthBookEditor.document(
      try GrowthBookPayload(sample.bytes, key: key),
      for: Dictionary(
        store.features.filter(\.isOverridden).map { ($0.name, [ScopedFeature($0, for: scope)]) }
      ) { $1 },
      evaluator: sample.evaluator,
      updated: date
    )
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      (
        "on", [.enabled(false)], #"[{"force": false"#,
        #"[{"id":"halyard","force":false},{"force": false"#
      ),
      (
        "text", [.variation("b")], #"[{"id": "r""#,
        #"[{"id":"halyard","force":"b"},{"id": "r""#
      ),
      (
        "text", [.variable("value", .string("new"))], #"[{"id": "r""#,
        #"[{"id":"halyard","force":"new"},{"id": "r""#
      ),
      (
        "text", [.enabled(false)],
        #"{"defaultValue": "a", "rules": [{"id": "r", "force": "b", "condition": {"x": 1}}, {"id": "e", "variations": ["a", "b"]}]}"#,
        #"{"defaultValue": null, "rules": []}"#
      ),
      ("bare", [.enabled(false)], #"{"defaultValue": 1}"#, #"{"rules":[],"defaultValue": null}"#),
      (
        "bare", [.variable("value", .integer(7))], #"{"defaultValue": 1}"#,
        #"{"rules":[{"id":"halyard","force":7}],"defaultValue": 1}"#
      ),
      (
        "text", [.variation("a")],
        #"[{"id": "r", "force": "b", "condition": {"x": 1}}, {"id": "e", "variations": ["a", "b"]}]"#,
        "[]"
      ),
      ("text", [.rule("r", "a")], #""force": "b""#, #""force": "a""#),
      ("text", [.rule("e", "b")], #"["a", "b"]"#, #"["b", "b"]"#),
      ("text", [.rule("none", "b")], "", ""), ("text", [], "", ""),
    ] as [(String, [OverrideChoice], String, String)]
  )
  func `an override for everyone is written as the first rule, and other bytes are unchanged`(
    name: String,
    choices: [OverrideChoice],
    old: String,
    new: String
  ) throws {
    let expected = old.isEmpty ? Self.document : Self.document.replacing(old, with: new)
    #expect(try edited(name, choices) == expected)
  }

  @Test
  func `an override for one user is written as a rule with a condition on the attribute`() throws {
    #expect(
      try edited("on", [.enabled(true)], for: .key("u1"))
        .contains(#"[{"id":"halyard","condition":{"id":"u1"},"force":true},{"force": false"#)
    )
    // Without a condition, the rules would be removed.
    #expect(
      try edited("text", [.variation("a")], for: .attribute("id", 3)).contains(
        #"{"id":"halyard","condition":{"id":3},"force":"a"}"#
      )
    )
    #expect(
      try edited("text", [.rule("r", "a"), .rule("e", "b")], for: .key("u1"))
        .contains(
          #"[{"id": "halyard", "force": "a", "condition": {"$and":[{"x": 1},{"id":"u1"}]}},{"id": "r", "force": "b", "condition": {"x": 1}}, "#
            + #"{"condition":{"id":"u1"},"id": "halyard", "variations": ["b", "b"]},{"id": "e", "variations": ["a", "b"]}]"#
        )
    )
  }

  @Test
  func `null for everyone is written as default value, because Python SDKs skip a null rule`()
    throws
  {
    let sample = try GrowthBookSample(try edited("text", [.enabled(false)]))
    #expect(try sample.result(#"{"x": 1}"#, "text") == "none STATIC source=defaultValue ruleId=")
    #expect(sample.problems.isEmpty)
    #expect(
      try edited("text", [.enabled(false)], for: .key("u1"))
        .contains(#"[{"id":"halyard","condition":{"id":"u1"},"force":null},{"id": "r""#)
    )
  }

  @Test
  func `an edited document has the new date, and a file of features becomes a payload`() throws {
    let text = try edited("on", [], updated: "2026-11-23T11:00:00Z")
    #expect(text == Self.document.replacing("T10:", with: "T11:"))
    #expect(
      try edited(
        "f",
        [.enabled(true)],
        in: #"{"f": {"defaultValue": false}}"#,
        updated: "now"
      )
        == #"{"status":200,"features":{"f": {"rules":[{"id":"halyard","force":true}],"defaultValue": false}},"dateUpdated":"now"}"#
    )
  }

  @Test
  func `encrypted features are edited and served unencrypted`() throws {
    let text = "AAECAwQFBgcICQoLDA0ODw==.bXSga2Og0Jzc19cHl0IqWJUL6LRHxKXvrMf3jXMS9ug="
    #expect(
      try edited(
        "a",
        [.variable("value", .integer(2))],
        in: #"{"encryptedFeatures": "\#(text)"}"#,
        key: "ABEiM0RVZneImaq7zN3u/w=="
      ) == #"{"features":{"a":{"rules":[{"id":"halyard","force":2}],"defaultValue":1}}}"#
    )
  }

  @Test
  func `an edited document has the forced value only for the user of the override`() throws {
    let text = try edited("on", [.enabled(false)], for: .key("u1"))
    let sample = try GrowthBookSample(text)
    #expect(try sample.value(#"{"id": "u1"}"#, "on") == "false")
    #expect(try sample.value(#"{"id": "u2"}"#, "on") == "true")
    #expect(sample.problems.isEmpty)
  }
}
