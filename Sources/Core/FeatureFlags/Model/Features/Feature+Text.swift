extension Feature {
  /// The label of the feature type, such as `A/B Test`, `Feature Flag, development` or
  /// `Flag · JSON · 2 variations`.
  package var typeText: String {
    if isRemoved { return "Removed from the source" }
    return ([kindText] + (isDevelopment ? ["development"] : []) + facts).joined(separator: ", ")
  }

  /// The labels beside the name in a list without a type column: a kind that needs special attention,
  /// such as `kill-switch`, and the facts of the document.
  package var badges: [String] {
    let kinds: Set = ["kill-switch", "experiment", "bandit"]
    return (definition.kind.map { kinds.contains($0) ? [$0] : [] } ?? []) + facts
  }

  /// The facts of the document about the feature: `stale` for a feature that should be removed,
  /// `migration`, and the client SDKs that may see the feature, or `server only`.
  package var facts: [String] {
    definition.metadata.compactMap { fact in
      switch (fact.key, fact.value) {
      case ("stale", .bool(true)): "stale"
      case ("migration", .bool(true)): "migration"
      case ("clientSideSDKs", .string("none")): "server only"
      case ("clientSideSDKs", .string(let sdks)): sdks
      default: nil
      }
    }
  }

  /// The text for a result that the flag service does not determine; `nil` for any other result.
  ///
  /// Such a result is the app's own default, a random result, one that only the service knows, or no result
  /// because there is no user.
  package var openText: String? {
    guard definition.declaresResult else { return nil }
    if undecidedReason != nil { return "undecided" }
    if lacksTargetingKey { return "–" }
    if isLeftToApp { return failure == nil || isForcedForUser ? "app's default" : "error" }
    return chances.map { "random: " + $0 }
  }

  /// The short label of the feature type, for a table column.
  package var shortTypeText: String { kind.label }

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
      // Omits the state if the variation implies it. A variation does not imply the state if an override
      // forces the state, or if the variation disables the feature.
      let isImplied = state.isEnabled != (state.variation?.rawValue == "disabled")
      let isStateShown =
        isImplied
        ? override?.enabled != nil && state.isEnabled
        : override?.enabled != nil || state.variation != nil
      return isStateShown ? "\(variation), \(enabled.lowercased())" : variation
    case .unlockFlag: return enabled + ((state.isUnlocked ?? false) ? ", unlocked" : ", locked")
    case .featureFlag, .featureTest(.featureFlagAB): return enabled
    case .deprecated: return type.shortName
    case .value: return valueText
    }
  }

  /// The variation with its value, such as `half = 0.5`; only one of them if they are equal, and only
  /// the value if there is no variation.
  private var outcomeText: String {
    guard let variation = state(in: .development).variation?.text else { return valueText }
    return variation == valueText ? variation : "\(variation) = \(valueText)"
  }
}

extension TestVariation {
  /// The name for display; `""` for an empty name.
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
  ///   - titles: The display names of rules by rule key; a rule without a display name is described by
  ///     its key.
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
  /// The value for display; `""` for an empty string.
  package var text: String { description.isEmpty ? "\"\"" : description }
}
