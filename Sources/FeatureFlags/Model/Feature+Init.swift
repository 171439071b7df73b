extension Feature {
  /// Creates a feature with the type that its arguments imply.
  ///
  /// Without variations it is a flag, or an unlock flag if `unlocked` is given. With two it is an
  /// A/B test, or an on/off test if they are Enabled and Disabled; with more it is an MVT test.
  /// Biases that do not add up to 100, or are not one for each variation, are replaced by equal
  /// ones.
  ///
  /// - Parameters:
  ///   - name: The name by which code looks up the feature.
  ///   - description: The description of the feature.
  ///   - section: The group under which the feature is listed.
  ///   - enabled: Whether the feature is enabled; by default a flag is not, and a test is.
  ///   - isDevelopment: Whether the feature is under development, and so off in release builds.
  ///   - type: The type; it is ignored if it contradicts the variations.
  ///   - unlocked: Whether an unlock flag is initially unlocked.
  ///   - testVariations: The outcomes of a test.
  ///   - testBiases: The percentage of users that each variation gets.
  ///   - labels: The analytics text of each variation.
  ///   - variables: The variables with their default values.
  ///   - variationVariables: The values that each variation sets.
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
