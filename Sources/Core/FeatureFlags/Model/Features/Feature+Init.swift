extension Feature {
  /// Creates a feature, and infers its type from the other arguments.
  ///
  /// A feature without variations is a flag, or an unlock flag if `unlocked` is given. With two
  /// variations it is an A/B test, or an on/off test if they are Enabled and Disabled. With more
  /// variations it is an MVT test. Biases that do not add up to 100, or whose number differs from
  /// that of the variations, are replaced by equal biases.
  ///
  /// - Parameters:
  ///   - name: The name by which code looks up the feature.
  ///   - description: The description of the feature.
  ///   - section: The group under which the feature is listed.
  ///   - enabled: Whether the feature is enabled; by default flags are disabled and tests are
  ///     enabled.
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
