// The API calls in `docs/libraries.md` and in the article about the original framework, as in an app. This
// file does not import Testing: its `Test` would conflict with that of FeatureFlags.
import FeatureFlags

extension Feature.Name {
  static let exampleFeatureFlag = Feature.Name(rawValue: "Example Feature Flag")
  static let exampleABTest = Feature.Name(rawValue: "Example A/B Test")
  static let exampleFeatureABTest = Feature.Name(rawValue: "Example Feature A/B Test")
  static let exampleMVTTest = Feature.Name(rawValue: "Example MVT Test")
  static let exampleColours = Feature.Name(rawValue: "Example Colours")
  static let exampleUnlockFlag = Feature.Name(rawValue: "Example Unlock Flag")
  static let misspelled = Feature.Name(rawValue: "Exmaple Feature Flag")
}

extension Test.Variation {
  static let groupA = Test.Variation(rawValue: "Group A")
  static let groupB = Test.Variation(rawValue: "Group B")
  static let groupC = Test.Variation(rawValue: "Group C")
  static let red = Test.Variation(rawValue: "Red")
  static let green = Test.Variation(rawValue: "Green")
  static let blue = Test.Variation(rawValue: "Blue")
}

/// An app that describes its features, with one line for each API call.
enum App {
  static func flag() -> [String] {
    guard let feature = Feature.named(.exampleFeatureFlag) else { return ["none"] }
    return [
      "by name -> \(Feature.isEnabled(.exampleFeatureFlag))",
      "name -> \(feature.name)", "enabled -> \(feature.isEnabled())",
    ]
  }

  static func abTest() -> [String] {
    guard let test = ABTest(rawValue: .exampleABTest) else { return ["none"] }
    return ["A -> \(test.isGroupA())", "B -> \(test.isGroupB())", "is -> \(test.variation())"]
  }

  static func groups(of name: Feature.Name) -> [String] {
    guard let feature = Feature.named(name) else { return ["none"] }
    return [
      "name -> \(feature.name)", "A -> \(feature.isTestVariation(.groupA))",
      "B -> \(feature.isTestVariation(.groupB))", "C -> \(feature.isTestVariation(.groupC))",
      "is -> \(feature.testVariation())",
    ]
  }

  static func onOffTest() -> [String] {
    guard let feature = Feature.named(.exampleFeatureABTest) else { return ["none"] }
    return [
      "by name -> \(Feature.isEnabled(.exampleFeatureABTest))",
      "enabled -> \(feature.isTestVariation(.enabled))",
      "disabled -> \(feature.isTestVariation(.disabled))", "is -> \(feature.testVariation())",
    ]
  }

  static func colours() -> [String] {
    guard let feature = Feature.named(.exampleColours) else { return ["none"] }
    return [
      "red -> \(feature.isTestVariation(.red))", "green -> \(feature.isTestVariation(.green))",
      "blue -> \(feature.isTestVariation(.blue))", "is -> \(feature.testVariation())",
    ]
  }

  static func labels() -> [String?] {
    guard let feature = Feature.named(.exampleABTest) else { return [] }
    return [feature.label(.groupA), feature.label(.groupB)]
  }

  static func isTest(_ name: Feature.Name) -> Bool { Test(rawValue: name) != nil }

  static func isABTest(_ name: Feature.Name) -> Bool { ABTest(rawValue: name) != nil }

  static func addFeature() {
    FeatureFlags.addFeature(
      Feature(
        name: "Added",
        description: "Made by the app",
        section: "Checkout",
        testVariations: [.groupA, .groupB],
        testBiases: [Percentage(rawValue: 0), Percentage(rawValue: 100)],
        labels: ["a", "b"]
      )
    )
  }
}
