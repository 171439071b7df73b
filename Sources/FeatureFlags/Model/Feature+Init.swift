extension Feature {
  /// Makes a feature by hand, with the type that its arguments speak for.
  ///
  /// Without variations it is a flag, or an unlock flag if `unlocked` is given. With two it is an
  /// A/B test, or an on/off test if they are Enabled and Disabled; with more it is an MVT test.
  /// Biases that do not add up to 100, or are not one for each variation, are taken as equal.
  ///
  /// - Parameters:
  ///   - name: The name by which code asks for the feature.
  ///   - description: What the feature is about.
  ///   - section: The group under which the feature is listed.
  ///   - enabled: Whether it is on. The default is off for a flag and on for a test.
  ///   - isDevelopment: Whether it is off in release builds.
  ///   - type: The type, where it goes with the variations.
  ///   - unlocked: Whether an unlock flag is unlocked to begin with.
  ///   - testVariations: The outcomes of a test.
  ///   - testBiases: The percentage of users that each variation gets.
  ///   - labels: The analytics text of each variation.
  ///   - variables: The variables as they are where no variation says otherwise.
  ///   - variationVariables: What each variation sets variables to.
  public init(
    name: Name,
    description: String? = nil,
    section: String? = nil,
    enabled: Bool? = nil,
    isDevelopment: Bool = false,
    type: FeatureType? = nil,
    unlocked: Bool? = nil,
    testVariations: [TestVariation] = [],
    testBiases: [Percentage]? = nil,
    labels: [String?]? = nil,
    variables: [Variable] = [],
    variationVariables: [[Variable]] = []
  ) {
    self.init(
      RawFeature(
        name: name.rawValue,
        section: section,
        detailText: description,
        enabled: enabled,
        isDevelopment: isDevelopment,
        unlocked: unlocked,
        type: type,
        variations: testVariations.map(\.rawValue),
        biases: testBiases?.map(\.rawValue),
        labels: labels,
        variables: variables,
        variationVariables: variationVariables
      )
    )
  }
}
