/// Puts together what a description of a project is made of.
struct OptimizelyConfigBuilder {
  private let datafile: Datafile
  private let names: [String: String]

  init(_ datafile: Datafile) {
    self.datafile = datafile
    names = Dictionary(datafile.effectiveAudiences.map { ($0.id, $0.name) }) { first, _ in first }
  }

  var features: [String: OptimizelyConfig.Feature] {
    let experiments = Dictionary(datafile.allExperiments.map { ($0.id, $0) }) { $1 }
    let rollouts = Dictionary(datafile.rollouts.map { ($0.id, $0) }) { $1 }
    let features = datafile.flags.map { flag in
      OptimizelyConfig.Feature(
        id: flag.id,
        key: flag.key,
        experimentRules: flag.experimentIDs.compactMap { experiments[$0] }
          .map { describe($0, variables: flag.variables) },
        deliveryRules: (rollouts[flag.rolloutID]?.rules ?? [])
          .map { describe($0, variables: flag.variables) },
        variablesMap: Dictionary(flag.variables.map { ($0.key, describe($0, nil)) }) { $1 }
      )
    }
    return Dictionary(features.map { ($0.key, $0) }) { $1 }
  }

  var experiments: [String: OptimizelyConfig.Experiment] {
    var variables: [String: [Datafile.Variable]] = [:]
    for flag in datafile.flags {
      for id in flag.experimentIDs { variables[id, default: []] += flag.variables }
    }
    let experiments = datafile.allExperiments.map { experiment in
      describe(experiment, variables: variables[experiment.id] ?? [])
    }
    return Dictionary(experiments.map { ($0.key, $0) }) { $1 }
  }

  private func describe(
    _ experiment: Datafile.Experiment,
    variables: [Datafile.Variable]
  ) -> OptimizelyConfig.Experiment {
    let variations = experiment.variations.map { variation in
      OptimizelyConfig.Variation(
        id: variation.id,
        key: variation.key,
        featureEnabled: variation.isEnabled,
        variablesMap: Dictionary(variables.map { ($0.key, describe($0, variation)) }) { $1 }
      )
    }
    return OptimizelyConfig.Experiment(
      id: experiment.id,
      key: experiment.key,
      audiences: experiment.audienceConditions.map { text(of: $0) } ?? "",
      variationsMap: Dictionary(variations.map { ($0.key, $0) }) { $1 }
    )
  }

  /// A variable with the value that users of a variation get: an off one gives the default.
  private func describe(
    _ variable: Datafile.Variable,
    _ variation: Datafile.Variation?
  ) -> OptimizelyConfig.Variable {
    let settings = variation?.isEnabled == true ? variation?.variables ?? [] : []
    return OptimizelyConfig.Variable(
      id: variable.id,
      key: variable.key,
      type: variable.type,
      value: settings.first { $0.id == variable.id }?.value ?? variable.defaultValue
    )
  }
}

// MARK: Audiences

extension OptimizelyConfigBuilder {
  /// Conditions as people read them, with the names of the audiences.
  private func text(of condition: Datafile.Condition) -> String {
    switch condition {
    case .operation, .attribute: ""
    case .audience(let id): "\"\(names[id] ?? id)\""
    case .list(let items): text(of: items)
    }
  }

  private func text(of items: [Datafile.Condition]) -> String {
    switch items.first {
    case .operation(.not): items.count < 2 ? "" : "NOT " + part(items[1])
    case .operation(let operation):
      items.dropFirst().map(part).joined(separator: " \(operation.rawValue.uppercased()) ")
    case .audience, .attribute: items.map(part).joined(separator: " OR ")
    case .list, nil: ""
    }
  }

  private func part(_ condition: Datafile.Condition) -> String {
    guard case .list = condition else { return text(of: condition) }
    return "(\(text(of: condition)))"
  }
}
