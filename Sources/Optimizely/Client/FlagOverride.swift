import FeatureFlags

extension [Feature.Name: Override] {
  /// What a tester decided about some flags, by their keys.
  func decided(about keys: [String], in evaluator: Evaluator) -> [String: FlagOverride] {
    guard !isEmpty else { return [:] }
    let pairs = keys.compactMap { key -> (String, FlagOverride)? in
      guard let override = self[FeatureName(rawValue: key)], let feature = evaluator.feature(key)
      else { return nil }
      return (key, FlagOverride(feature: feature, override: override))
    }
    return [String: FlagOverride](pairs) { first, _ in first }
  }
}

/// What a tester decided about one flag.
///
/// It means what it means on the dashboard, which the app has to agree with.
struct FlagOverride {
  let feature: Feature
  let override: Override

  private var key: String { feature.name.rawValue }

  /// The variation that the whole flag has, if it is one of its own.
  private var variation: TestVariation? {
    feature.testVariations.first { $0 == override.variation }
  }

  /// The variation that a rule of the flag is to have, if the tester chose one that the rule has.
  func variationKey(of rule: Rule) -> String? {
    let key = override.rules[rule.key]?.rawValue ?? variation?.rawValue
    return key.flatMap { rule.variation(key: $0)?.key }
  }

  /// Forces what was chosen; where something was, nothing counts that the app forced itself.
  func force(upon user: inout UserContext, in evaluator: Evaluator) {
    guard variation != nil || !override.rules.isEmpty else { return }
    user.forcedDecisions = user.forcedDecisions.filter { $0.key.flag != key }
    for rule in evaluator.rules(of: key) { user.forcedVariations[rule.key] = nil }
    user.force(variation, rules: override.rules, of: key)
  }

  /// Changes what does not follow from the variation.
  func change(_ decision: inout FlagDecision, _ options: DecideOptions) {
    if let isEnabled = override.enabled {
      decision.isEnabled = isEnabled
      if options.contains(.includeReasons) {
        decision.reasons.append("A tester has turned the flag \(isEnabled ? "on" : "off").")
      }
    }
    guard !options.contains(.excludeVariables) else { return }
    if override.enabled == false {
      let defaults = feature.variables.map { ($0.name, $0.value) }
      decision.variables = Dictionary(defaults) { first, _ in first }
    }
    guard !override.variables.isEmpty else { return }
    for declared in feature.declaredVariables {
      let (name, type) = (declared.name, declared.value.type)
      guard let value = override.variables[name]?.converted(to: type) else { continue }
      decision.variables[name] = value
      decision.invalidVariables.removeAll { $0 == name }
    }
  }
}
