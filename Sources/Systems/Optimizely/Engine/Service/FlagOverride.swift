package import FeatureFlags

/// A tester's override of one flag, applied with the same semantics as on the dashboard.
package struct FlagOverride {
  private let feature: Feature
  private let override: Override

  package init(_ override: Override, of feature: Feature) {
    (self.override, self.feature) = (override, feature)
  }

  private var key: String { feature.name.rawValue }

  /// The variation that is forced on the whole flag; `nil` if no variation is overridden, or if the
  /// flag does not have the overridden variation.
  private var variation: TestVariation? {
    feature.testVariations.first { $0 == override.variation }
  }

  /// Returns the key of the variation that is forced on a rule; `nil` if no variation is
  /// overridden, or if the rule does not have the overridden variation.
  package func variationKey(of rule: Rule) -> String? {
    let key = override.rules[rule.key]?.rawValue ?? variation?.rawValue
    return key.flatMap { rule.variation(key: $0)?.key }
  }

  /// The overridden state as a sentence; `nil` if the state is not overridden.
  var remark: String? {
    override.enabled.map { "the flag is overridden: \($0 ? "on" : "off")" }
  }

  /// Whether the override determines a decision; an override of rules does so only if it forces the rule of
  /// the decision.
  func determines(_ decision: FlagDecision) -> Bool {
    if override.isOfRules { return decision.rule.map { override.rules[$0] != nil } ?? false }
    return !override.isEmpty
  }

  /// Forces the overridden variations on a user, and removes the flag's forced decisions and forced
  /// variations that the app has set.
  package func force(on user: inout UserContext, in evaluator: Evaluator) {
    guard variation != nil || !override.rules.isEmpty else { return }
    user.forcedDecisions = user.forcedDecisions.filter { $0.key.flag != key }
    for rule in evaluator.rules(of: key) { user.forcedVariations[rule.key] = nil }
    user.force(variation, rules: override.rules, of: key)
  }

  /// Applies the overridden state and variables to an evaluated decision.
  package func apply(
    to decision: inout FlagDecision,
    _ options: DecideOptions,
    in evaluator: Evaluator
  ) {
    if let isEnabled = override.enabled {
      evaluator.force(isEnabled, on: &decision, options)
      if options.contains(.includeReasons) {
        decision.reasons.append("The flag is overridden: \(isEnabled ? "on" : "off").")
      }
    }
    guard !options.contains(.excludeVariables), !override.variables.isEmpty else { return }
    for declared in feature.declaredVariables {
      let (name, type) = (declared.name, declared.value.type)
      guard let value = override.variables[name]?.converted(to: type) else { continue }
      decision.variables[name] = value
      decision.invalidVariables.removeAll { $0 == name }
    }
  }
}
