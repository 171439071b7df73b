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
      "off": { "state": "DISABLED", "variants": { "a": "A" } } } }
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
  func `an override has the variation and the value that it forces`() throws {
    #expect(try state(of: "bool", Override(enabled: true)) == "flag on yes - OVERRIDE")
    #expect(try state(of: "bool", Override(enabled: false)) == "flag off no - OVERRIDE")
    #expect(try state(of: "text", Override(variation: "b")) == "ab on b B OVERRIDE")
    #expect(
      try state(of: "many", Override(variables: ["value": .integer(7)])) == "mvt on a 7 OVERRIDE"
    )
    #expect(
      try state(of: "mixed", Override(variables: ["value": .string("x")]))
        == "ab on b \"x\" OVERRIDE"
    )
    #expect(try state(of: "text", Override(enabled: false)) == "ab off a - OVERRIDE")
    #expect(try state(of: "off", Override(variation: "a")) == "ab on a A OVERRIDE")
    #expect(
      try state(of: "off", Override(variables: ["value": .string("x")])) == "ab off - x OVERRIDE"
    )
  }
}
