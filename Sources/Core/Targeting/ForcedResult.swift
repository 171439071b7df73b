package import FeatureFlags

/// The effect of an override on a flag whose variants have values, as written into the document for
/// apps.
package enum ForcedResult: Hashable, Sendable {
  /// Every app gets the variant with the given name.
  case variant(String)
  /// Every app gets the given value, even if no variant has this value.
  case value(VariableValue)
  /// Every app gets its own default.
  case appDefault
  /// The flag is evaluated as if it were enabled.
  case enabled
  /// The rules with the given keys select the given variations; all other rules are evaluated normally.
  case rules([String: TestVariation])

  /// Whether every app gets the same result.
  package var isForEveryApp: Bool {
    switch self {
    case .variant, .value, .appDefault: true
    case .enabled, .rules: false
    }
  }

  /// Creates the effect of a feature's override; `nil` if there is no override, or if the override does
  /// not affect the results.
  package init?(_ feature: Feature) {
    guard let override = feature.override else { return nil }
    let forcedValue = override.variables[FlagDefinition.valueVariable]
    if feature.type == .featureFlag {
      guard let isOn = override.enabled else {
        guard !override.rules.isEmpty else { return nil }
        self = .rules(override.rules)
        return
      }
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
    } else if !override.rules.isEmpty {
      self = .rules(override.rules)
    } else {
      return nil
    }
  }
}

extension FlagEvaluator {
  /// Describes which users the override of a feature affects.
  ///
  /// - Parameter feature: The feature with its override.
  /// - Returns: The remark for an explanation; `nil` without an override.
  package func overrideRemark(on feature: Feature) -> String? {
    guard let override = feature.override, feature.isOverridden else { return nil }
    guard override.isOfRules else {
      let isForOthers = feature.overrideScope == .everyone && feature.hasScopedOverrides
      let users = isForOthers ? "everyone else" : "\(feature.overrideScope)"
      return "it is overridden for \(users); an app gets the override instead"
    }
    let rules = rules(of: feature)
    let forced = rules.filter { override.rules[$0.key] != nil }
    let names = Set(forced.map(\.key))
    let unknown = override.rules.keys.filter { !names.contains($0) }.sorted()
    let parts =
      forced.map { "\(override.rules[$0.key]?.text ?? "") for users of \($0.title)" }
      + unknown.map { "no effect for \($0), which is no rule of it" }
    return "it is overridden for some users only: \(parts.joined(separator: "; "))"
  }
}
