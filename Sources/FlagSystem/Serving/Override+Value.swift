package import FeatureFlags

extension Override {
  /// Returns the forced value of a variable, converted to the type of the feature's variable; `nil` if
  /// there is no forced value, or if it cannot be converted.
  package func convertedValue(of name: String, of feature: Feature) -> VariableValue? {
    guard let value = variables[name],
      let declared = feature.declaredVariables.first(where: { $0.name == name })
    else { return nil }
    return value.converted(to: declared.value.type)
  }
}
