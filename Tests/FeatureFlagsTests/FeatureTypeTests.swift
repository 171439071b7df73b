import CoreTestSupport
import Foundation
import Testing

@testable import FeatureFlags

struct FeatureTypeTests {
  /// The JSON members of a feature, with the expected type and variations.
  static let types: [(members: String, type: FeatureType, outcomes: [String])] = [
    (#""enabled":true"#, .featureFlag, ["Enabled", "Disabled"]),
    (#""test-variations":[]"#, .featureFlag, ["Enabled", "Disabled"]),
    (#""test-variations":["X"]"#, .featureFlag, ["X", "!X"]),
    (#""unlocked":true"#, .unlockFlag, ["Enabled", "Disabled"]),
    (#""unlocked":false,"test-variations":["X"]"#, .unlockFlag, ["X", "!X"]),
    (#""test-variations":["X","Y"]"#, .featureTest(.ab), ["X", "Y"]),
    (#""test-variations":["X","Y"],"unlocked":true"#, .featureTest(.ab), ["X", "Y"]),
    (#""test-variations":["X","Y","Z"]"#, .featureTest(.mvt), ["X", "Y", "Z"]),
    (#""test-variations":["X","Y","Z"],"unlocked":true"#, .featureTest(.mvt), ["X", "Y", "Z"]),
    (#""test-variations":["off","off"]"#, .featureTest(.ab), ["Disabled", "Disabled"]),
    (
      #""test-variations":["on","disabled"]"#, .featureTest(.featureFlagAB),
      ["Enabled", "Disabled"]
    ),
    (#""type":"deprecated""#, .deprecated, ["Enabled", "Disabled"]),
    (#""type":{},"test-variations":["X","Y"]"#, .deprecated, ["X", "Y"]),
    (#""type":"mvt","test-variations":["X","Y"]"#, .featureTest(.mvt), ["X", "Y"]),
    (#""type":{"unlock-flag":"unlock-flag"}"#, .unlockFlag, ["Enabled", "Disabled"]),
    (
      #""type":{"feature-flag":"feature-flag"},"test-variations":["Enabled","Disabled"]"#,
      .featureFlag, ["Enabled", "Disabled"]
    ),
    (
      #""type":"feature-flag","unlocked":true,"test-variations":["Enabled","Disabled"]"#,
      .unlockFlag, ["Enabled", "Disabled"]
    ),
    (
      #""type":{"feature-test":"ab"},"test-variations":["Enabled","Disabled"]"#,
      .featureTest(.ab), ["Enabled", "Disabled"]
    ),
    (
      #""type":{"feature-test":"featureFlagAB"},"test-variations":["Enabled","Disabled"]"#,
      .featureTest(.featureFlagAB), ["Enabled", "Disabled"]
    ),
    (#""type":"mvt""#, .featureFlag, ["Enabled", "Disabled"]),
    (#""type":"flag","test-variations":["X","Y"]"#, .featureTest(.ab), ["X", "Y"]),
    (#""type":"unlock","test-variations":["X","Y","Z"]"#, .featureTest(.mvt), ["X", "Y", "Z"]),
  ]

  @Test(arguments: types)
  func `the declared type applies if the variations match, otherwise they determine the type`(
    members: String,
    type: FeatureType,
    outcomes: [String]
  ) throws {
    let feature = try Samples.feature(members)
    #expect(feature.type == type)
    #expect(feature.testVariations.map(\.rawValue) == outcomes)
    #expect(feature.testBiases.count == outcomes.count)
    #expect((feature.unlocked != nil) == (type == .unlockFlag))
  }

  @Test(arguments: [
    ["Enabled", "Disabled"], ["enabled", "disabled"], ["ENABLED", "DISABLED"], ["on", "off"],
    ["On", "Off"], ["ON", "OFF"], ["oN", "oFF"],
  ])
  func
    `the variations enabled and disabled, or on and off, in any case and order make an on/off test`(
      pair: [String]
    ) throws
  {
    let forward = try Samples.test(variations: pair)
    #expect(forward.type == .featureTest(.featureFlagAB))
    #expect(forward.testVariations.map(\.rawValue) == ["Enabled", "Disabled"])
    let backward = try Samples.test(variations: pair.reversed(), biases: [70, 30])
    #expect(backward.type == .featureTest(.featureFlagAB))
    #expect(backward.testVariations.map(\.rawValue) == ["Disabled", "Enabled"])
    #expect(backward.testBias(.disabled)?.rawValue == 70)
    #expect(!backward.assigned(69).isEnabled())
    #expect(backward.assigned(70).isEnabled())
  }

  @Test func `without the JSON member "enabled", a flag is disabled and a test is enabled`() throws
  {
    #expect(try !Samples.feature(#""section":"S""#).enabled)
    #expect(try !Samples.feature(#""test-variations":["X"]"#).enabled)
    #expect(try !Samples.feature(#""unlocked":true"#).enabled)
    #expect(try Samples.feature(#""test-variations":["X","Y"]"#).enabled)
    #expect(try Samples.feature(#""test-variations":["X","Y","Z"]"#).enabled)
  }

  @Test(arguments: [
    [60.0, 60], [100, 100], [-10, 110], [-50, 100], [0, 0], [33.3, 33.3, 33.3], [100], [],
    [49.9, 50],
  ])
  func `invalid biases are replaced by equal biases`(biases: [Double]) throws {
    let names = biases.count == 3 ? ["X", "Y", "Z"] : ["X", "Y"]
    let feature = try Samples.test(variations: names, biases: biases)
    let equal = 100 / Double(names.count)
    #expect(feature.testBiases.map(\.rawValue) == names.map { _ in equal })
  }

  @Test func `biases of 60 and 60 are replaced by 50 and 50`() throws {
    let feature = try Samples.test(variations: ["X", "Y"], biases: [60, 60])
    let indices = (0..<20_000).map { user in
      Samples.index(of: UserAssignment.number(user: "user-\(user)", feature: "F"), in: feature)
    }
    #expect((9_700...10_300).contains(indices.count { $0 == 0 }))
  }

  @Test func `a flag has the same state for every assignment`() throws {
    for assignment in [0, 1, 50, 75, 99, 100] {
      let on = try Samples.feature(#""enabled":true,"test-variation-assignment":\#(assignment)"#)
      #expect(on.isEnabled())
      #expect(on.isTestVariation(.enabled))
      #expect(!on.isTestVariation(.disabled))
      let off = try Samples.feature(#""enabled":false,"test-variation-assignment":\#(assignment)"#)
      #expect(!off.isEnabled())
      #expect(off.isTestVariation(.disabled))
    }
  }

  @Test func `an enabled flag with one variation has that variation`() throws {
    let on = try Samples.feature(#""enabled":true,"test-variations":["X"],"test-biases":[100]"#)
    #expect(on.assigned(99).isTestVariation("X"))
    let off = try Samples.feature(#""enabled":false,"test-variations":["X"]"#)
    #expect(off.assigned(1).isTestVariation("!X"))
  }

  @Test(arguments: FeatureType.all + [.deprecated])
  func `each feature type is parsed from its own token, and has a description`(type: FeatureType) {
    #expect(FeatureType(token: type.token) == type)
    #expect(!type.description.isEmpty)
  }

  @Test
  func `variations are compared case-insensitively, and feature names case-sensitively`() {
    #expect(TestVariation(rawValue: "Group A") == "group a")
    #expect(TestVariation(rawValue: "Group A").hashValue == TestVariation("gROUP a").hashValue)
    #expect(TestVariation(rawValue: "STRASSE") != "straße")
    #expect(Feature.Name(rawValue: "New Cart") != "new cart")
  }

  @Test func `the encoded unlock type can be decoded by the original framework`() throws {
    let data = try JSONEncoder().encode(FeatureType.unlockFlag)
    let members = try JSONDecoder().decode([String: String].self, from: data)
    #expect(members["feature-flag"] == "feature-flag")
    #expect(try JSONDecoder().decode(FeatureType.self, from: data) == .unlockFlag)
    let framework = Data(#"{"feature-flag":"feature-flag"}"#.utf8)
    #expect(try JSONDecoder().decode(FeatureType.self, from: framework) == .featureFlag)
  }

  @Test(arguments: FeatureType.all + [.deprecated])
  func `a type is unchanged by encoding and decoding`(type: FeatureType) throws {
    let data = try JSONEncoder().encode(type)
    #expect(try JSONDecoder().decode(FeatureType.self, from: data) == type)
  }

  @Test
  func `FeaturesModel decodes the names, states and biases of features, and ignores unknown keys`()
    throws
  {
    let text = #"{"features":[{"name":"A","enabled":true,"test-biases":[10,90],"x":1}]}"#
    let model = try JSONDecoder().decode(FeaturesModel.self, from: Data(text.utf8))
    #expect(model.features.map(\.name) == ["A"])
    #expect(model.features.first?.isEnabled == true)
    #expect(model.features.first?.testBiases == [10, 90])
    #expect(model.features.first?.testVariations == nil)
  }

  @Test func `removing duplicates preserves the order of the first occurrences`() throws {
    #expect([3, 1, 2, 5, 4].mapDistinct { $0 % 3 } == [0, 1, 2])
    #expect([Int]().mapDistinct { $0 }.isEmpty)
    #expect(throws: CancellationError.self) {
      try [1].mapDistinct { _ -> Int in throw CancellationError() }
    }
  }

  @Test func `a percentage is clamped to the range from 0 to 100`() {
    #expect(Percentage(rawValue: -1) == .min)
    #expect(Percentage(rawValue: 101) == .max)
    #expect(Percentage(rawValue: .nan) == .min)
    #expect(Percentage(rawValue: .infinity) == .max)
    #expect(Percentage(rawValue: 99.5).description == "99.5%")
    #expect(Percentage.min < .max)
  }
}
