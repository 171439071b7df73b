/// Builds the ``OptimizelyConfig`` of a datafile.
///
/// The parts share storage: flags can share rules, and all variations of a flag share its
/// variables.
struct OptimizelyConfigBuilder {
  private let datafile: Datafile
  private let names: [String: String]

  /// A rule of the datafile, with its description for flags that have no variables.
  private struct Rule {
    let source: Datafile.Experiment
    let plain: OptimizelyConfig.Experiment
  }

  init(_ datafile: Datafile) {
    self.datafile = datafile
    names = Dictionary(datafile.effectiveAudiences.map { ($0.id, $0.name) }) { first, _ in first }
  }

  var features: [String: OptimizelyConfig.Feature] {
    let experiments = Dictionary(datafile.allExperiments.map { ($0.id, rule($0)) }) { $1 }
    let rollouts = Dictionary(datafile.rollouts.map { ($0.id, $0.rules.map(rule)) }) { $1 }
    let features = datafile.flags.map { flag in
      let variables = VariableDescriptions(flag.variables)
      return OptimizelyConfig.Feature(
        id: flag.id,
        key: flag.key,
        experimentRules: flag.experimentIDs.compactMap { experiments[$0] }
          .map { describe($0, variables) },
        deliveryRules: (rollouts[flag.rolloutID] ?? []).map { describe($0, variables) },
        variablesMap: variables.defaults
      )
    }
    return Dictionary(features.map { ($0.key, $0) }) { $1 }
  }

  var experiments: [String: OptimizelyConfig.Experiment] {
    var variables: [String: [Datafile.Variable]] = [:]
    for flag in datafile.flags where !flag.variables.isEmpty {
      for id in flag.experimentIDs {
        // Assigning the array of the first flag shares its storage; appending it to an empty array
        // would copy it.
        if variables[id]?.append(contentsOf: flag.variables) == nil {
          variables[id] = flag.variables
        }
      }
    }
    let experiments = datafile.allExperiments.map { experiment in
      describe(rule(experiment), VariableDescriptions(variables[experiment.id] ?? []))
    }
    return Dictionary(experiments.map { ($0.key, $0) }) { $1 }
  }

  private func rule(_ experiment: Datafile.Experiment) -> Rule {
    let audiences = experiment.audienceConditions.map { text(of: $0) } ?? ""
    let plain = describe(experiment, audiences: audiences, VariableDescriptions([]))
    return Rule(source: experiment, plain: plain)
  }

  private func describe(
    _ rule: Rule,
    _ variables: VariableDescriptions
  ) -> OptimizelyConfig.Experiment {
    guard !variables.defaults.isEmpty else { return rule.plain }
    return describe(rule.source, audiences: rule.plain.audiences, variables)
  }

  private func describe(
    _ experiment: Datafile.Experiment,
    audiences: String,
    _ variables: VariableDescriptions
  ) -> OptimizelyConfig.Experiment {
    let variations = experiment.variations.map { variation in
      OptimizelyConfig.Variation(
        id: variation.id,
        key: variation.key,
        featureEnabled: variation.featureEnabled,
        defaults: variables.defaults,
        changes: variables.changes(in: variation)
      )
    }
    return OptimizelyConfig.Experiment(
      id: experiment.id,
      key: experiment.key,
      audiences: audiences,
      variationsMap: Dictionary(variations.map { ($0.key, $0) }) { $1 }
    )
  }
}

/// The descriptions of a flag's variables; the last of several variables with the same key applies.
private struct VariableDescriptions {
  /// The variables by key, with their default values.
  let defaults: [String: OptimizelyConfig.Variable]
  private let byID: [String: [OptimizelyConfig.Variable]]

  init(_ variables: [Datafile.Variable]) {
    let described = variables.map { variable in
      OptimizelyConfig.Variable(
        id: variable.id,
        key: variable.key,
        type: variable.type,
        value: variable.defaultValue
      )
    }
    defaults = Dictionary(described.map { ($0.key, $0) }) { $1 }
    byID = Dictionary(grouping: defaults.values, by: \.id)
  }

  /// Returns the variables whose values in a variation differ from the defaults; empty if the
  /// variation is off.
  func changes(in variation: Datafile.Variation) -> [String: OptimizelyConfig.Variable] {
    guard variation.setsVariables, !defaults.isEmpty else { return [:] }
    var changes: [String: OptimizelyConfig.Variable] = [:]
    for (id, value) in variation.settings {
      for variable in byID[id] ?? [] where variable.value != value {
        changes[variable.key] = OptimizelyConfig.Variable(
          id: id,
          key: variable.key,
          type: variable.type,
          value: value
        )
      }
    }
    return changes
  }
}

// MARK: Audiences

extension OptimizelyConfigBuilder {
  /// Returns the conditions as an expression, such as `"adults" AND ("us" OR "ca")`.
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
