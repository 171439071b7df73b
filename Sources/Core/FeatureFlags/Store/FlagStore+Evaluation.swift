import Locking

extension FlagStore {
  /// The default user of the store, for whom the evaluations of all features are cached.
  ///
  /// ``setContext(_:)`` replaces the user, evaluates all features again, and publishes one change. The
  /// random assignments of a user without a key are retained.
  public var context: EvaluationContext { state.withLock { $0.context } }

  /// The targeting key of the default user; `nil` for a user without a key, whose assignments are chosen
  /// at random and stored.
  public var user: String? { context.targetingKey }

  /// Replaces the default user, and evaluates all features for that user.
  ///
  /// - Parameter context: The new default user.
  /// - Throws: `notRead` or `notSaved` if new assignments are needed and the workspace cannot be used;
  ///   the new user is active even then.
  public func setContext(_ context: EvaluationContext) throws(FlagStoreError) {
    let configuration = state.withLock { state -> Configuration in
      let features = state.features.map { state.withoutUser($0) }
      state.context = context
      return state.configuration(with: features)
    }
    try load(configuration)
  }

  /// The active configuration: the features with their overrides, and their evaluator.
  package var activeConfiguration: Configuration {
    state.withLock { $0.configuration(with: $0.features) }
  }

  /// Evaluates one feature for any user with the active overrides; safe to call from any thread.
  ///
  /// The lock of the store is held only to read the definition; evaluations run concurrently.
  ///
  /// ```swift
  /// let store = FlagStore()
  /// let context = EvaluationContext(targetingKey: "ana", attributes: ["plan": "gold"])
  /// let evaluation = store.evaluate("New Cart", in: context)
  /// print(evaluation?.variation ?? "none", evaluation?.reason ?? .unknown)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the feature.
  ///   - context: The user; for a user without a targeting key, the random assignments of the store apply.
  ///   - build: The build of the app; features under development are off in release builds.
  /// - Returns: The result; `nil` if the configuration has no feature with the name.
  public func evaluate(
    _ name: Feature.Name,
    in context: EvaluationContext,
    build: BuildKind = .release
  ) -> Evaluation? {
    view(of: name, in: context).map { $0.evaluation(in: build, origin: $1) }
  }

  /// Evaluates all features for any user with the active overrides, in the order of the
  /// configuration.
  ///
  /// Results that several features share, such as audiences, are computed once.
  public func evaluateAll(
    in context: EvaluationContext,
    build: BuildKind = .release
  ) -> [(name: Feature.Name, evaluation: Evaluation)] {
    let (features, origin) = views(in: context)
    return features.map { ($0.name, $0.evaluation(in: build, origin: origin)) }
  }

  /// Returns one feature as the given user gets it, with the active override; safe to call from any thread.
  ///
  /// - Parameters:
  ///   - name: The name of the feature.
  ///   - context: The user.
  ///   - isCall: Whether the call is made by an app, so that a random result is chosen anew.
  /// - Returns: The feature, with the origin of the configuration; `nil` if the configuration has no
  ///   feature with the name.
  package func view(
    of name: Feature.Name,
    in context: EvaluationContext,
    isCall: Bool = false
  ) -> (feature: Feature, origin: Origin?)? {
    let found = state.withLock { state -> (Feature, any FlagEvaluator, Origin?)? in
      // Does not use a closure that captures the state: the capture would copy the state on each call.
      guard let feature = state.feature(named: name) else { return nil }
      return (state.withoutUser(feature), state.evaluator, state.origin)
    }
    guard let (stored, evaluator, origin) = found else { return nil }
    var feature = stored
    feature.selectOverride(for: context)
    let drawing = isCall ? evaluator.evaluator(drawing: draw, onClock: nil) : nil
    feature.allocate(by: (drawing ?? evaluator).allocator(for: context, count: 1))
    return (feature, origin)
  }

