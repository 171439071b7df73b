package import FeatureFlags

/// The effect of an override on a flag whose variants have values, in the document of its flag system.
package enum ForcedResult: Hashable, Sendable {
  /// Every app gets the variant with the name.
  case variant(String)
  /// Every app gets the value, which no variant need have.
  case value(VariableValue)
  /// Every app gets its own default.
  case appDefault
  /// A disabled flag is evaluated.
  case enabled

  /// Creates the effect of a feature's override; `nil` if it has none.
  package init?(_ feature: Feature) {
    guard let override = feature.override else { return nil }
    let forcedValue = override.variables[FlagDefinition.valueVariable]
    if feature.type == .featureFlag {
      guard let isOn = override.enabled else { return nil }
      let variation = isOn ? feature.testVariations.first : feature.testVariations.last
      guard let variation else { return nil }
      self = .variant(variation.rawValue)
    } else if override.enabled == false {
      self = .appDefault
    } else if let forcedValue,
      feature.declaredVariables.contains(where: { variable in
        variable.name == FlagDefinition.valueVariable
          && forcedValue.converted(to: variable.value.type) != nil
      })
    {
      self = .value(forcedValue)
    } else if let variation = feature.forcedVariation {
      self = .variant(variation.rawValue)
    } else if override.enabled == true {
      self = .enabled
    } else {
      return nil
    }
  }
}
