/// The result that an app gets when it looks up a feature by its name alone.
public enum FeatureResult: Hashable, Sendable {
  /// Whether the feature is on; an app can look up its variation separately.
  case state
  /// The name of the variation.
  case variation
  /// The value, which is the variable ``FlagDefinition/valueVariable`` of the feature.
  case value
}

extension FlagDefinition {
  /// The name of the variable that has the value of a feature, such as that of a flagd variant.
  public static let valueVariable = "value"
}

extension Feature {
  /// Creates a feature of a flag service whose variations have values.
  ///
  /// A feature whose values are `true` and `false` is a flag: it is on with the value `true`. Any
  /// other feature is a test, with the variable ``FlagDefinition/valueVariable``.
  ///
  /// - Parameters:
  ///   - name: The name by which code looks up the feature.
  ///   - description: The description of the feature.
  ///   - section: The group under which the feature is listed.
  ///   - type: The type of the feature; `nil` for a test.
  ///   - variations: The variations, each name once.
  ///   - variables: The variables with their default values.
  ///   - result: The result that an app gets for the name of the feature.
  ///   - metadata: The facts about the feature that its document states for apps.
  package init(
    service name: Name,
    description: String? = nil,
    section: String? = nil,
    type: FeatureType? = nil,
    variations: [ServiceVariation],
    variables: [Variable] = [],
    result: FeatureResult,
    metadata: [FlagDefinition.Metadatum] = []
  ) {
    self.init(
      service: name,
      description: description,
      section: section,
      variations: variations,
      given: nil,
      variables: variables
    )
    definition.declare(type: type, result: result, metadata: metadata)
  }
}

extension FlagDefinition {
  fileprivate mutating func declare(
    type: FeatureType?,
    result: FeatureResult,
    metadata: [Metadatum]
  ) {
    change {
      $0.type = type ?? $0.type
      $0.result = result
      $0.metadata = metadata
    }
  }
}
