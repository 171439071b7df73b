import Locking

extension FlagStore {
  /// The default user, for whom the evaluations of all features are cached.
  ///
  /// Setting another user evaluates all features again and publishes one change. Drawn assignments
  /// of a user without a key are not lost.
  public var context: EvaluationContext { state.withLock { $0.context } }

  /// The targeting key of the default user; `nil` where assignments are drawn and stored instead.
  public var user: String? { context.targetingKey }

  /// Replaces the default user, and evaluates all features for the new one.
  ///
  /// - Parameter context: The new user.
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

  /// Evaluates one feature for any user, with the active overrides, from any thread.
  ///
  /// The lock is held only to read the definition: the evaluation itself runs concurrently.
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
  ///   - context: The user. A user without a targeting key has the assignments that were drawn for
  ///     this store.
  ///   - build: The build of the app; features under development are off in release builds.
  /// - Returns: The result; `nil` if the configuration has no feature of that name.
  public func evaluate(
    _ name: Feature.Name,
    in context: EvaluationContext,
    build: Build = .release
  ) -> Evaluation? {
    evaluate([name], in: context, build: build).first.map(\.evaluation)
  }

  /// Evaluates all features for any user, in the order of the configuration.
  ///
  /// Results that features share, such as audiences, are computed once.
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
  /// The feature with the assignment of a user without a key: that of the document, or a drawn one.
  fileprivate func withoutUser(_ feature: Feature) -> Feature {
    guard feature.definition.usesAssignment, context.targetingKey != nil else { return feature }
    var feature = feature
    feature.assignment = feature.definition.assignment ?? assignments[feature.name]
    return feature
  }
}
