extension Feature {
  /// The label of the feature type, such as `A/B Test` or `Feature Flag, development`.
  package var typeText: String {
    if isRemoved { return "Removed from the source" }
    let name = isRollout ? "Flag (rollout)" : type.shortName
    return ([name] + (isDevelopment ? ["development"] : []) + badges).joined(separator: ", ")
  }

  /// The facts of the document that a list shows beside the name: `stale` for a feature to be removed,
  /// `kill-switch`, `experiment` or `bandit` for a feature with such a rule, `migration`, and the client SDKs
  /// that may see the feature, or `server only`.
  package var badges: [String] {
    definition.metadata.compactMap { fact in
      switch (fact.key, fact.value) {
      case ("stale", .bool(true)): "stale"
      case ("type", .string("kill-switch")): "kill-switch"
      case ("type", .string("experiment rule")): "experiment"
      case ("type", .string("bandit rule")): "bandit"
      case ("migration", .bool(true)): "migration"
      case ("clientSideSDKs", .string("none")): "server only"
      case ("clientSideSDKs", .string(let sdks)): sdks
      default: nil
      }
    }
  }

  /// The text for a result that the flag service leaves open: the app's own default, a random result, or none
  /// without a user; `nil` for any other result.
  package var openText: String? {
    guard definition.declaresResult else { return nil }
    if lacksUser { return "–" }
    if isLeftToApp { return failure == nil || isForcedForUser ? "app's default" : "error" }
    return chances.map { "random: " + $0 }
  }

  /// The short label of the feature type, for a table column.
  package var shortTypeText: String {
    isRemoved ? "Removed" : isRollout ? "Rollout" : type.shortName
  }

  /// Whether the feature is a flag of a flag service with one variation, which rules roll out.
  private var isRollout: Bool {
    isEvaluatedByService && type == .featureTest(.ab) && testVariations.count <= 1
  }

  /// The active values of the variables, separated by commas; `no value` for a feature without
  /// values.
  package var valueText: String {
    let values = state(in: .development).variables.map(\.value.text)
    return values.isEmpty ? "no value" : values.joined(separator: ", ")
  }

  /// The label of the feature's state for its user, such as `Enabled` or the name of the variation.
  package var stateText: String {
    if isRemoved { return "Not in the source" }
    if let openText { return openText }
    if hasValues { return outcomeText }
    let state = state(in: .development)
    let enabled = state.isEnabled ? "Enabled" : "Disabled"
    switch type {
    case .featureTest(.ab), .featureTest(.mvt):
      guard isEvaluatedByService else { return state.variation?.text ?? enabled }
      let variation = state.variation?.text ?? "no variation"
      // Omit the state if the variation implies it: it does not if an override forces the state, or
      // if a variation disables the feature.
      let isImplied = state.isEnabled != (state.variation?.rawValue == "disabled")
      let isStateShown =
        isImplied
        ? override?.enabled != nil && state.isEnabled
        : override?.enabled != nil || state.variation != nil
      return isStateShown ? "\(variation), \(enabled.lowercased())" : variation
    case .unlockFlag: return enabled + ((state.isUnlocked ?? false) ? ", unlocked" : ", locked")
    case .featureFlag, .featureTest(.featureFlagAB), .deprecated: return enabled
    case .value: return valueText
    }
  }

  /// The variation with its value, such as `half = 0.5`; the name or the value alone if the other one says
  /// nothing more.
  private var outcomeText: String {
    guard let variation = state(in: .development).variation?.text else { return valueText }
    return variation == valueText ? variation : "\(variation) = \(valueText)"
  }
}

extension TestVariation {
  /// The name for display: `""` for an empty one.
  package var text: String { rawValue.isEmpty ? "\"\"" : rawValue }
}

extension FeatureType {
  /// The name of the feature type on the screen and in tables.
  package var shortName: String {
    switch self {
    case .featureTest(.featureFlagAB): "On/off test"
    case .featureFlag, .featureTest(.ab), .featureTest(.mvt), .unlockFlag, .value, .deprecated:
      description
    }
  }
}

extension Override {
  /// A description of the override, such as `Enabled, steps = 2`.
  ///
  /// - Parameters:
  ///   - titles: The names of rules by their keys, with which a rule is named instead of by its key.
  ///   - shorten: Shortens the values of variables.
  /// - Returns: The description.
  package func text(
    naming titles: [String: String] = [:],
    shorten: (String) -> String
  ) -> String {
    var parts: [String] = []
    if let enabled { parts.append(enabled ? "Enabled" : "Disabled") }
    if let variation { parts.append(variation.text) }
    parts += rules.sorted { $0.key < $1.key }.map { key, variation in
      "\(variation.text) by \(titles[key] ?? "rule \(key)")"
    }
    if let unlocked { parts.append(unlocked ? "Unlocked" : "Locked") }
    return (parts + variableTexts(shorten: shorten)).joined(separator: ", ")
  }

  /// Returns a description of each overridden variable, sorted by name, such as `steps = 2`;
  /// `shorten` shortens the values.
  package func variableTexts(shorten: (String) -> String) -> [String] {
    variables.sorted { $0.key < $1.key }.map { $0 + " = " + shorten($1.text) }
  }
}

extension VariableValue {
  /// The value for display: `""` for an empty string.
  package var text: String { description.isEmpty ? "\"\"" : description }
}
