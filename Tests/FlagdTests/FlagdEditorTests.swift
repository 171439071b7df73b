import FeatureFlags
import FlagSystem
import Targeting
import Testing

@testable import Flagd

struct FlagdEditorTests {
  private static let document = """
    {
      // The flags of the shop.
      "$evaluators": { "r": { "var": "x" } },
      "flags": {
        "a": { "state": "DISABLED", "variants": { "on": true }, "targeting": { "var": "v" } },
        "b": { "targeting": { "$ref": "r" }, "variants": { "x": 1.0 }, "defaultVariant": null },
        "c": { "variants": { "x": 1 } }
      },
      "metadata": { "flagSetId": "shop" }
    }
    """

  private func edited(_ forced: [Feature.Name: ForcedResult], onlyForced: Bool = false) -> String {
    let bytes = Array(Self.document.utf8)
    let forced = forced.mapValues { [ScopedResult($0)] }
    let result =
      onlyForced
      ? FlagdEditor.overrides(bytes, forcing: forced)
      : FlagdEditor.document(bytes, forcing: forced)
    return String(decoding: result, as: UTF8.self)
  }

  @Test
  func `a forced variant replaces the state, the default and the targeting of its flag`() {
    #expect(edited([:]) == Self.document)
    #expect(edited(["other": .appDefault]) == Self.document)
    #expect(
      edited(["a": .variant("on")])
        == Self.document.replacing(
          #""a": { "state": "DISABLED", "variants": { "on": true }, "targeting": { "var": "v" } }"#,
          with: #""a": {"defaultVariant":"on", "state": "ENABLED", "variants": { "on": true } }"#
        )
    )
  }

  @Test
  func `a forced value selects the variant with that value, or adds a variant`() {
    let old =
      #""b": { "targeting": { "$ref": "r" }, "variants": { "x": 1.0 }, "defaultVariant": null }"#
    #expect(
      edited(["b": .value(.integer(1))])
        == Self.document.replacing(
          old,
          with: #""b": {"state":"ENABLED", "variants": { "x": 1.0 }, "defaultVariant": "x" }"#
        )
    )
    #expect(
      edited(["b": .value(.string("y"))])
        == Self.document.replacing(
          old,
          with: #""b": {"state":"ENABLED", "variants": {"halyard":"y", "x": 1.0 }, "#
            + #""defaultVariant": "halyard" }"#
        )
    )
  }

  @Test
  func `forcing the app's default disables a flag, and forcing it on enables its evaluation`() {
    #expect(
      edited(["c": .appDefault])
        == Self.document.replacing(#""c": {"#, with: #""c": {"state":"DISABLED","#)
    )
    #expect(
      edited(["a": .enabled]) == Self.document.replacing("DISABLED", with: "ENABLED")
    )
  }

  @Test
  func `the document of overrides contains only the forced flags`() {
    #expect(
      edited(["c": .variant("x"), "a": .appDefault], onlyForced: true)
        == #"{"metadata":{ "flagSetId": "shop" },"flags":{"#
        + #""a":{ "state": "DISABLED", "variants": { "on": true }, "targeting": { "var": "v" } },"#
        + #""c":{"state":"ENABLED","defaultVariant":"x", "variants": { "x": 1 } }}}"# + "\n"
    )
    #expect(
      edited(["b": .enabled], onlyForced: true).hasPrefix(
        #"{"$evaluators":{ "r": { "var": "x" } },"metadata""#
      )
    )
    #expect(edited([:], onlyForced: true).hasSuffix("\"flags\":{}}\n"))
  }

  @Test
  func `the document of overrides has an object of flags, even if the source has a list`() {
    let bytes = Array(#"{"flags":[{"key":"a","variants":{"x":1}},{"key":"b"}]}"#.utf8)
    let result = FlagdEditor.overrides(bytes, forcing: ["a": [ScopedResult(.appDefault)]])
    #expect(
      String(decoding: result, as: UTF8.self)
        == #"{"flags":{"a":{"state":"DISABLED","key":"a","variants":{"x":1}}}}"# + "\n"
    )
  }

  @Test
  func `each kind of override is converted to the result that it forces`() throws {
    let document = try FlagdDocument(
      """
      { "flags": {
        "bool": { "state": "ENABLED", "variants": { "no": false, "yes": true } },
        "text": { "state": "ENABLED", "variants": { "a": "A", "b": "B" } } } }
      """
    )
    let (flag, test) = (document.features[0], document.features[1])
    func force(_ feature: Feature, _ override: Override?) -> ForcedResult? {
      ForcedResult(feature.overridden(by: override))
    }
    #expect(force(flag, nil) == nil)
    #expect(force(flag, Override(enabled: true)) == .variant("yes"))
    #expect(force(flag, Override(enabled: false)) == .variant("no"))
    #expect(force(test, Override(variation: "B")) == .variant("b"))
    #expect(force(test, Override(variables: ["value": .string("C")])) == .value(.string("C")))
    #expect(force(test, Override(variables: ["other": .string("C")])) == nil)
    #expect(force(test, Override(enabled: false)) == .appDefault)
    #expect(force(test, Override(enabled: true)) == .enabled)
  }
}
