extension FlagStore.State {
  /// The position of a feature, with the results that apps look up most.
  ///
  /// An entry takes 8 bytes. It is in a cache of the processor more often than the feature itself,
  /// of which there may be 100,000.
  struct Entry {
    private let place: UInt32
    /// The place of the variation of an enabled test among those of the feature.
    private let variation: UInt8
    /// Whether the feature is enabled in a development build.
    let isEnabled: Bool
    /// Whether the feature is enabled in a release build.
    let isEnabledInRelease: Bool

    /// The index of the feature among all features.
    var position: Int { Int(place) }

    /// The index of the variation among those of the feature, in every build.
    ///
    /// - Returns: `nil` for a feature that is no enabled test, or is enabled in some builds only.
    var variationIndex: Int? {
      isEnabledInRelease && variation != .max ? Int(variation) : nil
    }

    init(_ feature: Feature, at position: Int) {
      place = UInt32(position)
      let state = feature.state(in: .development)
      isEnabled = state.isEnabled
      isEnabledInRelease = feature.isDevelopment ? feature.state(in: .release).isEnabled : isEnabled
      let index =
        feature.type.isTest && isEnabled
        ? state.variation.flatMap(feature.testVariations.firstIndex) : nil
      variation = index.flatMap(UInt8.init(exactly:)) ?? .max
    }
  }

  /// A test as its user sees it at one moment.
  struct TestOutcome {
    let test: FeatureTest
    let variations: [TestVariation]
    let variation: TestVariation
  }

  /// The outcome of a test; `nil` if no feature has the name, or the feature is no test.
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
