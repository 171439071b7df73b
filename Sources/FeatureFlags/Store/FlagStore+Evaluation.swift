import Locking

extension FlagStore {
  /// The default user of the store, for whom the evaluations of all features are cached.
  ///
  /// ``setContext(_:)`` replaces the user, evaluates all features again, and publishes one change.
  /// The drawn assignments of a user without a key are retained.
  public var context: EvaluationContext { state.withLock { $0.context } }

  /// The targeting key of the default user; `nil` for a user without a key, whose assignments are
  /// drawn and stored.
  public var user: String? { context.targetingKey }

  /// Replaces the default user, and evaluates all features for that user.
  ///
  /// - Parameter context: The new default user.
  /// - Throws: `notRead` or `notSaved` if assignments have to be drawn and the workspace cannot be
  ///   used; the new user is active even then.
  public func setContext(_ context: EvaluationContext) throws(FlagStoreError) {
    let configuration = state.withLock { state -> Configuration in
      let features = state.features.map { state.withoutUser($0) }
      state.context = context
      var configuration = Configuration(features: features)
      configuration.evaluator = state.evaluator
      configuration.origin = state.origin
      return configuration
    }
    try load(configuration)
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
  ///   - context: The user; for a user without a targeting key, the drawn assignments of the store
  ///     apply.
  ///   - build: The build of the app; features under development are off in release builds.
  /// - Returns: The result; `nil` if the configuration has no feature with the name.
  public func evaluate(
    _ name: Feature.Name,
    in context: EvaluationContext,
    build: Build = .release
  ) -> Evaluation? {
    evaluate([name], in: context, build: build).first.map(\.evaluation)
  }

  /// Evaluates all features for any user with the active overrides, in the order of the
  /// configuration.
  ///
  /// Results that several features share, such as audiences, are computed once.
  public func evaluateAll(
    in context: EvaluationContext,
    build: Build = .release
  ) -> [(name: Feature.Name, evaluation: Evaluation)] {
    evaluate(nil, in: context, build: build)
  }

  private func evaluate(
    _ names: [Feature.Name]?,
    in context: EvaluationContext,
    build: Build
  ) -> [(name: Feature.Name, evaluation: Evaluation)] {
    let (features, evaluator, origin) = state.withLock { state in
      let features = names?.compactMap { state.feature(named: $0) } ?? state.features
      return (features.map { state.withoutUser($0) }, state.evaluator, state.origin)
    }
    let allocator = evaluator.allocator(for: context, count: features.count)
    return features.map { feature in
      var feature = feature
      feature.allocate(by: allocator)
      var evaluation = feature.evaluation(in: build)
      evaluation.origin = origin
      return (feature.name, evaluation)
    }
  }
}

extension FlagStore.State {
  /// Returns the feature with the assignment of a user without a key: that of the document, or a
  /// drawn one.
  fileprivate func withoutUser(_ feature: Feature) -> Feature {
    guard feature.definition.usesAssignment, context.targetingKey != nil else { return feature }
    var feature = feature
    feature.assignment = feature.definition.assignment ?? assignments[feature.name]
    return feature
  }
}
