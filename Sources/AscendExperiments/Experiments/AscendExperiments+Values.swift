import Locking

// The order of the five calls is: what was read before in this session, the experiments, the
// defaults, a fixed value. An experiment that has the variable decides, also where its type is not
// the wanted one; the fixed value is then the answer.

extension AscendExperiments {
  /// Reads a variable that is true or false.
  ///
  /// What was read once stays the same for the session, also after a fetch.
  ///
  /// - Parameters:
  ///   - experimentKey: The experiment.
  ///   - variable: The variable of the experiment.
  ///   - dontCache: Does not keep the value for the session.
  ///   - ignoreCache: Takes the value anew, and keeps that. Nothing is fetched.
  /// - Returns: The value; `false` where there is none.
  public func getBoolValue(
    for experimentKey: String,
    with variable: String,
    dontCache: Bool = false,
    ignoreCache: Bool = false
  ) -> Bool {
    value(of: variable, in: experimentKey, dontCache, ignoreCache)
  }

  /// Reads a variable that is a whole number.
  ///
  /// - Parameters:
  ///   - experimentKey: The experiment.
  ///   - variable: The variable of the experiment.
  ///   - dontCache: Does not keep the value for the session.
  ///   - ignoreCache: Takes the value anew, and keeps that. Nothing is fetched.
  /// - Returns: The value; -1 where there is none.
  public func getIntValue(
    for experimentKey: String,
    with variable: String,
    dontCache: Bool = false,
    ignoreCache: Bool = false
  ) -> Int {
    value(of: variable, in: experimentKey, dontCache, ignoreCache)
  }

  /// Reads a variable that is a number.
  ///
  /// - Parameters:
  ///   - experimentKey: The experiment.
  ///   - variable: The variable of the experiment.
  ///   - dontCache: Does not keep the value for the session.
  ///   - ignoreCache: Takes the value anew, and keeps that. Nothing is fetched.
  /// - Returns: The value; -1 where there is none.
  public func getDoubleValue(
    for experimentKey: String,
    with variable: String,
    dontCache: Bool = false,
    ignoreCache: Bool = false
  ) -> Double {
    value(of: variable, in: experimentKey, dontCache, ignoreCache)
  }

  /// Reads a variable that is a whole number of 64 bits.
  ///
  /// - Parameters:
  ///   - experimentKey: The experiment.
  ///   - variable: The variable of the experiment.
  ///   - dontCache: Does not keep the value for the session.
  ///   - ignoreCache: Takes the value anew, and keeps that. Nothing is fetched.
  /// - Returns: The value; -1 where there is none.
  public func getLongValue(
    for experimentKey: String,
    with variable: String,
    dontCache: Bool = false,
    ignoreCache: Bool = false
  ) -> Int64 {
    value(of: variable, in: experimentKey, dontCache, ignoreCache)
  }

  /// Reads a variable that is a text.
  ///
  /// - Parameters:
  ///   - experimentKey: The experiment.
  ///   - variable: The variable of the experiment.
  ///   - dontCache: Does not keep the value for the session.
  ///   - ignoreCache: Takes the value anew, and keeps that. Nothing is fetched.
  /// - Returns: The value; an empty text where there is none.
  public func getStringValue(
    for experimentKey: String,
    with variable: String,
    dontCache: Bool = false,
    ignoreCache: Bool = false
  ) -> String {
    value(of: variable, in: experimentKey, dontCache, ignoreCache)
  }

  private func value<Scalar: ExperimentScalar>(
    of variable: String,
    in experiment: String,
    _ dontCache: Bool,
    _ ignoreCache: Bool
  ) -> Scalar {
    state.withLock {
      $0.maps.value(
        of: variable,
        in: experiment,
        dontCache: dontCache,
        ignoreCache: ignoreCache
      )
    }
  }

  /// All variables of an experiment as JSON.
  ///
  /// - Returns: The variables of the experiment, `null` if it has none; else those by default; `nil`
  ///   for an experiment that is not known.
  public func getAllVariablesJSON(for experimentKey: String) -> String? {
    state.withLock { $0.maps.variablesJSON(of: experimentKey) }
  }

  /// Which variant this user gets of each experiment that the server, or the snapshot, knows.
  public func getExperimentVariants() -> [String: ExperimentVariant] {
    state.withLock { $0.maps.variants }
  }

  /// The variants as JSON, with names in camel case.
  public func getExperimentVariantsJSON() -> String? {
    JSONText.text(of: getExperimentVariants())
  }

  /// What holds where the server says nothing: the configured values, and those of later fetches.
  public func getDefaultExperimentValues() -> [String: ExperimentVariable] {
    state.withLock { $0.maps.defaults }
  }
}
