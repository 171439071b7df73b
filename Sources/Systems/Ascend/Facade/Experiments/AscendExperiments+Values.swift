import Locking

// The five getters look up a variable in this order: the override, the value that the app read
// earlier in this session, the experiment, the default variables, the fallback of the type. The
// look-up ends at an experiment that has the variable, even if the type differs; the getter then
// returns the fallback.

extension AscendExperiments {
  /// Returns a Boolean variable of an experiment.
  ///
  /// Later calls in the same session return the value that the app has read first, even after a
  /// fetch.
  ///
  /// - Parameters:
  ///   - experimentKey: The key of the experiment.
  ///   - variable: The name of the variable.
  ///   - dontCache: `true` returns the value without storing it for the session.
  ///   - ignoreCache: `true` looks up the value again, and ignores the stored value. Nothing is
  ///     fetched.
  /// - Returns: The value; `false` if the variable has none.
  public func getBoolValue(
    for experimentKey: String,
    with variable: String,
    dontCache: Bool = false,
    ignoreCache: Bool = false
  ) -> Bool {
    value(of: variable, in: experimentKey, dontCache, ignoreCache)
  }

  /// Returns an integer variable of an experiment.
  ///
  /// - Parameters:
  ///   - experimentKey: The key of the experiment.
  ///   - variable: The name of the variable.
  ///   - dontCache: `true` returns the value without storing it for the session.
  ///   - ignoreCache: `true` looks up the value again, and ignores the stored value. Nothing is
  ///     fetched.
  /// - Returns: The value; -1 if the variable has none.
  public func getIntValue(
    for experimentKey: String,
    with variable: String,
    dontCache: Bool = false,
    ignoreCache: Bool = false
  ) -> Int {
    value(of: variable, in: experimentKey, dontCache, ignoreCache)
  }

  /// Returns a floating-point variable of an experiment.
  ///
  /// - Parameters:
  ///   - experimentKey: The key of the experiment.
  ///   - variable: The name of the variable.
  ///   - dontCache: `true` returns the value without storing it for the session.
  ///   - ignoreCache: `true` looks up the value again, and ignores the stored value. Nothing is
  ///     fetched.
  /// - Returns: The value; -1 if the variable has none.
  public func getDoubleValue(
    for experimentKey: String,
    with variable: String,
    dontCache: Bool = false,
    ignoreCache: Bool = false
  ) -> Double {
    value(of: variable, in: experimentKey, dontCache, ignoreCache)
  }

  /// Returns a 64-bit integer variable of an experiment.
  ///
  /// - Parameters:
  ///   - experimentKey: The key of the experiment.
  ///   - variable: The name of the variable.
  ///   - dontCache: `true` returns the value without storing it for the session.
  ///   - ignoreCache: `true` looks up the value again, and ignores the stored value. Nothing is
  ///     fetched.
  /// - Returns: The value; -1 if the variable has none.
  public func getLongValue(
    for experimentKey: String,
    with variable: String,
    dontCache: Bool = false,
    ignoreCache: Bool = false
  ) -> Int64 {
    value(of: variable, in: experimentKey, dontCache, ignoreCache)
  }

  /// Returns a string variable of an experiment.
  ///
  /// - Parameters:
  ///   - experimentKey: The key of the experiment.
  ///   - variable: The name of the variable.
  ///   - dontCache: `true` returns the value without storing it for the session.
  ///   - ignoreCache: `true` looks up the value again, and ignores the stored value. Nothing is
  ///     fetched.
  /// - Returns: The value; an empty string if the variable has none.
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

  /// Returns all variables of an experiment as JSON text, with overrides applied.
  ///
  /// - Returns: The variables of the experiment, or `null` if it has none. If the experiment was
  ///   not fetched, its default variables; `nil` for an unknown experiment.
  public func getAllVariablesJSON(for experimentKey: String) -> String? {
    state.withLock { $0.maps.variablesJSON(of: experimentKey) }
  }

  /// Returns the variant of each experiment that was fetched, or restored from the snapshot, by
  /// experiment key and with overrides applied.
  public func getExperimentVariants() -> [String: ExperimentVariant] {
    state.withLock { $0.maps.variants }
  }

  /// Returns the variants of ``getExperimentVariants()`` as JSON, with keys in camel case.
  public func getExperimentVariantsJSON() -> String? {
    SortedJSON.text(of: getExperimentVariants())
  }

  /// Returns the default variables by experiment key, as set by the configuration and by later fetches.
  public func getDefaultExperimentValues() -> [String: ExperimentVariable] {
    state.withLock { $0.maps.defaults }
  }
}
