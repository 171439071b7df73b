import Locking

extension FlagSession {
  /// Applies the result of a load to the store, compares it with the previous load, and publishes the
  /// report while the lock of the store is held, so that it is in order with changes of overrides.
  ///
  /// - Parameters:
  ///   - outcome: The outcome of the load; after an error without a fallback the active features
  ///     remain.
  ///   - cause: The cause of the load.
  func apply(_ outcome: PollOutcome, _ cause: LoadReport.Cause) {
    applying.withLock { _ in
      let (result, failures) = record(outcome.result)
      let previous = state.withLock { $0.loaded }
      let report = { @Sendable [before = previous == nil ? [] : store.features] change, problem in
        LoadReport(
          cause: cause,
          outcome: outcome,
          loaded: result,
          news: failures.news,
          failures: failures.failures,
          isRepaired: failures.isRepaired,
          change: change,
          before: before,
          isFirst: previous == nil,
          problem: problem
        )
      }
      guard let result, let configuration = activate(result, isRequested: true),
        // A different number of features means that features were deleted from the store: restore
        // them.
        previous?.isSame(as: result) != true
          || store.features.count != configuration.features.count
      else { return publish(.loadEnded(report(nil, nil))) }
      let writer = loader.withLock { $0.writer }
      let problem = store.replace(
        with: configuration,
        writer: writer,
        reportingTo: (
          observer, { [publisher] in publisher.publish(.loadEnded(report($0, $1))) }
        )
      )
      state.withLock { $0.problem = problem }
    }
  }

  /// Applies the result of a load that blocked its caller, which is not reported as a load.
  func apply(_ result: Result<ConfigurationLoader.Loaded, SourceError>) {
    applying.withLock { _ in
      guard let loaded = record(result).loaded,
        let configuration = activate(loaded, isRequested: false)
      else { return }
      let problem = store.replace(with: configuration, writer: loader.withLock { $0.writer })
      state.withLock { $0.problem = problem }
    }
  }

  /// Records the failures of a load; the returned configuration has the problems of the active user,
  /// who may have changed since the request.
  private func record(
    _ result: Result<ConfigurationLoader.Loaded, SourceError>
  ) -> (loaded: ConfigurationLoader.Loaded?, failures: FailureMemory.Change) {
    switch result {
    case .failure(let error):
      (nil, state.withLock { $0.failures.record([.source(error)], isBroken: true) })
    case .success(let loaded):
      (
        loaded.renewed(for: store.context),
        state.withLock { $0.failures.record(loaded.failures, isBroken: !loaded.isCurrent) }
      )
    }
  }

  /// Prepares a configuration, and records it as the active one; returns `nil` if the active configuration
  /// remains.
  private func activate(
    _ loaded: ConfigurationLoader.Loaded,
    isRequested: Bool
  ) -> Configuration? {
    guard let configuration = prepare(loaded, self, isRequested) else { return nil }
    state.withLock { $0.loaded = loaded }
    return configuration
  }

  /// Loads the active configuration into the store again, which restores features that were deleted
  /// from the store.
  ///
  /// - Throws: `notRead` or `notSaved` if the workspace cannot be used; the features are active
  ///   even then.
  package func restoreFeatures() throws(FlagStoreError) {
    try applying.withLock { _ throws(FlagStoreError) in
      guard let loaded = state.withLock({ $0.loaded }) else { return }
      try store.load(loaded.configuration)
    }
  }

  /// Replaces the user for whom features are evaluated, and requests the document of that user if
  /// the server sends each user a different one.
  ///
  /// - Throws: `notRead` or `notSaved`, like ``FlagStore/setContext(_:)``; the user is active even
  ///   then.
  package func setContext(_ context: EvaluationContext) throws(FlagStoreError) {
    let isOtherDocument = loader.withLock { loader in
      let address = loader.source.address
      loader.source = loader.source.source(for: context)
      return loader.source.address != address
    }
    defer { if isOtherDocument { request(.user) } }
    try applying.withLock { _ throws(FlagStoreError) in
      state.withLock { $0.loaded = $0.loaded?.renewed(for: context) }
      try store.setContext(context)
    }
  }
}
