extension FlagStore.State {
  /// An entry of the look-up table: the index of a feature, and the results that apps look up most
  /// often.
  ///
  /// An entry occupies 8 bytes, so that it is more often in the processor cache than the feature
  /// itself; a configuration may have 100,000 features.
  struct Entry {
    private let featureIndex: UInt32
    /// The index of the variation of an enabled test; 255 for none.
    private let variation: UInt8
    /// Whether the feature is enabled in a development build.
    let isEnabled: Bool
    /// Whether the feature is enabled in a release build.
    let isEnabledInRelease: Bool

    /// The index of the feature in the list of all features.
    var position: Int { Int(featureIndex) }

    /// The index of the user's variation in `testVariations` of the feature, which is the same in
    /// every build.
    ///
    /// - Returns: The index; `nil` unless the feature is a test that is enabled in every build.
    var variationIndex: Int? {
      isEnabledInRelease && variation != .max ? Int(variation) : nil
    }

    init(_ feature: Feature, at position: Int) {
      featureIndex = UInt32(position)
      let state = feature.state(in: .development)
      isEnabled = state.isEnabled
      isEnabledInRelease = feature.isDevelopment ? feature.state(in: .release).isEnabled : isEnabled
      let index =
        feature.type.isTest && isEnabled
        ? state.variation.flatMap(feature.testVariations.firstIndex) : nil
      variation = index.flatMap(UInt8.init(exactly:)) ?? .max
    }
  }

  /// The outcome of a test for its user at one moment.
  struct TestOutcome {
    let test: FeatureTest
    let variations: [TestVariation]
    let variation: TestVariation
  }

  /// Returns the outcome of the test with the given name; `nil` if there is none, or if the feature
  /// is not a test.
  func testOutcome(of name: Feature.Name) -> TestOutcome? {
    guard let entry = index[name], case .featureTest(let test) = features[entry.position].type
    else { return nil }
    let variations = features[entry.position].testVariations
    let variation =
      if let index = entry.variationIndex { variations[index] } else {
        features[entry.position].testVariation()
      }
    return TestOutcome(test: test, variations: variations, variation: variation)
  }
}
