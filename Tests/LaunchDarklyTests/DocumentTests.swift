import CoreTestSupport
import Documents
import FeatureFlags
import Testing

@testable import LaunchDarkly

struct DocumentTests {
  private static let format = ConfigurationFormat.launchDarkly
  private static let flag =
    #"{"on": true, "variations": [true, false], "fallthrough": {"variation": 0}}"#

  // MARK: Forms

  @Test(
    arguments: [
      #"{"flags": {"f": \#(flag)}, "segments": {}}"#,
      #"{"flags": {}, "segments": {}}"#,
      #"{"path": "/", "data": {"flags": {"f": \#(flag)}, "segments": {}}}"#,
      #"{"flagValues": {"f": true}}"#,
      #"{"flags": {"f": \#(flag), "g": {"version": 2, "deleted": true}}}"#,
      "flagValues:\n  f: true\n",
      "flags:\n  f:\n    on: true\n    variations: [true, false]\n    fallthrough: { variation: 0 }\n",
      #"{"f": {"value": true, "version": 7, "variation": 0, "trackEvents": false}}"#,
      #"{"flags": {"f": {"deleted": false, "variations": [true, false], "on": false, "offVariation": 0}}}"#,
      #"{"flagsState": {"f": {"value": true, "version": 1}}, "context": {"kind": "user", "key": "k"}}"#,
    ]
  )
  func `a document is recognised by its members`(text: String) throws {
    let bytes = Array(text.utf8)
    #expect(Self.format.recognises(bytes))
    let configuration = try Self.format.parse(bytes)
    guard let feature = configuration.features.first else { return }
    #expect(feature.name == "f")
    let evaluation = configuration.evaluator.evaluate(
      feature.definition,
      in: EvaluationContext(targetingKey: "ana")
    )
    #expect(evaluation.isEnabled)
  }

  @Test(
    arguments: [
      "{}", "[]", "", #"{"features": [{"name": "a", "variations": ["x"]}]}"#,
      #"{"flags": {"variations": 1}}"#,
      #"{"flags": {"f": {"state": "ENABLED", "variants": {"on": true, "variations": 1}}}}"#,
      #"{"version": 1, "value": 2}"#, #"{"a": {"value": true}, "b": "version"}"#, "variations: [",
    ]
  )
  func `a document of another flag system is not recognised`(text: String) {
    #expect(!Self.format.recognises(Array(text.utf8)))
  }

  @Test(
    arguments: [
      #"{"key": "f", "variations": [{"value": true}], "environments": {"test": {"on": true}}}"#,
      #"{"items": [{"key": "f", "variations": [], "environments": {}}], "totalCount": 1}"#,
    ]
  )
  func `a response of the management API is rejected with an error that names the API`(text: String)
    throws
  {
    let bytes = Array(text.utf8)
    #expect(Self.format.recognises(bytes))
    let error = #expect(throws: DocumentError.self) { try LaunchDarklyDocument(bytes: bytes) }
    #expect(error?.description.contains("a response of the management API of LaunchDarkly") == true)
  }

  // MARK: Errors

