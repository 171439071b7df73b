import CoreTestSupport
import Foundation
import Testing

@testable import FeatureFlags

struct TestVariationTests {
  @Test(arguments: [
    ("on", "Enabled"), ("enabled", "Enabled"), ("off", "Disabled"), ("disabled", "Disabled"),
    ("On", "On"), ("OFF", "OFF"), ("Enabled", "Enabled"), ("one", "one"), ("", ""),
  ])
  func `only init with a raw value normalises the names on, enabled, off and disabled`(
    text: String,
    normalised: String
  ) {
    #expect(TestVariation(rawValue: text).rawValue == normalised)
    #expect(TestVariation(name: text).rawValue == text)
    #expect(TestVariation(stringLiteral: text).rawValue == text)
  }

  @Test func `a variation named on or off is found by its raw value and by its name`() throws {
    let test = try Samples.test(variations: ["on", "off", "maybe"]).assigned(0)
    #expect(test.type == .featureTest(.mvt))
    for on in [TestVariation(rawValue: "on"), TestVariation(name: "on"), .enabled] {
      #expect(test.isTestVariation(on))
      #expect(try test.override(after: .variation(on)).variation == .enabled)
    }
    let service = Feature(
      service: "F",
      variations: [ServiceVariation("on"), ServiceVariation("off", isOn: false)],
      given: "off"
    )
    #expect(service.testVariation().rawValue == "off")
    #expect(service.isTestVariation(TestVariation(rawValue: "off")))
    let forced = try service.override(after: .variation(TestVariation(rawValue: "on")))
    #expect(forced.variation?.rawValue == "on")
  }

  @Test func `a flag whose only variation is “on” is unchanged by encoding and parsing`() throws {
    let flag = try Samples.feature(#""test-variations":["on"]"#)
    #expect(flag.testVariations.map(\.rawValue) == ["Enabled", "!on"])
    let decoded = try JSONDecoder().decode(Feature.self, from: JSONEncoder().encode(flag))
    #expect(decoded == flag)
  }

  @Test func `variations are ordered without regard to letter case`() {
    let names: [TestVariation] = ["b", "C", "a", "é", "B2"]
    #expect(names.sorted().map(\.rawValue) == ["a", "b", "B2", "C", "é"])
    #expect(!(TestVariation.a < "A"))
  }

  @Test(arguments: [
    ("a", "A", true), ("a", "b", false), ("a", "ab", false), ("@", "`", false), ("é", "É", true),
    ("ab", "aé", false), ("", "", true), ("[", "{", false), ("k", "\u{212A}", true),
  ])
  func `variation names are compared without regard to letter case`(
    left: String,
    right: String,
    areEqual: Bool
  ) {
    #expect((TestVariation(name: left) == TestVariation(name: right)) == areEqual)
    #expect((TestVariation(name: right) == TestVariation(name: left)) == areEqual)
  }
}
