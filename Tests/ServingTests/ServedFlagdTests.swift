import Documents
import FeatureFlags
import FlagSystem
import Flagd
import Serving
import Testing
import Unleash

/// Tests the documents of flagd with overrides.
struct ServedFlagdTests {
  /// An override, and the result that it forces.
  struct Force: CustomTestStringConvertible {
    let flag: String
    let choice: OverrideChoice
    /// The variation and the variables; `nil` for the results without the override.
    let result: String?

    var testDescription: String { "\(flag) \(choice)" }
  }

  private static let forces = [
    Force(flag: "cart", choice: .enabled(true), result: "on []"),
    Force(flag: "cart", choice: .enabled(false), result: "off []"),
    Force(flag: "colour", choice: .variation("blue"), result: #"blue ["value = #00f"]"#),
    Force(flag: "colour", choice: .variation("red"), result: #"red ["value = #f00"]"#),
    Force(flag: "colour", choice: .enabled(false), result: "none []"),
    Force(
      flag: "colour",
      choice: .variable("value", .string("new")),
      result: #"halyard ["value = new"]"#
    ),
    Force(flag: "limit", choice: .variation("low"), result: #"low ["value = 1"]"#),
    Force(flag: "limit", choice: .enabled(true), result: #"high ["value = 10"]"#),
    Force(flag: "limit", choice: .enabled(false), result: "none []"),
    Force(flag: "layout", choice: .variation("b"), result: #"b ["value = {\"n\":2}"]"#),
    Force(flag: "layout", choice: .enabled(false), result: "none []"),
    Force(flag: "title", choice: .variation("y"), result: #"y ["value = Y"]"#),
    Force(flag: "title", choice: .enabled(false), result: "none []"),
  ]

  private static let format = FlagSystemSample.flagdFormat

  private static func served(_ force: Force, for user: String? = nil) throws -> ServedFlagd {
    let choices = [(Feature.Name(rawValue: force.flag), force.choice)]
    let state = try FlagSystemSample.state(FlagSystemSample.flagd, format, choices)
    return try ServedFlagd(state.only(user))
  }

  @Test(arguments: forces)
  func `a forced flag has the forced result for every user, and other flags are unchanged`(
    force: Force
  )
    throws
  {
    let served = try Self.served(force)
    let original = Array(FlagSystemSample.flagd.utf8)
    for user in FlagSystemSample.users {
      var expected = try FlagSystemSample.results(original, Self.format, for: user)
      expected[force.flag] = force.result
      #expect(try FlagSystemSample.results(served.flags, Self.format, for: user) == expected)
      let only = try FlagSystemSample.results(served.overrides, Self.format, for: user)
      #expect(only == [force.flag: force.result])
    }
  }

  @Test(arguments: forces)
  func `a flag that is forced for one user has the forced result for that user only`(force: Force)
    throws
  {
    let served = try Self.served(force, for: "ana")
    let original = Array(FlagSystemSample.flagd.utf8)
    for user in FlagSystemSample.users {
      var expected = try FlagSystemSample.results(original, Self.format, for: user)
      if user.targetingKey == "ana" { expected[force.flag] = force.result }
      #expect(try FlagSystemSample.results(served.flags, Self.format, for: user) == expected)
      let only = try FlagSystemSample.results(served.overrides, Self.format, for: user)
      #expect(only[force.flag] == expected[force.flag])
    }
  }

  @Test
  func `without overrides the document is unchanged, and the document of overrides has no flag`()
    throws
  {
    let served = try ServedFlagd(try FlagSystemSample.state(FlagSystemSample.flagd, Self.format))
    #expect(String(decoding: served.flags, as: UTF8.self) == FlagSystemSample.flagd)
    let overrides = try JSONReader.read(served.overrides, as: .json)
    #expect(overrides["flags"]?.members?.isEmpty == true)
  }

  @Test(
    arguments: [
      """
      flags:
        a:
          state: ENABLED
          variants: {t: true, f: false}
          defaultVariant: t
      """,
      "// c\n{flags: {a: {state: 'ENABLED', variants: {t: true, f: false,}, defaultVariant: 't'}}}",
      #"{"flags": [{"key": "a", "state": "ENABLED", "variants": {"t": true, "f": false}}]}"#,
      "\u{FEFF}" + #"{"flags": {"a": {"state": "ENABLED", "variants": {"t": true, "f": false}}}}"#,
    ]
  )
  func `a document in YAML or JSON5, or with a list of flags, is served as JSON with a flag object`(
    source: String
  ) throws {
    for choices in [[], [("a", .enabled(false))]] as [[(Feature.Name, OverrideChoice)]] {
      let served = try ServedFlagd(try FlagSystemSample.state(source, Self.format, choices))
      #expect(served.flags.first == UInt8(ascii: "{"))
      let document = try JSONReader.read(served.flags, as: .json)
      #expect(document["flags"]?["a"]?["variants"]?["t"]?.bool == true)
      let isForced = document["flags"]?["a"]?["defaultVariant"]?.string == "f"
      #expect(isForced == !choices.isEmpty)
    }
  }

  @Test func `a source of a different format has no flagd document`() throws {
    let unleash = try FlagSystemSample.state(
      FlagSystemSample.unleash,
      FlagSystemSample.unleashFormat
    )
    let error = ServedDocumentError.otherSystem(
      expected: "a document of flagd",
      found: "a document of Unleash"
    )
    #expect(throws: error) { try ServedFlagd(unleash) }
    #expect("\(error)" == "the source is not a document of flagd, but a document of Unleash")
    let features = try FlagSystemSample.state(ServedExample.features, .features)
    #expect(
      throws: ServedDocumentError.otherSystem(
        expected: "a document of Unleash",
        found: "a configuration of features"
      )
    ) {
      try ServedUnleash(features)
    }
    #expect(throws: ServedDocumentError.noDocument(expected: "a document of flagd")) {
      try ServedFlagd(ServedState(features: [], evaluator: BiasEvaluator(), document: nil))
    }
  }
}
