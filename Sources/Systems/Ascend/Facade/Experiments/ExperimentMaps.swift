/// Stores the fetched experiments, the default variables, the overrides, and the values that the
/// app has read.
struct ExperimentMaps: Sendable {
  /// The experiments by key, from the server or the snapshot file.
  var experiments: [String: Experiment] = [:]
  /// The default variables by experiment key; the keys are the experiments to fetch.
  var defaults: [String: ExperimentVariable] = [:]
  /// The overrides of a tester, which have the highest precedence.
  var overrides = ExperimentOverrides()
  /// The variables that the app has read, by experiment key and variable name; they stay the same
  /// for the session.
  private(set) var accessed: [String: [String: ExperimentVariable]] = [:]
  /// The keys of experiments from a stale snapshot that no response has confirmed or replaced yet.
  private var stale: Set<String> = []

  /// Returns the value of a variable, and stores the value for the session.
  ///
  /// The order of precedence is: the override, the value that the app read earlier, the experiment,
  /// the default variable, the fallback of the type. Overrides and the values of a stale snapshot
  /// are not stored for the session. An experiment that has the variable is used even if the type
  /// differs; the result is then the fallback.
  mutating func value<Scalar: ExperimentScalar>(
    of variable: String,
    in experiment: String,
    dontCache: Bool,
    ignoreCache: Bool
  ) -> Scalar {
    if let override = overrides.variables[experiment]?[variable] { return override.scalar() }
    if overrides.disabled.contains(experiment) {
      return defaults[experiment]?.variables?[variable]?.scalar() ?? Scalar.fallback
    }
    if !ignoreCache, let value: Scalar = accessed[experiment]?[variable]?.exactValue() {
      return value
    }
    guard
      let found = experiments[experiment]?.variables?.variables?[variable]
        ?? defaults[experiment]?.variables?[variable]
    else { return Scalar.fallback }
    if !dontCache, !stale.contains(experiment) {
      accessed[experiment, default: [:]][variable] = found
    }
    return found.scalar()
  }

  /// Returns the variables of an experiment as JSON, with overrides applied; `nil` for an unknown
  /// experiment.
  func variablesJSON(of experiment: String) -> String? {
    let overridden = overrides.variables[experiment] ?? [:]
    if let known = experiments[experiment], !overrides.disabled.contains(experiment) {
      let variables = (known.variables?.variables ?? [:]).merging(overridden) { _, new in new }
      return known.variables == nil && overridden.isEmpty ? "null" : SortedJSON.text(of: variables)
    }
    guard let variables = defaults[experiment]?.variables ?? (overridden.isEmpty ? nil : [:])
    else { return nil }
    return SortedJSON.text(of: variables.merging(overridden) { _, new in new })
  }

  /// The variants by experiment key, without experiments that an override disables.
  var variants: [String: ExperimentVariant] {
    var variants: [String: ExperimentVariant] = [:]
    for (key, experiment) in experiments where !overrides.disabled.contains(key) {
      variants[key] = ExperimentVariant(
        experimentId: experiment.experimentId,
        variantName: overrides.variants[key] ?? experiment.variantName
      )
    }
    return variants
  }

  /// Merges the experiments of a response, and drops experiments without default variables.
  ///
  /// - Parameters:
  ///   - fetched: The experiments of the response.
  ///   - requested: The keys of the request.
  /// - Returns: Whether any experiment has changed.
  mutating func merge(_ fetched: [Experiment], requested: [String]) -> Bool {
    markFresh(requested)
    let before = experiments
    for experiment in fetched { experiments[experiment.experimentKey] = experiment }
    experiments = experiments.filter { defaults[$0.key] != nil }
    return experiments != before
  }

  /// Marks experiments as fresh, after a response to a request for their keys.
  mutating func markFresh(_ keys: [String]) {
    stale.subtract(keys)
  }

  /// Replaces all experiments, which are then fresh.
  mutating func replace(with others: [String: Experiment]) {
    experiments = others
    stale = []
  }

  /// Begins a session with the experiments of the snapshot file, and clears the stored values.
  mutating func begin(with stored: [String: Experiment], isStale: Bool = false) {
    accessed = [:]
    experiments = stored
    stale = isStale ? Set(stored.keys) : []
  }

  /// Removes all experiments, default variables and stored values; the overrides remain.
  mutating func clear() {
    let overrides = overrides
    self = ExperimentMaps()
    self.overrides = overrides
  }
}
