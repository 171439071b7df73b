import FeatureFlags

/// What a tester decided about experiments, which stands above everything else.
struct ExperimentOverrides: Hashable, Sendable {
  /// The experiments that the user is not in.
  var disabled: Set<String> = []
  /// The variants that the user gets.
  var variants: [String: String] = [:]
  /// The variables, without types, so that whatever the app reads them as can reach it.
  var variables: [String: [String: ExperimentVariable]] = [:]
}

extension ExperimentOverrides {
  /// Takes what was decided out of the overrides of a workspace.
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
