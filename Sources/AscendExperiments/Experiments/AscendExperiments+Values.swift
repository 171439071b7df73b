import Locking

// The five getters look up a variable in this order: the value that was read before in this
// session, the experiment, the default, a fallback. An experiment that has the variable ends the
// look-up, even if the type of the variable does not match; the result is then the fallback.

extension AscendExperiments {
  /// Reads a Boolean variable.
  ///
  /// The first value that is read stays the same for the session, even after a fetch.
  ///
  /// - Parameters:
  ///   - experimentKey: The key of the experiment.
  ///   - variable: The name of the variable.
  ///   - dontCache: Whether the value is not stored for the session.
  ///   - ignoreCache: Whether the value that was read before is replaced. Nothing is fetched.
  /// - Returns: The value; `false` without one.
  public func getBoolValue(
    for experimentKey: String,
    with variable: String,
    dontCache: Bool = false,
    ignoreCache: Bool = false
  ) -> Bool {
    value(of: variable, in: experimentKey, dontCache, ignoreCache)
  }

  /// Reads an integer variable.
  ///
  /// - Parameters:
  ///   - experimentKey: The key of the experiment.
  ///   - variable: The name of the variable.
  ///   - dontCache: Whether the value is not stored for the session.
  ///   - ignoreCache: Whether the value that was read before is replaced. Nothing is fetched.
  /// - Returns: The value; -1 without one.
  public func getIntValue(
    for experimentKey: String,
    with variable: String,
    dontCache: Bool = false,
    ignoreCache: Bool = false
  ) -> Int {
    value(of: variable, in: experimentKey, dontCache, ignoreCache)
  }

  /// Reads a floating-point variable.
  ///
  /// - Parameters:
  ///   - experimentKey: The key of the experiment.
  ///   - variable: The name of the variable.
  ///   - dontCache: Whether the value is not stored for the session.
  ///   - ignoreCache: Whether the value that was read before is replaced. Nothing is fetched.
  /// - Returns: The value; -1 without one.
  public func getDoubleValue(
    for experimentKey: String,
    with variable: String,
    dontCache: Bool = false,
    ignoreCache: Bool = false
  ) -> Double {
    value(of: variable, in: experimentKey, dontCache, ignoreCache)
  }

  /// Reads a 64-bit integer variable.
  ///
  /// - Parameters:
  ///   - experimentKey: The key of the experiment.
  ///   - variable: The name of the variable.
  ///   - dontCache: Whether the value is not stored for the session.
  ///   - ignoreCache: Whether the value that was read before is replaced. Nothing is fetched.
  /// - Returns: The value; -1 without one.
  public func getLongValue(
    for experimentKey: String,
    with variable: String,
    dontCache: Bool = false,
    ignoreCache: Bool = false
  ) -> Int64 {
    value(of: variable, in: experimentKey, dontCache, ignoreCache)
  }

  /// Reads a text variable.
  ///
  /// - Parameters:
  ///   - experimentKey: The key of the experiment.
  ///   - variable: The name of the variable.
  ///   - dontCache: Whether the value is not stored for the session.
  ///   - ignoreCache: Whether the value that was read before is replaced. Nothing is fetched.
  /// - Returns: The value; an empty text without one.
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
  /// - Returns: The variables of the experiment, or `null` if it has none. Without the experiment,
  ///   the default variables; `nil` for an unknown experiment.
  public func getAllVariablesJSON(for experimentKey: String) -> String? {
    state.withLock { $0.maps.variablesJSON(of: experimentKey) }
  }

  /// The variant of each experiment of the server or the snapshot file, by experiment key.
  public func getExperimentVariants() -> [String: ExperimentVariant] {
    state.withLock { $0.maps.variants }
  }

  /// The variants of ``getExperimentVariants()`` as JSON, with names in camel case.
  public func getExperimentVariantsJSON() -> String? {
    JSONText.text(of: getExperimentVariants())
  }

  /// The default variables by experiment key: the configured ones, and the ones of later fetches.
  public func getDefaultExperimentValues() -> [String: ExperimentVariable] {
    state.withLock { $0.maps.defaults }
  }
}
