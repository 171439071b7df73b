import Locking

extension FlagStore {
  /// Returns a copy of the store in memory, which has the features and overrides of this moment and no
  /// observers; changes of one store do not affect the other.
  package func copy() -> FlagStore {
    let copy = FlagStore(
      storage: nil,
      isReadOnly: true,
      author: author,
      program: program,
      session: session,
      now: now,
      draw: draw
    )
    let state = state.withLock { $0.copy() }
    copy.state.withLock { $0 = state }
    return copy
  }

  /// All active overrides by feature name, including those of features that the configuration does
  /// not have.
  package var activeOverrides: [Feature.Name: Override] {
    state.withLock { state in
      state.overriddenNames.reduce(into: [:]) { $0[$1] = state.overrides.active($1) }
    }
  }

  /// What an override of a feature depends on, all of the same moment.
  package struct Overridables {
    /// The features with their active overrides; without those that the configuration does not have.
    package let features: [Feature.Name: Feature]
    /// All active overrides.
    package let overrides: [Feature.Name: Override]
    package let evaluator: any FlagEvaluator
    package let context: EvaluationContext
  }

  /// Returns what overrides of the named features, and of those with an override, depend on.
  package func overridables(_ names: Set<Feature.Name>) -> Overridables {
    state.withLock { state in
      let overridden = state.overriddenNames
      return Overridables(
        features: names.union(overridden).reduce(into: [:]) { $0[$1] = state.feature(named: $1) },
        overrides: overridden.reduce(into: [:]) { $0[$1] = state.overrides.active($1) },
        evaluator: state.evaluator,
        context: state.context
      )
    }
  }

  /// Applies overrides until the program exits; nothing is saved.
  ///
  /// They have precedence over the persisted ones of the same features, whatever other programs change later.
  ///
  /// - Parameter overrides: The override of each feature; an empty one resets the feature.
  package func applyUntilExit(_ overrides: [Feature.Name: Override]) {
    let session = overrides.mapValues { override in
      var override = override
      override.setLifetime(.session, session: nil)
      return LocalOverride(session: override)
    }
    state.withLock { $0.setSession(session) }
  }
}
