import FeatureFlags
import Testing

@testable import GrowthBook

/// Tests the detection of documents, their features and problems, and encrypted parts.
struct DocumentTests {
  @Test(
    arguments: [
      (#"{"features": {"a": {"defaultValue": 1}}}"#, true),
      (#"{"a": {"defaultValue": 1}, "b": {}}"#, true),
      (#"{"a": {"rules": []}}"#, true), (#"{"features": {"defaultValue": 1}}"#, true),
      (#"{"encryptedFeatures": "x.y"}"#, true),
      (#"{"features": {}, "dateUpdated": "2026-11-23T10:00:00Z"}"#, true),
      (#"{"features": {}}"#, true), (#"{"features": {"a": null, "b": {"defaultValue": 1}}}"#, true),
      (
        #"{"features": [{"id": "a", "valueType": "boolean", "environments": {}}], "limit": 10}"#,
        true
      ),
      (#"// JSON5\#n{features: {a: {"defaultValue": 1}}}"#, true),
      (#"{"features": [{"name": "a", "rules": []}]}"#, false),
      (#"{"features": {"a": 1}, "rules": []}"#, false),
      (#"{"a": {"defaultValue": 1}, "b": 1}"#, false),
      (#"{"flags": {"a": {"rules": [], "version": 1}}}"#, false), (#"["rules"]"#, false),
      ("{", false),
    ]
  )
  func `a document is recognised by its features`(text: String, isRecognised: Bool) {
    #expect(ConfigurationFormat.growthBook().recognises(Array(text.utf8)) == isRecognised)
  }

  @Test(
    arguments: [
      ("[]", "expected an object"), (#"{"status": 1}"#, #"no object "features""#),
      (#"{"features": 1}"#, #"no object "features""#), ("{", "found the end"),
    ]
  )
  func `a document without features is rejected with an error that names the expected form`(
    text: String,
    message: String
  ) throws {
    let error = try #require(throws: ConfigurationError.self) { try GrowthBookSample(text) }
    #expect("\(error)".contains(message))
  }

  @Test(
    arguments: [
      ("true", "", "flag", "true, false"), ("0", #"{"force": 1.5}"#, "ab", "0, 1.5"),
      (#""x""#, #"{"force": "x"}"#, "ab", "x"),
      ("null", #"{"force": {"a": 1}}, {"id": "r", "force": [2]}"#, "ab", "rule 1, r"),
      (#""""#, #"{"force": "Default"}"#, "ab", "default, Default (2)"),
      (
        #""x""#,
        #"{"key": "e", "variations": ["x", "y", {}], "meta": [{"name": "Control"}, {"key": "1", "name": "Red"}]}"#,
        "mvt", "Control, Red, e 2"
      ),
      (
        #""x""#, #"{"variations": ["y", "z"], "meta": [{"key": "0"}, {"key": "blue"}]}"#, "mvt",
        "x, y, blue"
      ),
      ("true", #"{"force": "x"}"#, "mvt", "true, false, x"),
    ]
  )
  func `each value of a feature becomes a named variation, and the default value comes first`(
    standard: String,
    rules: String,
    type: String,
    names: String
  ) throws {
    let sample = try GrowthBookSample(
      feature: #""defaultValue": \#(standard), "rules": [\#(rules)]"#
    )
    let feature = try sample.feature()
    #expect(feature.type.token == type)
    #expect(feature.testVariations.map(\.rawValue).joined(separator: ", ") == names)
  }

  @Test(
    arguments: [
      (
        #""condition": {"a": {"$in": "x"}}, "force": 1"#,
        #"rule 1: "a" $in: found a text, expected a list, so it is false here"#
      ),
      (
        #""condition": {"a": {"$near": 1}}, "force": 1"#,
        #"rule 1: "a" $near: the operator is unknown, so it is false here"#
      ),
      (
        #""condition": {"a": {"$inGroup": "x"}}, "force": 1"#,
        #"rule 1: the saved group "x" does not exist, and counts as empty"#
      ),
      (
        #""condition": {"a": {"$regex": "a(?=b)"}}, "force": 1"#,
        #"rule 1: "a" $regex: RE2 has no look-around, so it is false here"#
      ),
      (
        #""condition": {"a": {"$eq": []}}, "force": 1"#,
        #"rule 1: "a" $eq: lists and objects are never equal"#
      ),
      (
        #""condition": {"a": {"b": 1}}, "force": 1"#,
        #"rule 1: SDKs regard the order of members in the object of "a""#
      ),
      (
        #""condition": {"$gt": 1}, "force": 1"#,
        #"rule 1: "$gt" is read as the name of an attribute"#
      ),
      (
        #""condition": {"a": {"$in": ["\#(String(repeating: "0a", count: 32))"]}}, "force": 1"#,
        #"rule 1: "a" is compared with SHA-256 hashes: only apps that hash the attribute meet it"#
      ),
      (
        #""id": "r", "variations": [1, 2], "weights": [1, 1]"#,
        "r: the weights are not 2 numbers with the sum 1; equal ones are used"
      ),
      (
        #""variations": [1]"#,
        "rule 1: it has no value and fewer than 2 variations, so it is skipped"
      ),
      (#""variations": [1, 2], "ranges": [[0, 1]]"#, "rule 1: found 1 range, expected 2"),
      (#""variations": [1, 2], "coverage": 2"#, "rule 1: the coverage is not 0 to 1"),
      (
        #""force": 1, "coverage": 1, "hashVersion": 3"#,
        "rule 1: no user is included: unknown hash version"
      ),
      (
        #""force": 1, "coverage": 1, "hashAttribute": "a.b""#,
        #"rule 1: the hash attribute "a.b" is a name, and no path"#
      ),
      (
        #""force": 1, "coverage": 1, "seed": "é""#,
        #"rule 1: SDKs hash the seed "é" differently, since it is not ASCII"#
      ),
      (#""force": "x""#, "has values of different types; typed apps fail for some of them"),
      (
        #""parentConditions": [{"id": "x"}], "force": 1"#,
        #"rule 1: the prerequisite "x" does not exist, and is null"#
      ),
      (
        #""contextualVariations": [1, 2], "contextualBanditRef": "x""#,
        #"rule 1: the contextual bandit "x" does not exist; the weights of the rule are used"#
      ),
    ]
  )
  func `a rule with an unknown, invalid or misleading part causes a warning`(
    rule: String,
    warning: String
  ) throws {
    #expect(try GrowthBookSample(rule: rule).problems == ["warning:1 f \(warning)"])
  }

  @Test
  func `a rule that has only a gate causes no warning`() throws {
    let sample = try GrowthBookSample(
      #"{"p": {"defaultValue": 1}, "f": {"rules": [{"parentConditions": [{"id": "p", "gate": true}]}]}}"#
    )
    #expect(sample.problems.isEmpty)
  }

  @Test
  func `a bandit causes a warning about its conditions, and one about the rule that uses it`()
    throws
  {
    let sample = try GrowthBookSample(
      rule: #""variations": [1, 2], "contextualBanditRef": "x""#,
      #", "contextualBandits": {"x": {"contexts": [{"condition": {"a": {"$in": 1}}}]}}"#
    )
    #expect(
      sample.problems == [
        #"warning - contextual bandit "x": "a" $in: found a number, expected a list, so it is false here"#,
        "warning:1 f rule 1: older SDKs skip a rule with a contextual bandit",
      ]
    )
  }

  @Test
  func `a malformed feature is left out, and the last of two features with one name is used`()
    throws
  {
    let sample = try GrowthBookSample(
      #"""
      {"status": 200, "features": {
        "a": {"defaultValue": 1},
        "b": {"rules": [{"condition": {"$or": 1}}]},
        "c": {"rules": [{"force": 1, "range": [0]}]}, "d": 1,
        "a": {"defaultValue": 2}},
       "experiments": [{"key": "page"}, 1], "savedGroups": {"g": 1},
       "contextualBandits": {"x": {"contexts": [{"weights": 1}]}}}
      """#
    )
    #expect(sample.configuration.features.map(\.name.rawValue) == ["a"])
    #expect(try sample.value("{}", "a") == "2")
    #expect(
      sample.problems == [
        "warning:5 a is defined twice; this definition replaces the one on line 2",
        #"warning - the saved group "g" is no list, and counts as empty"#,
        #"error:7 - "contexts[0].weights" is 1, expected a list of numbers, so it is left out"#,
        "warning:6 - experiment 2 on pages is left out: found 1, expected an object",
        "note - experiments on pages, which only browsers evaluate: page, ?",
        #"error:3 b "rules[0].condition" is 1, expected a list, so it is left out"#,
        #"error:4 c "rules[0].range" is a list, expected two numbers, so it is left out"#,
        #"error:4 d "features.d" is 1, expected an object, so it is left out"#,
      ]
    )
  }

  @Test(
    arguments: [
      (#"{"condition": {"x": 1}, "force": 1}"#, ["all rules give the default value"]),
      (#"{"condition": {"x": 1}, "force": 2}"#, []), (#"{"force": 2}"#, []),
      (
        #"{"id": "a", "force": 2}, {"condition": {"x": 1}, "force": 3}"#,
        ["a: it holds for everyone, so that the rules after it are never reached"]
      ),
    ]
  )
  func `rules without an effect cause warnings`(rules: String, expected: [String]) throws {
    let sample = try GrowthBookSample(
      #"{"features": {"f": {"defaultValue": 1, "rules": [\#(rules)]}}}"#
    )
    #expect(sample.problems == expected.map { "warning:1 f " + $0 })
  }

  @Test
  func `a cycle of prerequisites causes an error, and a shared experiment causes a note`() throws {
    let parent = { (id: String) in
      #"{"rules": [{"parentConditions": [{"id": "\#(id)"}], "force": 1}]}"#
    }
    let experiment =
      #"{"rules": [{"key": "e", "variations": [1, 2]}, {"key": "e", "variations": [1, 2]}]}"#
    let sample = try GrowthBookSample(
      #"{"a": \#(parent("b")), "b": \#(parent("b")), "c": \#(parent("d")), "d": \#(experiment), "e": \#(experiment)}"#
    )
    #expect(
      sample.problems == [
        "error:1 a its prerequisites depend on each other, so that apps can get null",
        "error:1 b its prerequisites depend on each other, so that apps can get null",
        #"note:1 e shares the experiment "e" with "d"; force both"#,
      ]
    )
    #expect(try sample.feature("{}", "d").badges == ["experiment"])
  }
}

// MARK: Encrypted parts

extension DocumentTests {
  private static let key = "ABEiM0RVZneImaq7zN3u/w=="
  /// The text `{"a":{"defaultValue":1}}`.
  private static let encrypted =
    "AAECAwQFBgcICQoLDA0ODw==.bXSga2Og0Jzc19cHl0IqWJUL6LRHxKXvrMf3jXMS9ug="

  @Test
  func `encrypted features are decrypted and used instead of plain features`() throws {
    let text =
      #"{"encryptedFeatures": "\#(Self.encrypted)", "features": {"b": {"defaultValue": 2}}}"#
    for document in [text, #"{"encryptedFeatures": "\#(Self.encrypted)"}"#] {
      let sample = try GrowthBookSample(document, key: Self.key)
      #expect(sample.configuration.features.map(\.name.rawValue) == ["a"])
      #expect(sample.problems.isEmpty)
    }
    let plain = try GrowthBookSample(text, key: "AAAAAAAAAAAAAAAAAAAAAA==")
    #expect(plain.configuration.features.map(\.name.rawValue) == ["b"])
    #expect(
      plain.problems.first?.hasPrefix(
        #"error - "encryptedFeatures" is left out: the decryption key is wrong"#
      ) == true
    )
  }

  @Test(arguments: ["[1]", "1", "true", "{}"])
  func `encrypted features that are not a text cause an error, and the plain features are used`(
    value: String
  ) throws {
    let sample = try GrowthBookSample(
      #"{"encryptedFeatures": \#(value), "features": {"b": {"defaultValue": 2}}}"#
    )
    #expect(sample.configuration.features.map(\.name.rawValue) == ["b"])
    #expect(sample.problems == [#"error - "encryptedFeatures" is left out: it is no text"#])
  }

  @Test(arguments: ["null", "false", #""""#])
  func `encrypted features that are null, false or empty are ignored without a problem`(
    value: String
  ) throws {
    let sample = try GrowthBookSample(
      #"{"encryptedFeatures": \#(value), "features": {"b": {"defaultValue": 2}}}"#
    )
    #expect(sample.problems.isEmpty)
  }

  @Test(
    arguments: [
      (encrypted, nil, "it needs the decryption key of the SDK connection"),
      (encrypted, "", "it needs the decryption key"),
      (encrypted, "AAAA", "the decryption key is malformed, expected 16 bytes"),
      (encrypted, "?", "the decryption key is malformed"),
      (
        encrypted, "AAAAAAAAAAAAAAAAAAAAAA==", "the decryption key is wrong, or the text is damaged"
      ),
      ("x", key, "it is malformed, expected two texts in base64"),
      ("AAEC.\(encrypted)", key, "it is malformed"),
      ("AAECAwQFBgcICQoLDA0ODw==.", key, "the decryption key is wrong, or the text is damaged"),
    ] as [(String, String?, String)]
  )
  func `features that cannot be decrypted are rejected with the reason`(
    text: String,
    key: String?,
    reason: String
  ) throws {
    let error = try #require(throws: ConfigurationError.self) {
      try GrowthBookSample(#"{"encryptedFeatures": "\#(text)"}"#, key: key)
    }
    #expect("\(error)".contains(reason))
  }
}
