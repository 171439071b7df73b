extension Feature {
  /// The type as text, such as `A/B Test` or `Feature Flag, development`.
  package var typeText: String {
    if isRemoved { return "Removed from the source" }
    return isDevelopment ? type.description + ", development" : type.description
  }

  /// The type as short text, for a column.
  package var shortTypeText: String {
    isRemoved ? "Removed" : type.shortName
  }

  /// The active values of the variables as text.
  package var valueText: String {
    let values = state(in: .development).variables.map(\.value.text)
    return values.isEmpty ? "no value" : values.joined(separator: ", ")
  }

  /// The state of the feature for this user as text.
  package var stateText: String {
    if isRemoved { return "Not in the source" }
    let state = state(in: .development)
    let enabled = state.isEnabled ? "Enabled" : "Disabled"
    switch type {
    case .featureTest(.ab), .featureTest(.mvt):
      guard isEvaluatedByService else { return state.variation?.rawValue ?? enabled }
      let variation = state.variation?.rawValue ?? "no variation"
      // The state follows from the variation, unless an override sets the state alone.
      let isStateShown = override?.enabled != nil || state.variation != nil && !state.isEnabled
      return isStateShown ? "\(variation), \(enabled.lowercased())" : variation
    case .unlockFlag: return enabled + ((state.isUnlocked ?? false) ? ", unlocked" : ", locked")
    case .featureFlag, .featureTest(.featureFlagAB), .deprecated: return enabled
    case .value: return valueText
    }
  }
}

extension FeatureType {
  /// The type in few words, for a column.
  package var shortName: String {
    switch self {
    case .featureTest(.featureFlagAB): "On/Off Test"
    case .featureFlag, .featureTest(.ab), .featureTest(.mvt), .unlockFlag, .value, .deprecated:
      description
    }
  }
}

extension Override {
  /// The override as text, such as `Enabled, steps = 2`, with shortened values of variables.
  package func text(shorten: (String) -> String) -> String {
    var parts: [String] = []
    if let enabled { parts.append(enabled ? "Enabled" : "Disabled") }
    if let variation { parts.append(variation.rawValue) }
    parts += rules.sorted { $0.key < $1.key }.map { "\($0.value) by rule \($0.key)" }
    if let unlocked { parts.append(unlocked ? "Unlocked" : "Locked") }
    return (parts + variableTexts(shorten: shorten)).joined(separator: ", ")
  }

  /// The overridden variables as text, sorted by name, such as `steps = 2`, with shortened values.
  package func variableTexts(shorten: (String) -> String) -> [String] {
    variables.sorted { $0.key < $1.key }.map { $0 + " = " + shorten($1.text) }
  }
}

extension VariableValue {
  /// The value as text, or `""` for an empty string.
  package var text: String { description.isEmpty ? "\"\"" : description }
}