  @Test(
    arguments: [
      (#""on": 1"#, "on", 2), (#""variations": {}"#, "variations", 2), (#""salt": 7"#, "salt", 2),
      (#""rules": [{"clauses": [{"op": 5}]}]"#, "rules[0].clauses[0].op", 2),
      (#""rules": [{"clauses": [{}, {"values": "x"}]}]"#, "rules[0].clauses[1].values", 2),
      (
        #""fallthrough": {"rollout": {"variations": [{"weight": "1"}]}}"#,
        "fallthrough.rollout.variations[0].weight", 2
      ),
      (#""targets": [{"values": ["a", 1]}]"#, "targets[0].values[1]", 2),
      (#""offVariation": 0.5"#, "offVariation", 2),
      ("\"prerequisites\": [\n{\"key\": true}]", "prerequisites[0].key", 3),
      (
        #""clientSideAvailability": {"usingMobileKey": 1}"#,
        "clientSideAvailability.usingMobileKey", 2
      ),
    ]
  )
  func `a value of the wrong type in a flag rejects the document with its line and path`(
    members: String,
    path: String,
    line: Int
  ) throws {
    let text = "{\"segments\": {}, \"flags\":\n{\"f\": {\"variations\": [1], \(members)}}}"
    let error = try #require(throws: DocumentError.self) { try Sample(json: text) }
    #expect(error.line == line)
    #expect(error.description.hasPrefix("\"flags.f.\(path)\": found "))
  }

  @Test
  func `a value of the wrong type in a segment rejects the document with its path`() throws {
    let error = try #require(throws: DocumentError.self) {
      try Sample(flags: "", segments: #""s": {"included": [true]}"#)
    }
    #expect(error.description.hasPrefix("\"segments.s.included[0]\": found true, expected a text"))
  }

  // MARK: Features

  private func features(_ text: String) throws -> [Feature] {
    try Sample(json: text).document.features
  }

  @Test
  func `a flag with the values true and false becomes a feature flag, and others become tests`()
    throws
  {
    let features = try features(
      #"{"flags": {"a": {"on": true, "variations": [false, true]}, "b": {"on": false, "variations": [1, 2.5]}, "#
        + #""c": {"on": true, "variations": [true, false, true]}, "d": {"on": true, "variations": [null, {"x": 1}]}}}"#
    )
    #expect(
      features.map(\.type) == [
        .featureFlag, .featureTest(.ab), .featureTest(.mvt), .featureTest(.ab),
      ]
    )
    #expect(features[0].testVariations == ["1", "0"])
    #expect(features[1].testVariations == ["0", "1"])
    #expect(features[1].variationVariables[0] == [Variable(name: "value", value: .double(1))])
    #expect(features[3].variationVariables[0] == [Variable(name: "value", value: .json("null"))])
    #expect(features.allSatisfy { $0.section == nil })
  }

  @Test(
    arguments: [
      (
        #""clientSideAvailability": {"usingEnvironmentId": true, "usingMobileKey": true}"#,
        "browser, mobile"
      ),
      (#""clientSideAvailability": {"usingEnvironmentId": true}"#, "browser"),
      (#""clientSide": false"#, "mobile"), (#""clientSide": true"#, "browser, mobile"),
      (#""clientSideAvailability": {}"#, "none"), ("\"version\": 1", nil),
    ] as [(String, String?)]
  )
  func `the metadata of a feature lists the client SDKs that can use its flag`(
    members: String,
    expected: String?
  ) throws {
    let metadata = try features(#"{"flags": {"f": {"on": true, "variations": [], \#(members)}}}"#)[
      0
    ].definition.metadata
    #expect(metadata.first?.value == expected.map(AttributeValue.string))
  }

  @Test
  func `a migration flag has the metadata and the badge migration`() throws {
    let features = try features(
      #"{"flags": {"f": {"on": true, "variations": ["off"], "migration": {}}}}"#
    )
    #expect(features[0].definition.metadata == [.init(key: "migration", value: true)])
    #expect(features[0].badges == ["migration"])
  }

  @Test
  func `the last of two flags with one key is used, and a flag is used instead of a value`() throws
  {
    let sample = try Sample(
      json:
        "{\"flags\": {\"f\": {\"on\": true, \"variations\": [1]}, \"f\": {\"on\": true, \"variations\": [2],"
        + "\"fallthrough\": {\"variation\": 0}}},\n\"flagValues\": {\"f\": 3, \"g\": 4}}"
    )
    #expect(sample.document.flags.map(\.name) == ["f", "g"])
    #expect(try sample.feature("f", for: EvaluationContext(targetingKey: "k")).value == .integer(2))
    #expect(try sample.feature("g", for: EvaluationContext(targetingKey: "k")).value == .integer(4))
    #expect(
      sample.problems == [
        "1 f is defined twice; this definition replaces the one on line 1",
        "2 f is a flag and a value: SDKs refuse the file; the flag is used",
      ]
    )
  }

  @Test
  func `the values for one context become features with exactly these values`() throws {
    let client = try Sample(
      json:
        #"{"on": {"value": true, "version": 3, "variation": 1}, "off": {"value": false, "version": 3}, "#
        + #""text": {"value": "x", "version": 1, "variation": 4}, "nothing": {"value": null, "version": 1}}"#
    )
    #expect(client.document.form == .client)
    #expect(client.evaluator.targetingKeyUse == .unused)
    let values = try client.document.features.map {
      try client.feature($0.name, for: EvaluationContext()).value
    }
    #expect(values == [.boolean(true), .boolean(false), .string("x"), .json("null")])
    #expect(
      client.document.features.map(\.testVariations) == [["1", "0"], ["1", "0"], ["4"], ["0"]]
    )
    let project = try Sample(
      json:
        #"{"flagsState": {"a": {"value": "x", "version": 1}, "b": {"value": 1, "version": 1}}, "#
        + #""overrides": {"a": {"value": "y", "version": 2}}, "availableVariations": {"a": ["#
        + #"{"_id": "1", "name": "First", "value": "x"}, {"_id": "2", "value": "y"}]}}"#
    )
    #expect(project.document.features.map(\.testVariations) == [["First", "1"], ["0"]])
    #expect(try project.feature("a", for: EvaluationContext()).value == .string("y"))
  }

  // MARK: Warnings

  @Test
  func `missing references, unknown operators and wrong weights in a document are reported`() throws
  {
    let sample = try Sample(
      json: """
        {"flags": {
          "a": {"on": true, "variations": [true, "x"], "fallthrough": {"rollout": {"variations": [
            {"variation": 0, "weight": 60}, {"variation": 5, "weight": 40}]}},
            "prerequisites": [{"key": "b", "variation": 0}, {"key": "none"}, {"key": "c", "variation": 7}],
            "rules": [{"variation": 0, "clauses": [
              {"attribute": "x", "op": "isNot", "values": [1]},
              {"attribute": "x", "op": "lessThan", "values": ["1"]},
              {"attribute": "x", "op": "matches", "values": ["(?<!x)"]},
              {"op": "segmentMatch", "values": ["big", "none"]}]}]},
          "b": {"on": false, "variations": [1]},
          "c": {"on": true, "variations": [1], "fallthrough": {"variation": 0}}},
         "segments": {"big": {"unbounded": true}, "loop": {"rules": [{"clauses": [
            {"op": "segmentMatch", "values": ["loop"]}]}]}}}
        """
    )
    #expect(
      sample.problems == [
        "12 segment \"big\" is a big segment, whose keys only a store has: the lists count as empty",
        "12 segment \"loop\" refers to a cycle: an evaluation that reaches it fails",
        "2 a has variations of different types; an app gets an error for those of another type",
        "2 a the prerequisite \"b\" is off, so it is never met, whatever its off variation",
        "2 a the prerequisite \"none\" does not exist, so it is never met",
        "2 a the prerequisite \"c\" has no variation 7, so it is never met",
        "2 a rule 1: the operator \"isNot\" is unknown, so no value matches",
        "2 a rule 1: a value of \"lessThan\" has the wrong type or syntax, and matches nothing",
        "2 a rule 1: the regular expression \"(?<!x)\" matches nothing: RE2 has no look-around; "
          + "SDKs in other languages than Go may match it",
        "2 a rule 1: the segment \"none\" does not exist, so no context is in it",
        "2 a fallthrough: there is no variation 5, so the evaluation fails",
        "2 a fallthrough: the weights add up to 100, expected 100000",
      ]
    )
  }

  @Test
  func `the targeting of a flag is described as text for the comparison of two documents`() throws {
    let sample = try Sample(
      #""prerequisites": [{"key": "p"}], "targets": [{"values": ["u", "v"], "variation": 1}], "rules": [{"#
        + #""variation": 0, "clauses": [{"attribute": "x", "op": "in", "values": [1, 2], "negate": true}, "#
        + #"{"op": "segmentMatch", "values": ["s"]}]}], "fallthrough": {"rollout": {"kind": "experiment", "#
        + #""seed": 7, "variations": [{"variation": 2, "weight": 100000, "untracked": true}]}}"#,
      segments: #""s": {"included": ["w"], "rules": [{"clauses": [], "weight": 50}]}"#
    )
    let text = sample.evaluator.targetingText(of: sample.document.features[0])
    #expect(
      text == "on; off: 2 = \"c\"; needs p with variation 0; 1 = \"b\" for user u, v; "
        + "if x not in 1, 2 and segmentMatch \"s\" and (s is with user w; : 50): 0 = \"a\"; "
        + "else: 2 = \"c\" 100.000 % untracked in an experiment by user key with seed 7"
    )
  }
}
