import FeatureFlags

extension OptimizelyClient {
  /// Applies the overrides of an override file or an override server to all evaluations, and follows
  /// their changes.
  ///
  /// Overrides take precedence over all variations that the app forces. An overridden variation is
  /// forced on the flag or its rule, as with
  /// ``OptimizelyUserContext/setForcedDecision(context:decision:)``. An overridden state applies to
  /// every variation; a flag that is forced off has the default values of its variables. Overridden
  /// variables have the values of the override.
  ///
  /// A client also follows the file or server in the environment variable `HALYARD_OVERRIDES` from its
  /// first start, unless this method was called before.
  ///
  /// The file is never written, and need not exist yet. While it is malformed, the last valid
  /// overrides stay active. Errors are passed to ``OptimizelySdkSettings/onProblem``. Listeners
  /// that were added with
  /// ``OPTNotificationCenter/addOverridesChangeNotificationListener(overridesListener:)`` are
  /// notified of changes.
  ///
  /// - Parameter path: The path of a workspace's `overrides.json`; or the `http` or `https` URL of a
  ///   server, whose token is in the environment variable `HALYARD_TOKEN`. For a URL, the call blocks
  ///   until the first response, for at most one second.
  public func followOverrides(at path: String) {
    let onProblem = settings.onProblem
    followed.follow(OverrideLocator(path)) { problem in
      if let problem { onProblem(.overridesFailed(problem)) }
    } onChange: { [hub] in
      hub.sendOverridesChange()
    }
  }

  /// Stops following the override file or server, and removes its overrides.
  public func stopFollowingOverrides() {
    followed.stop()
  }
}

extension [Feature.Name: FeatureOverrides] {
  /// Returns the overrides of the given flags that hold for a user, by flag key; unknown flags are skipped.
  func ofFlags(
    _ keys: [String],
    for user: UserContext,
    in evaluator: Evaluator
  ) -> [String: FlagOverride] {
    guard !isEmpty else { return [:] }
    let context = EvaluationContext(targetingKey: user.id, attributes: user.attributes)
    let pairs = keys.compactMap { key -> (String, FlagOverride)? in
      guard let active = self[Feature.Name(rawValue: key)]?.active(for: context),
        let feature = evaluator.feature(key)
      else { return nil }
      return (key, FlagOverride(feature: feature, override: active.override))
    }
    return [String: FlagOverride](pairs) { first, _ in first }
  }
}

/// A tester's override of one flag, applied with the same semantics as on the dashboard.
struct FlagOverride {
  let feature: Feature
  let override: Override

  private var key: String { feature.name.rawValue }

  /// The variation that is forced on the whole flag; `nil` if no variation is overridden, or if the
  /// flag does not have the overridden variation.
  private var variation: TestVariation? {
    feature.testVariations.first { $0 == override.variation }
  }

  /// Returns the key of the variation that is forced on a rule; `nil` if no variation is
  /// overridden, or if the rule does not have the overridden variation.
  func variationKey(of rule: Rule) -> String? {
    let key = override.rules[rule.key]?.rawValue ?? variation?.rawValue
    return key.flatMap { rule.variation(key: $0)?.key }
  }

  /// Forces the overridden variations on a user, and removes the flag's forced decisions and forced
  /// variations that the app has set.
  func force(on user: inout UserContext, in evaluator: Evaluator) {
    guard variation != nil || !override.rules.isEmpty else { return }
    user.forcedDecisions = user.forcedDecisions.filter { $0.key.flag != key }
    for rule in evaluator.rules(of: key) { user.forcedVariations[rule.key] = nil }
    user.force(variation, rules: override.rules, of: key)
  }

  /// Applies the overridden state and variables to an evaluated decision.
  func apply(
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
