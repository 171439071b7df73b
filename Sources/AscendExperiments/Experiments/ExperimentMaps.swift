/// The experiments and their variables: fetched, by default, overridden, and read in this session.
struct ExperimentMaps: Sendable {
  /// The experiments by key, from the server or the snapshot file.
  var experiments: [String: Experiment] = [:]
  /// The default variables by experiment; its keys are the experiments that are fetched.
  var defaults: [String: ExperimentVariable] = [:]
  /// The overrides of a tester, which take precedence.
  var overrides = ExperimentOverrides()
  /// The variables that the app has read, which stay the same for the session.
  private(set) var accessed: [String: [String: ExperimentVariable]] = [:]
  /// The experiments of a stale snapshot that no response has confirmed or replaced since.
  private var stale: Set<String> = []

  /// Reads a variable, and stores the value for the session.
  ///
  /// The order is: the override, the value that was read before, the experiment, the default, the
  /// fallback of the type. Overrides and the values of a stale snapshot are not stored for the
  /// session. An experiment that has the variable is used even if the type does not match; the
  /// result is then the fallback.
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

  /// The variables of an experiment as JSON; `nil` for an unknown experiment.
  func variablesJSON(of experiment: String) -> String? {
    let overridden = overrides.variables[experiment] ?? [:]
    if let known = experiments[experiment], !overrides.disabled.contains(experiment) {
      let variables = (known.variables?.variables ?? [:]).merging(overridden) { _, new in new }
      return known.variables == nil && overridden.isEmpty ? "null" : JSONText.text(of: variables)
    }
    guard let variables = defaults[experiment]?.variables ?? (overridden.isEmpty ? nil : [:])
    else { return nil }
    return JSONText.text(of: variables.merging(overridden) { _, new in new })
  }

  /// The variant of each experiment that is not disabled by an override.
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

  /// Merges fetched experiments, and drops experiments without defaults.
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

  /// Marks experiments as fresh after a response to a request for them.
  mutating func markFresh(_ keys: [String]) {
    stale.subtract(keys)
  }

  /// Replaces all experiments.
  mutating func replace(with others: [String: Experiment]) {
    experiments = others
    stale = []
  }

  /// Begins a session with the experiments of the snapshot file.
  mutating func begin(with stored: [String: Experiment], isStale: Bool = false) {
    accessed = [:]
    experiments = stored
    stale = isStale ? Set(stored.keys) : []
  }

  /// Removes everything except the overrides.
  mutating func clear() {
    let overrides = overrides
    self = ExperimentMaps()
    self.overrides = overrides
  }
}
