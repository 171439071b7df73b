/// What is known of the experiments: fetched, by default, and read in this session.
struct ExperimentMaps: Sendable {
  /// What the server, or the snapshot file, said.
  var experiments: [String: Experiment] = [:]
  /// What holds where the server said nothing; its keys are those that are fetched.
  var defaults: [String: ExperimentVariable] = [:]
  /// What a tester decided, which stands above all the others.
  var overrides = ExperimentOverrides()
  /// What the app has read, so that a value stays the same for a session.
  private(set) var accessed: [String: [String: ExperimentVariable]] = [:]
  /// The experiments of a snapshot that has expired, of which the server has not spoken since.
  private var expired: Set<String> = []

  /// Reads a variable: from what was read before, the experiments, the defaults, or the fallback.
  ///
  /// What a tester decided goes before all of these, and is not kept for the session; nor is what an
  /// expired snapshot says. An experiment that has the variable answers, also where the type does
  /// not fit.
  mutating func value<Scalar: ExperimentScalar>(
    of variable: String,
    in experiment: String,
    dontCache: Bool,
    ignoreCache: Bool
  ) -> Scalar {
    if let decided = overrides.variables[experiment]?[variable] { return decided.scalar() }
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
    if !dontCache, !expired.contains(experiment) {
      accessed[experiment, default: [:]][variable] = found
    }
    return found.scalar()
  }

  /// The variables of an experiment as JSON; `nil` for one that is not known.
  func variablesJSON(of experiment: String) -> String? {
    let decided = overrides.variables[experiment] ?? [:]
    if let known = experiments[experiment], !overrides.disabled.contains(experiment) {
      let variables = (known.variables?.variables ?? [:]).merging(decided) { _, new in new }
      return known.variables == nil && decided.isEmpty ? "null" : JSONText.text(of: variables)
    }
    guard let variables = defaults[experiment]?.variables ?? (decided.isEmpty ? nil : [:])
    else { return nil }
    return JSONText.text(of: variables.merging(decided) { _, new in new })
  }

  /// Which variant the user gets of each experiment that is not switched off.
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

  /// Takes in what was fetched, and drops what the app does not ask for.
  ///
  /// - Parameters:
  ///   - fetched: What the server answered.
  ///   - asked: The keys that it was asked for.
  /// - Returns: Whether anything has changed.
  mutating func merge(_ fetched: [Experiment], askedFor asked: [String]) -> Bool {
    confirm(asked)
    let before = experiments
    for experiment in fetched { experiments[experiment.experimentKey] = experiment }
    experiments = experiments.filter { defaults[$0.key] != nil }
    return experiments != before
  }

  /// Takes in that the server has spoken of these experiments, whatever it said.
  mutating func confirm(_ keys: [String]) {
    expired.subtract(keys)
  }

  /// Puts experiments in the place of all that were fetched or kept.
  mutating func replace(with others: [String: Experiment]) {
    experiments = others
    expired = []
  }

  /// Begins a session with what the snapshot file kept.
  mutating func begin(with kept: [String: Experiment], hasExpired: Bool = false) {
    accessed = [:]
    experiments = kept
    expired = hasExpired ? Set(kept.keys) : []
  }

  /// Forgets everything but what a tester decided.
  mutating func clear() {
    let decided = overrides
    self = ExperimentMaps()
    overrides = decided
  }
}
