/// What is known of the experiments: fetched, by default, and read in this session.
struct ExperimentMaps: Sendable {
  /// What the server, or the snapshot file, said.
  var experiments: [String: Experiment] = [:]
  /// What holds where the server said nothing; its keys are those that are fetched.
  var defaults: [String: ExperimentVariable] = [:]
  /// What the app has read, so that a value stays the same for a session.
  private(set) var accessed: [String: [String: ExperimentVariable]] = [:]

  /// Reads a variable: from what was read before, the experiments, the defaults, or the fallback.
  ///
  /// An experiment that has the variable answers, also where the type does not fit.
  mutating func value<Scalar: ExperimentScalar>(
    of variable: String,
    in experiment: String,
    dontCache: Bool,
    ignoreCache: Bool
  ) -> Scalar {
    if !ignoreCache, let value: Scalar = accessed[experiment]?[variable]?.exactValue() {
      return value
    }
    guard
      let found = experiments[experiment]?.variables?.variables?[variable]
        ?? defaults[experiment]?.variables?[variable]
    else { return Scalar.fallback }
    if !dontCache { accessed[experiment, default: [:]][variable] = found }
    return found.value()
  }

  /// The variables of an experiment as JSON; `nil` for one that is not known.
  func variablesJSON(of experiment: String) -> String? {
    if let known = experiments[experiment] {
      return known.variables.map(JSONText.text) ?? "null"
    }
    guard let variables = defaults[experiment], variables.variables != nil else { return nil }
    return JSONText.text(of: variables)
  }

  /// Which variant the user gets of each experiment.
  var variants: [String: ExperimentVariant] {
    experiments.mapValues {
      ExperimentVariant(experimentId: $0.experimentId, variantName: $0.variantName)
    }
  }

  /// Takes in what was fetched, and drops what the app does not ask for.
  ///
  /// - Returns: Whether anything has changed.
  mutating func merge(_ fetched: [Experiment]) -> Bool {
    let before = experiments
    for experiment in fetched { experiments[experiment.experimentKey] = experiment }
    experiments = experiments.filter { defaults[$0.key] != nil }
    return experiments != before
  }

  /// Begins a session with what the snapshot file kept.
  mutating func begin(with kept: [String: Experiment]) {
    accessed = [:]
    experiments = kept
  }

  /// Forgets everything.
  mutating func clear() {
    self = ExperimentMaps()
  }
}
