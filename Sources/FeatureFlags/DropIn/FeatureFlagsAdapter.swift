/// The drop-in API with plain texts for names, for code that cannot use the types.
public enum FeatureFlagsAdapter {
  /// Whether a feature is on; `false` if there is none of that name.
  public static func isEnabled(_ feature: String) -> Bool {
    Feature.isEnabled(FeatureName(rawValue: feature))
  }

  /// The analytics text of the variation that the user gets; `nil` if it has none.
  public static func label(_ testName: String) -> String? {
    guard let feature = Feature(named: FeatureName(rawValue: testName)) else { return nil }
    return feature.label(feature.testVariation())
  }

  /// The variation that the user gets; `nil` if there is no feature of that name.
  public static func testVariation(_ testName: String) -> String? {
    Feature(named: FeatureName(rawValue: testName))?.testVariation().rawValue
  }

  /// Whether the user gets a variation of a test.
  public static func userIsInTest(_ testName: String, variation: String) -> Bool {
    Feature.isTestVariation(
      feature: FeatureName(rawValue: testName),
      variation: TestVariation(rawValue: variation)
    )
  }
}
