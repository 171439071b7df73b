import FeatureFlags
import Testing

@testable import Flagd

struct FlagdFeatureTests {
  private static let document = """
    { "flags": {
      "bool": { "state": "ENABLED", "variants": { "no": false, "yes": true }, "defaultVariant": "no" },
      "same": { "state": "ENABLED", "variants": { "a": true, "b": true }, "defaultVariant": "a" },
      "text": { "state": "ENABLED", "variants": { "a": "A", "b": "B" }, "defaultVariant": "a" },
      "many": { "state": "ENABLED", "variants": { "a": 1, "b": 2.5, "c": 3 }, "defaultVariant": "a" },
      "mixed": { "state": "ENABLED", "variants": { "a": 1, "b": "B" }, "defaultVariant": "b" },
      "json": { "state": "ENABLED", "variants": { "a": { "x": [1] } }, "defaultVariant": "a" },
      "off": { "state": "DISABLED", "variants": { "a": "A" } },
      "ruled": { "state": "DISABLED", "variants": { "a": "A", "b": "B" }, "defaultVariant": "a",
                 "targeting": { "if": [{ "var": "isTester" }, "b", null] } } } }
    """

  private func state(of name: String, _ override: Override? = nil) throws -> String {
    let document = try FlagdDocument(Self.document)
    let feature = try #require(document.features.first { $0.name.rawValue == name })
    var allocated = feature.overridden(by: override)
    allocated.allocate(by: FlagdEvaluator(document).allocator(for: EvaluationContext(), count: 1))
    let evaluation = allocated.evaluation(in: .release)
    let value = evaluation.state.value(of: FlagDefinition.valueVariable)
    return [
      feature.type.token, evaluation.isEnabled ? "on" : "off",
      evaluation.variation?.rawValue ?? "-", value?.description ?? "-", evaluation.reason.rawValue,
    ].joined(separator: " ")
  }

  @Test(
    arguments: zip(
      ["bool", "same", "text", "many", "mixed", "json", "off"],
      [
        "flag off no - STATIC", "ab on a true STATIC", "ab on a A STATIC", "mvt on a 1 STATIC",
        "ab on b \"B\" STATIC", "ab on a {\"x\":[1]} STATIC", "ab off - - DISABLED",
      ]
    )
  )
  func `a feature has the variation and the value of its flag`(name: String, expected: String)
    throws
  {
    #expect(try state(of: name) == expected)
  }

  @Test
  func `an overridden feature has the variation and the value that the override forces`() throws {
    #expect(try state(of: "bool", Override(enabled: true)) == "flag on yes - OVERRIDE")
    #expect(try state(of: "bool", Override(enabled: false)) == "flag off no - OVERRIDE")
    #expect(try state(of: "text", Override(variation: "b")) == "ab on b B OVERRIDE")
    #expect(
      try state(of: "many", Override(variables: ["value": .integer(7)])) == "mvt on - 7 OVERRIDE"
    )
    #expect(
      try state(of: "many", Override(variables: ["value": .integer(3)])) == "mvt on c 3 OVERRIDE"
    )
    #expect(
      try state(of: "mixed", Override(variables: ["value": .string("x")]))
        == "ab on - \"x\" OVERRIDE"
    )
    #expect(try state(of: "text", Override(enabled: false)) == "ab off - - OVERRIDE")
    #expect(try state(of: "off", Override(variation: "a")) == "ab on a A OVERRIDE")
    #expect(
      try state(of: "off", Override(variables: ["value": .string("x")])) == "ab on - x OVERRIDE"
    )
  }

  @Test(
    "A disabled flag that a tester enables is evaluated by its targeting",
    arguments: [true, false]
  )
  func enabled(isTester: Bool) throws {
    let document = try FlagdDocument(Self.document)
    let evaluator = FlagdEvaluator(document)
    let user = EvaluationContext(attributes: ["isTester": .bool(isTester)])
    var feature = try #require(document.features.last)
    feature.allocate(by: evaluator.allocator(for: user, count: 1))
    #expect(feature.isLeftToApp)
    feature = feature.overridden(by: Override(enabled: true))
    feature.allocate(by: evaluator.allocator(for: user, count: 1))
    #expect(feature.stateText == (isTester ? "b = B" : "a = A"))
    let steps = evaluator.explanation(of: feature, in: user)?.steps.map(\.title)
    #expect(steps?.first == "state DISABLED, enabled by an override")
  }

  @Test("A choice for a flag with values replaces the one before")
  func choices() throws {
    let document = try FlagdDocument(Self.document)
    var feature = try #require(document.features.first { $0.name.rawValue == "many" })
    let steps: [(OverrideChoice, String)] = [
      (.variation("c"), "c = 3"), (.variable("value", .integer(7)), "7"),
      (.variation("b"), "b = 2.5"), (.enabled(false), "app's default"),
      (.variable("value", .integer(1)), "a = 1"),
    ]
    for (choice, expected) in steps {
      feature = feature.overridden(by: try feature.override(after: choice))
      #expect(feature.stateText == expected)
    }
  }
}
