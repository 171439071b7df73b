import Testing

@testable import FeatureFlags

/// Tests the descriptions of features: in the terms of the framework, or in those of their flag systems.
struct FeatureKindTests {
  private static func service(
    _ values: [VariableValue],
    type: FeatureType? = nil,
    result: ValueKind = .value
  ) -> Feature {
    Feature(
      service: "f",
      type: type,
      variations: values.enumerated().map { index, value in
        ServiceVariation(
          TestVariation(name: "v\(index)"),
          variables: [Variable(name: FlagDefinition.valueVariable, value: value)]
        )
      },
      result: result
    )
  }

  static let kinds: [(feature: Feature, short: String, long: String)] = [
    (Feature(name: "f"), "Feature Flag", "Feature Flag"),
    (Feature(name: "f", testVariations: ["A", "B", "C"]), "MVT Test", "MVT Test"),
    (service([.json("{}"), .json("[]")]), "JSON flag", "Flag · JSON · 2 variations"),
    (
      service([.string("a"), .string("b"), .string("c")]), "String flag",
      "Flag · String · 3 variations"
    ),
    (service([.integer(1), .integer(2)]), "Number flag", "Flag · Number · 2 variations"),
    (service([.json("1")]), "JSON flag", "Flag · JSON · 1 variation"),
    (service([], type: .featureFlag, result: .state), "Boolean flag", "Flag · Boolean"),
    (
      service([], type: .featureFlag, result: .variation).called("kill-switch"), "Kill switch",
      "Kill switch"
    ),
    (
      service([.string("a"), .string("b")]).called("experiment"), "Experiment",
      "Experiment · String · 2 variations"
    ),
  ]

  @Test(arguments: kinds)
  func `a feature is described with the framework's terms only if no flag system defines it`(
    feature: Feature,
    short: String,
    long: String
  ) {
    #expect(feature.shortTypeText == short)
    #expect(feature.kindText == long)
  }

  @Test(arguments: [
    ("ab", true), ("flag", true), ("json", true), ("test", true), ("mvt", false),
    ("string", false),
  ])
  func `a search by type finds a flag by terms of the framework and of its flag system`(
    token: String,
    isFound: Bool
  ) {
    let flag = Self.service([.json("{}"), .json("[]")])
    #expect(flag.isOfType(token) == isFound)
  }

  @Test func `a feature matches the token of its kind, such as kill-switch for Kill switch`() {
    let flag = Self.service([], type: .featureFlag, result: .variation).called("kill-switch")
    #expect(flag.isOfType(FeatureKind.token(of: "Kill switch")))
    #expect(flag.badges == ["kill-switch"])
    #expect(!Feature(name: "f").isOfType("kill-switch"))
  }
}

struct OverrideErrorTests {
  @Test(arguments: [
    ("[1", VariableType.json, true), ("{\"a\": 1,}x", .json, true), ("many", .integer, false),
  ])
  func `the error for a malformed JSON value has the reason after the expected type`(
    found: String,
    type: VariableType,
    hasReason: Bool
  ) {
    let error = OverrideError.wrongValue(variable: "v", found: found, expected: type)
    #expect("\(error)".contains("expected \(type.valueText); ") == hasReason, "\(error)")
  }
}
