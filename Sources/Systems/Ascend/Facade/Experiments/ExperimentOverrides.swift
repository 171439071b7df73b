import FeatureFlags

/// The overrides of a tester for experiments, which have precedence over all other values.
struct ExperimentOverrides: Hashable, Sendable {
  /// The keys of the experiments that an override disables for the user.
  var disabled: Set<String> = []
  /// The names of the forced variants, by experiment key.
  var variants: [String: String] = [:]
  /// The overridden variables by experiment key and name, without types, so that every getter can
  /// convert them.
  var variables: [String: [String: ExperimentVariable]] = [:]
}

extension ExperimentOverrides {
  /// Converts the overrides of a workspace, whose feature names are experiment keys.
  init(_ overrides: [Feature.Name: Override]) {
    for (name, override) in overrides {
      let isWithout = override.variation == .withoutExperiment
      if override.enabled == false || isWithout { disabled.insert(name.rawValue) }
      if !isWithout { variants[name.rawValue] = override.variation?.rawValue }
      if !override.variables.isEmpty {
        variables[name.rawValue] = override.variables.mapValues { ExperimentVariable($0) }
      }
    }
  }
}
