import FeatureFlags

/// The overrides of a tester for experiments, which take precedence over all other values.
struct ExperimentOverrides: Hashable, Sendable {
  /// The experiments that are disabled for the user.
  var disabled: Set<String> = []
  /// The variants by experiment.
  var variants: [String: String] = [:]
  /// The variables by experiment, without types, so that every getter can convert them.
  var variables: [String: [String: ExperimentVariable]] = [:]
}

extension ExperimentOverrides {
  /// Converts the overrides of a workspace.
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
