extension FlagStore.State {
  /// The results of one feature that apps look up most often.
  ///
  /// An entry occupies 3 bytes, so that it is more often in the processor cache than the feature
  /// itself; a configuration may have 1,000,000 features.
  struct Entry {
    /// The index of the variation of an enabled test; 255 for none.
    private let variation: UInt8
    /// Whether the feature is enabled in a development build.
    let isEnabled: Bool
    /// Whether the feature is enabled in a release build.
    let isEnabledInRelease: Bool

    /// The index of the user's variation in `testVariations` of the feature, which is the same in
    /// every build.
    ///
    /// - Returns: The index; `nil` unless the feature is a test that is enabled in every build.
    var variationIndex: Int? {
      isEnabledInRelease && variation != .max ? Int(variation) : nil
    }

    /// Creates the entry of a feature that is not a test, from its configured state.
    fileprivate init(isEnabled: Bool, isDevelopment: Bool) {
      self.isEnabled = isEnabled
      isEnabledInRelease = isEnabled && !isDevelopment
      variation = .max
    }

    init(_ feature: Feature) {
      let state = feature.state(in: .development)
      isEnabled = state.isEnabled
      isEnabledInRelease = feature.isDevelopment ? feature.state(in: .release).isEnabled : isEnabled
      let index =
        feature.type.isTest && isEnabled
        ? state.variation.flatMap(feature.testVariations.firstIndex) : nil
      variation = index.flatMap(UInt8.init(exactly:)) ?? .max
    }
  }

  /// Returns the name of the first feature whose name is the same text in another Unicode
  /// normalization form; `nil` if there is none.
  ///
  /// The time is linear in the number of features.
  func equivalentName(of name: Feature.Name) -> Feature.Name? {
    features.first { $0.name.rawValue == name.rawValue }?.name
  }

  /// Whether the configuration has a feature with the name, in any Unicode normalization form.
  func isKnown(_ name: Feature.Name) -> Bool {
    position(of: name) != nil || !name.isASCII && equivalentName(of: name) != nil
  }

  /// Returns whether the feature with the given name is on; `nil` if the configuration has none.
  func isEnabled(_ name: Feature.Name, in build: BuildKind) -> Bool? {
    guard let position = position(of: name) else { return nil }
    let entry = entries[position]
    return build == .development ? entry.isEnabled : entry.isEnabledInRelease
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
    guard let position = position(of: name),
      case .featureTest(let test) = features[position].type
    else { return nil }
    let variations = features[position].testVariations
    let variation =
      if let index = entries[position].variationIndex { variations[index] } else {
        features[position].testVariation()
      }
    return TestOutcome(test: test, variations: variations, variation: variation)
  }
}

extension Feature {
  /// The entry of a flag without an override, which needs no evaluation; `nil` for any other feature.
  var flagEntry: FlagStore.State.Entry? {
    guard !definition.type.isTest, !definition.isEvaluatedByService, !hasOverride else {
      return nil
    }
    return FlagStore.State.Entry(
      isEnabled: definition.enabled,
      isDevelopment: definition.isDevelopment
    )
  }
}
