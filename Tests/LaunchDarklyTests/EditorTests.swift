import Documents
import FeatureFlags
import FlagSystem
import Targeting
import Testing

@testable import LaunchDarkly

struct EditorTests {
  private func edited(
    _ text: String,
    _ force: ForcedResult,
    for key: String? = nil,
    kind: String = "user",
    version: Int = 0
  ) throws -> String {
    let document = try Sample(json: text).document
    let bytes = LaunchDarklyEditor.document(
      LaunchDarklyEditor.payload(Array(text.utf8), of: document),
      of: document,
      forcing: [
        "f": [
          ScopedResult(
            force,
            for: key.map { .key($0, kind: kind == "user" ? nil : kind) } ?? .everyone
          )
        ],
        "missing": [ScopedResult(.enabled)],
      ],
      version: version
    )
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test
  func `a forced variation replaces the targeting, and all other bytes are unchanged`() throws {
    let text = """
      {"flags": { "g": { "on": false, "variations": [] },
        "f": {"variations": ["a", 1.0], "on": false, "version": 3, "salt": "s", "prerequisites": [{"key": "g"}],
          "targets": [], "contextTargets": null, "rules": [{"variation": 0, "clauses": []}],
          "fallthrough": {"rollout": {}}, "offVariation": 1 } }}
      """
    let expected = """
      {"flags": { "g": { "on": false, "variations": [] },
        "f": {"variations": ["a", 1.0], "on": true, "version": 4, "salt": "s", "prerequisites": [],
          "targets": [], "contextTargets": [], "rules": [],
          "fallthrough": {"variation":1}, "offVariation": 1 } }}
      """
    #expect(try edited(text, .variant("1")) == expected)
    #expect(try edited(text, .value(.integer(1))) == expected)
    #expect(
      try edited(text, .value(.string("b")), version: 90)
        == expected.replacing("1.0]", with: "1.0,\"b\"]").replacing("n\":1}", with: "n\":2}")
        .replacing("version\": 4", with: "version\": 90")
        .replacing("\"g\": {", with: "\"g\": {\"version\":90,")
    )
    #expect(
      try edited(text, .variant("1"), version: 2)
        == expected.replacing("\"g\": {", with: "\"g\": {\"version\":2,")
    )
    let document = try Sample(json: text).document
    let bytes = Array(text.utf8)
    #expect(LaunchDarklyEditor.document(bytes, of: document, forcing: [:]) == bytes)
  }

  @Test
  func `forcing the app's default turns the flag off and removes its off variation`() throws {
    let text = #"{"flags": {"f": {"on": true, "variations": [1], "offVariation": 0}}}"#
    #expect(
      try edited(text, .appDefault)
        == #"{"flags": {"f": {"version":1,"on": false, "variations": [1], "offVariation": null}}}"#
    )
    #expect(
      try edited(text.replacing("true", with: "false"), .enabled)
        == #"{"flags": {"f": {"version":1,"on": true, "variations": [1], "offVariation": 0}}}"#
    )
  }

  @Test
  func `the values of a data file are converted to flags when one of them is forced`() throws {
    let text =
      #"{"flagValues": {"f": true, "g": [1], "h": "x"}, "flags": {"h": {"on": false, "variations": []}}}"#
    func flag(_ key: String, _ version: Int, _ variations: String, _ variation: Int = 0) -> String {
      #""\#(key)":{"key":"\#(key)","version":\#(version),"on":true,"variations":\#(variations),"#
        + #""fallthrough":{"variation":\#(variation)}}"#
    }
    let start = #"{"flags":{"h":{"on": false, "variations": []},"#
    let end = flag("g", 1, "[[1]]") + #"},"segments":{}}"#
    #expect(
      try edited(text, .variant("1")) == start + flag("f", 2, "[true,false]", 1) + "," + end
    )
    #expect(
      try edited(text, .value(.integer(7))) == start + flag("f", 2, "[true,false,7]", 2) + "," + end
    )
    let sample = try Sample(json: try edited(text, .variant("1"), for: "ana"))
    #expect(try sample.result(#"{"key": "ana"}"#) == #"1 {"kind":"TARGET_MATCH"}"#)
    #expect(try sample.result(#"{"key": "bob"}"#) == #"0 {"kind":"FALLTHROUGH"}"#)
  }

  @Test
  func `the flags in a message of the event stream are edited`() throws {
    let text =
      #"{"path": "/", "data": {"flags": {"f": {"on": false, "variations": [], "version": 8}}}}"#
    #expect(
      try edited(text, .enabled)
        == #"{"flags": {"f": {"on": true, "variations": [], "version": 9}}}"#
    )
  }

  // MARK: One user

  /// The shapes of targeting that the override of one user must not change for others.
  private static let shapes = [
    #""on": true, "fallthrough": {"variation": 0}"#, #""on": false, "offVariation": 1"#,
    #""on": false"#,
    #""on": false, "targets": [{"values": ["ana", "bob"], "variation": 0}], "offVariation": 1"#,
    #""on": true, "targets": [{"values": ["ana", "bob"], "variation": 0}], "fallthrough": {"variation": 1}"#,
    #""on": true, "targets": [{"values": ["bob"], "variation": 2}, {"values": ["ana"], "variation": 1}], "#
      + #""contextTargets": [{"contextKind": "org", "values": ["acme", "x"], "variation": 0}, "#
      + #"{"contextKind": "user", "values": [], "variation": 1}, {"contextKind": "user", "variation": 2}], "#
      + #""fallthrough": {"variation": 1}"#,
    #""on": true, "rules": [{"clauses": [{"attribute": "key", "op": "in", "values": ["ana", "eve"]}], "#
      + #""variation": 0}], "fallthrough": {"variation": 1}"#,
  ]

  private static let others = [
    #"{"key": "bob"}"#, #"{"key": "eve"}"#, #"{"kind": "org", "key": "x"}"#,
    #"{"kind": "device", "key": "ana"}"#,
    #"{"kind": "multi", "user": {"key": "bob"}, "org": {"key": "x"}}"#,
  ]

  @Test(arguments: shapes, [nil, "acme"] as [String?])
  func `an override for one context does not change the results for other contexts`(
    members: String,
    organisation: String?
  ) throws {
    let text = #"{"flags": {"f": {"variations": ["a", "b", "c"], "version": 3, \#(members)}}}"#
    let (key, kind) = (organisation ?? "ana", organisation == nil ? "user" : "org")
    let own = #"{"kind": "\#(kind)", "key": "\#(key)"}"#
    let former = try Sample(json: text)
    for force in [ForcedResult.variant("2"), .value(.string("new"))] {
      let sample = try Sample(json: try edited(text, force, for: key, kind: kind))
      let index = force == .variant("2") ? "2" : "3"
      #expect(try sample.result(own) == #"\#(index) {"kind":"TARGET_MATCH"}"#)
      for other in Self.others {
        let (old, new) = (try former.result(other), try sample.result(other))
        #expect(old.prefix { $0 != " " } == new.prefix { $0 != " " }, "\(other)")
      }
    }
    let sample = try Sample(json: try edited(text, .appDefault, for: key, kind: kind))
    #expect(try sample.result(own).hasPrefix("none "))
  }

  @Test
  func `an override for an organisation keeps the targets of users`() throws {
    let text =
      #"{"flags": {"f": {"on": true, "variations": [0, 1], "targets": [{"values": ["bob"], "variation": 1}]}}}"#
    #expect(
      try edited(text, .variant("0"), for: "acme", kind: "org")
        == #"{"flags": {"f": {"version":1,"contextTargets":[{"contextKind":"org","values":["acme"],"variation":0},"#
        + #"{"contextKind":"user","values":[],"variation":1}],"on": true, "variations": [0, 1], "#
        + #""targets": [{"values": ["bob"], "variation": 1}]}}}"#
    )
  }

  @Test
  func `a forced user is in the first target of a variation, because some SDKs read only that one`()
    throws
  {
    let text =
      #"{"flags": {"f": {"on": true, "variations": [0, 1], "targets": [{"values": ["bob"], "variation": 1}], "#
      + #""contextTargets": [{"contextKind": "user", "values": [], "variation": 1}]}}}"#
    #expect(
      try edited(text, .variant("1"), for: "ana")
        == #"{"flags": {"f": {"version":1,"on": true, "variations": [0, 1], "#
        + #""targets": [{"values":["ana","bob"],"variation":1},{"values": ["bob"], "variation": 1}], "#
        + #""contextTargets": [{"contextKind":"user","values":["ana"],"variation":1},"#
        + #"{"contextKind": "user", "values": [], "variation": 1}]}}}"#
    )
  }
}