  /// Returns one feature as the users of a scope get it: with the override of the scope, or else the one for
  /// everyone; `nil` if the configuration has no feature with the name.
  ///
  /// The other parts of the user are those of the default user.
  package func view(of name: Feature.Name, for scope: OverrideScope) -> Feature? {
    let found = state.withLock { state -> (Feature, any FlagEvaluator, EvaluationContext)? in
      guard let feature = state.feature(named: name) else { return nil }
      return (feature, state.evaluator, state.context)
    }
    guard let (stored, evaluator, context) = found else { return nil }
    guard scope != .everyone || stored.hasScopedOverrides else { return stored }
    let user = scope.user(from: context)
    var feature = stored
    if user.targetingKey != context.targetingKey, feature.definition.usesAssignment {
      feature.assignment = feature.definition.assignment
    }
    feature.selectOverride(of: scope)
    feature.allocate(by: evaluator.allocator(for: user, count: 1))
    return feature
  }

  /// Whether the contexts of the flag system have kinds, such as `org`.
  package var hasContextKinds: Bool { state.withLock { $0.evaluator.hasContextKinds } }

  /// Returns the reasons why apps may not get the result that the override of a feature forces.
  package func caveats(of feature: Feature) -> [String] {
    let (evaluator, context) = state.withLock { ($0.evaluator, $0.context) }
    return evaluator.caveats(of: feature, in: feature.overrideScope.user(from: context))
  }

  /// Returns the reasons why apps may not get the results of the overrides, with the names of the
  /// features, in the order of the configuration.
  package func overrideCaveats() -> [(feature: Feature.Name, caveat: String)] {
    let (features, evaluator, context) = state.withLock { ($0.features, $0.evaluator, $0.context) }
    return features.lazy.filter { !$0.overrides.isEmpty }.flatMap { feature in
      evaluator.caveats(ofOverridesOf: feature, for: context).map { (feature.name, $0) }
    }
  }

  /// Returns all features as the given user gets them, in the order of the configuration, with the
  /// active overrides; safe to call from any thread.
  ///
  /// - Parameter context: The user.
  /// - Returns: The features, with the origin of the configuration.
  package func views(in context: EvaluationContext) -> (features: [Feature], origin: Origin?) {
    views(in: context) { $0 }
  }

  /// Returns all features as one call of an app gets them; random results are chosen anew.
  ///
  /// - Parameter context: The user.
  /// - Returns: The features, with the origin of the configuration, and whether the next call has
  ///   the same results.
  package func viewsOfCall(
    in context: EvaluationContext
  ) -> (features: [Feature], origin: Origin?, isRepeatable: Bool) {
    let isRepeatable = Locked(true)
    let vary: @Sendable () -> Void = { isRepeatable.withLock { $0 = false } }
    let (features, origin) = views(in: context) { evaluator in
      let drawing: @Sendable () -> Double = { [draw] in
        vary()
        return draw()
      }
      return evaluator.evaluator(drawing: drawing, onClock: vary) ?? evaluator
    }
    return (features, origin, isRepeatable.withLock { $0 })
  }

  private func views(
    in context: EvaluationContext,
    by convert: (any FlagEvaluator) -> any FlagEvaluator
  ) -> (features: [Feature], origin: Origin?) {
    let (stored, evaluator, origin) = state.withLock { state in
      (state.features.map { state.withoutUser($0) }, state.evaluator, state.origin)
    }
    var features = stored
    let allocator = convert(evaluator).allocator(for: context, count: features.count)
    for index in features.indices {
      features[index].selectOverride(for: context)
      features[index].allocate(by: allocator)
    }
    return (features, origin)
  }
}

extension Feature {
  fileprivate func evaluation(in build: BuildKind, origin: Origin?) -> Evaluation {
    var evaluation = evaluation(in: build)
    evaluation.origin = origin
    return evaluation
  }
}

extension FlagStore.State {
  /// Returns the active configuration with the given features, to be loaded again.
  func configuration(with features: [Feature]) -> Configuration {
    var configuration = Configuration(features: features)
    configuration.evaluator = evaluator
    configuration.origin = origin
    return configuration
  }

  /// Returns the feature with the assignment of a user without a key: the assignment in the document, or
  /// a random one.
  fileprivate func withoutUser(_ feature: Feature) -> Feature {
    guard feature.definition.usesAssignment, context.targetingKey != nil else { return feature }
    var feature = feature
    feature.assignment = feature.definition.assignment ?? assignments[feature.name]
    return feature
  }
}
